// SPDX-License-Identifier: Apache-2.0

/// A compiled source in LLVM's text form: its functions and data, and what each refers to.
struct CompiledModule {
    /// A function that is defined, by its linkage.
    enum Definition {
        case own
        /// A static function.
        case local
        /// A copy of a function that another file is to define.
        case elsewhere
    }

    private(set) var definitions: [String: Definition] = [:]
    private var references: [String: Set<String>] = [:]
    private var foreign: Set<String> = []

    init(_ text: [UInt8]) {
        var function: String?
        for bytes in text.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes, as: UTF8.self)
            if let inside = function {
                if line == "}" { function = nil } else { references[inside, default: []].formUnion(line.globalNames) }
            } else if line.hasPrefix("define ") {
                let names = line.globalNames
                guard let name = names.first else { continue }
                definitions[name] = Definition(line.prefix { $0 != "@" })
                references[name, default: []].formUnion(names.dropFirst())
                function = name
            } else if line.hasPrefix("declare "), let name = line.globalNames.first {
                if !name.hasPrefix("llvm.") { foreign.insert(name) }
            } else if line.hasPrefix("@") {
                let names = line.globalNames
                guard let name = names.first else { continue }
                let words = line.split(separator: " ", maxSplits: 4)
                if words.dropFirst(2).first == "external" { foreign.insert(name) }
                references[name, default: []].formUnion(names.dropFirst())
            }
        }
        foreign.formUnion(definitions.filter { $0.value == .elsewhere }.keys)
    }

    /// The functions and data of other files that a function needs, also through others, in alphabetical order.
    func needs(of name: String) -> [String] {
        var (found, pending): (Set<String>, [String]) = ([name], [name])
        var needs: [String] = []
        while let next = pending.popLast() {
            if foreign.contains(next), next != name {
                needs.append(next)
                continue
            }
            pending += (references[next] ?? []).filter { found.insert($0).inserted }
        }
        return needs.sorted()
    }
}

extension CompiledModule.Definition {
    /// Reads the words between `define` and the name.
    init(_ words: Substring) {
        let words = words.split(separator: " ")
        self =
            words.contains("internal") || words.contains("private")
            ? .local : words.contains("available_externally") ? .elsewhere : .own
    }
}

extension String {
    /// The names behind `@`, in their order.
    fileprivate var globalNames: [String] {
        split(separator: "@", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            if rest.first == "\"" {
                // A name with an assembler's label begins with a byte that says so.
                let quoted = rest.dropFirst().prefix { $0 != "\"" }
                return String(quoted.hasPrefix("\\01") ? quoted.dropFirst(3) : quoted)
            }
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || "_.$-".contains($0) }
            return name.isEmpty ? nil : String(name)
        }
    }
}
