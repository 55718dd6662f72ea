// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads a declarator with a name or without.
    mutating func readDeclarator() throws(Diagnostic) -> Declarator {
        let start = position
        var declarator = try nested { parser throws(Diagnostic) in
            let pointers = try parser.readPointers()
            var declarator = try parser.readInnerDeclarator()
            while let step = try parser.readSuffix() {
                declarator.steps.append(step)
                try parser.limit(declarator)
            }
            declarator.steps += pointers.reversed()
            return declarator
        }
        try limit(declarator)
        declarator.range = range(from: start)
        return declarator
    }

    private func limit(_ declarator: Declarator) throws(Diagnostic) {
        if declarator.steps.count > Self.deepestNesting { throw tooDeep(at: current.range) }
    }

    /// The stars with their qualifiers, in the order in which they are written.
    private mutating func readPointers() throws(Diagnostic) -> [Declarator.Step] {
        var pointers: [Declarator.Step] = []
        while take("*") != nil {
            let qualifiers = try readQualifiers()
            pointers.append(.pointer(isConst: qualifiers.isConst, isNullable: qualifiers.isNullable))
            if pointers.count > Self.deepestNesting { throw tooDeep(at: current.range) }
        }
        if at("^") { throw unsupported("blocks", at: current.range) }
        if at("&") || at("&&") {
            throw problem("syntax", "C has no references", at: current.range, suggestion: "write a pointer: \"*\"")
        }
        return pointers
    }

    private mutating func readQualifiers() throws(Diagnostic) -> SpecifierWords {
        var words = SpecifierWords()
        while true {
            switch current.meaning {
            case .const: words.isConst = true
            case .nullable: words.isNullable = true
            case .harmless: break
            default:
                if try skipAttributes() { continue }
                return words
            }
            advance()
        }
    }

    /// The name, a declarator in parentheses, or nothing.
    private mutating func readInnerDeclarator() throws(Diagnostic) -> Declarator {
        if isName(current) {
            return Declarator(name: advance())
        }
        guard at("("), beginsDeclarator(token(ahead: 1)) else { return Declarator() }
        advance()
        _ = try skipAttributes()
        let inner = try readDeclarator()
        try expect(")", "after the declarator")
        return inner
    }

    /// Whether what follows a parenthesis is a declarator rather than the parameters of a function without a name.
    private func beginsDeclarator(_ token: Token) -> Bool {
        switch token.text {
        case "*", "(", "^", "&": true
        case "[": self.token(ahead: 2).text != "["
        default: token.meaning == .attribute || (isName(token) && names.typedefs[token.text] == nil)
        }
    }

    private mutating func readSuffix() throws(Diagnostic) -> Declarator.Step? {
        if at("(") {
            return .function(try nested { parser throws(Diagnostic) in try parser.readParameters() })
        }
        guard at("["), token(ahead: 1).text != "[" else { return nil }
        return try nested { parser throws(Diagnostic) in try parser.readArray() }
    }
}
