// SPDX-License-Identifier: Apache-2.0

/// The names of the macros that headers define and that take no arguments, as `clang -E -dD` lists them.
struct MacroNames {
    /// In the order in which they were first defined, each once.
    private(set) var all: [String] = []
    /// Those of them that stand for another name, as `mpz_init` for `__gmpz_init`, with that name.
    private(set) var renamed: [String: String] = [:]

    /// Takes those of some files.
    ///
    /// - Parameter owns: returns true if a file, as the preprocessor names it, is one of them.
    init(_ listing: [UInt8], owns: (String) -> Bool) {
        var isOwn = false
        var known: [String: Bool] = [:]
        var places: [String: Int] = [:]
        for line in listing.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "#") {
            let text = String(decoding: line, as: UTF8.self)
            if let (name, text) = text.definedMacro, isOwn {
                places[name] = places[name] ?? places.count
                let target = String(text.trimmingPrefix("(")).trimmingSuffix(")")
                renamed[name] = target.isName ? target : nil
            } else if let name = text.undefinedMacro {
                (places[name], renamed[name]) = (nil, nil)
            } else if let file = text.markedFile {
                isOwn = known[file] ?? owns(file)
                known[file] = isOwn
            }
        }
        all = places.sorted { $0.value < $1.value }.map(\.key)
        for name in renamed.keys { renamed[name] = target(of: name) }
    }
}

extension MacroNames {
    /// The name that a macro stands for in the end, through others.
    private func target(of name: String) -> String? {
        var (seen, target) = (Set([name]), renamed[name])
        while let next = target.flatMap({ renamed[$0] }), seen.insert(target ?? "").inserted { target = next }
        return target
    }
}

extension String {
    /// The text without a last sign.
    fileprivate func trimmingSuffix(_ sign: Character) -> String { last == sign ? String(dropLast()) : self }

    /// `Z_OK` and `0` of `#define Z_OK 0`; nil for a macro with arguments, without a value, with one that is different in
    /// each place, or with a name that C keeps for itself.
    fileprivate var definedMacro: (name: String, text: String)? {
        guard hasPrefix("#define ") else { return nil }
        let words = dropFirst(8).split(separator: " ", maxSplits: 1)
        guard words.count == 2, !words[0].contains("("), !words[0].hasPrefix("_"),
            !Self.changing.contains(where: words[1].contains)
        else { return nil }
        return (String(words[0]), words[1].trimmingPrefix(" ").description)
    }

    /// True for a name and nothing else.
    fileprivate var isName: Bool {
        first?.isNumber == false && allSatisfy { $0.isASCII && ($0 == "_" || $0.isLetter || $0.isNumber) }
    }

    private static let changing = ["__LINE__", "__FILE__", "__DATE__", "__TIME__", "__TIMESTAMP__", "__COUNTER__"]

    fileprivate var undefinedMacro: String? {
        hasPrefix("#undef ") ? String(dropFirst(7)) : nil
    }
}
