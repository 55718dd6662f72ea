// SPDX-License-Identifier: Apache-2.0

/// The functions of clang's intermediate code, with the registers that each argument and result takes up.
///
/// A word says how one value travels: `x` for an integer register, `p` for one with an address, `v` and a size for a
/// floating-point one, `memory` and an alignment, or `x87`.
struct IntermediateCode {
    private var definitions: [Substring: Substring] = [:]
    private var functions: [Substring: (result: Substring, parameters: Substring)] = [:]

    init(_ lines: [Substring]) {
        for line in lines {
            if line.hasPrefix("%"), let sign = line.firstRange(of: " = type ") {
                definitions[line[..<sign.lowerBound]] = line[sign.upperBound...]
            } else if line.hasPrefix("define dso_local "), let at = line.firstIndex(of: "@") {
                let rest = line[line.index(after: at)...]
                guard let open = rest.firstIndex(of: "("), let end = rest.lastIndex(of: ")") else { continue }
                functions[rest[..<open]] = (
                    line[..<at].dropFirst("define dso_local ".count), rest[rest.index(after: open)..<end]
                )
            }
        }
    }

    /// How the only argument of a function travels.
    func argument(of name: String) -> String {
        let text = functions[name[...]]?.parameters ?? ""
        if text.contains("byval(") { return "memory \(alignment(in: text))" }
        let words = parts(of: text).flatMap(leaves)
        return words == ["x87"] ? "memory 16" : words.joined(separator: " ")
    }

    /// How the result of a function travels.
    func result(of name: String) -> String {
        guard let function = functions[name[...]] else { return "" }
        return function.parameters.contains("sret(") ? "memory" : leaves(of: function.result).joined(separator: " ")
    }

    private func alignment(in text: Substring) -> Substring {
        guard let range = text.firstRange(of: ") align ") else { return "" }
        return text[range.upperBound...].prefix { $0.isNumber }
    }

    /// The parts of a list, at the commas outside of all brackets.
    private func parts(of text: Substring) -> [Substring] {
        var depth = 0
        return text.split { character in
            if "{[(<".contains(character) { depth += 1 }
            if "}])>".contains(character) { depth -= 1 }
            return character == "," && depth == 0
        }
    }

    /// The scalars of a type, behind any attributes.
    private func leaves(of text: Substring) -> [String] {
        let text = text.drop { $0 == " " }
        guard let first = text.first else { return [] }
        let word = text.prefix { $0 != " " && $0 != "," }
        switch first {
        case "{": return parts(of: inside(text)).flatMap(leaves)
        case "<" where text.hasPrefix("<{"): return leaves(of: text.dropFirst())
        case "<": return ["v8"]
        case "[": return elements(of: inside(text))
        case "%": return definitions[word].map(leaves) ?? []
        default: return Self.words[String(word)] ?? integer(word) ?? leaves(of: text.dropFirst(word.count))
        }
    }

    /// The text between the first bracket and the one that closes it.
    private func inside(_ text: Substring) -> Substring {
        var depth = 0
        return text.prefix { character in
            if "{[".contains(character) { depth += 1 }
            if "}]".contains(character) { depth -= 1 }
            return depth > 0
        }.dropFirst()
    }

    private func elements(of text: Substring) -> [String] {
        guard let range = text.firstRange(of: " x "), let count = Int(text[..<range.lowerBound]) else { return [] }
        return (0..<count).flatMap { _ in leaves(of: text[range.upperBound...]) }
    }

    private func integer(_ word: Substring) -> [String]? {
        guard word.first == "i", let bits = Int(word.dropFirst()) else { return nil }
        return Array(repeating: "x", count: (bits + 63) / 64)
    }

    private static let words = [
        "float": ["v4"], "double": ["v8"], "fp128": ["v16"], "x86_fp80": ["x87"], "ptr": ["p"], "void": [],
    ]
}
