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
            throw problem(.syntax, "C has no references", at: current.range, suggestion: "write a pointer: \"*\"")
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

    /// Returns whether what follows a parenthesis is a declarator rather than the parameters of a function without a
    /// name.
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

    // MARK: Arrays

    /// `[n]`, or `[]`, with the words that C allows there in parameters.
    mutating func readArray() throws(Diagnostic) -> Declarator.Step {
        let first = position
        advance()
        if isInParameters {
            while at("static") || current.meaning == .const || current.meaning == .harmless {
                advance()
            }
        }
        if take("]") != nil { return .array(count: nil, range: range(from: first)) }
        if header != nil, isInParameters, let array = skipVariableLength(from: first) { return array }
        if at("*"), token(ahead: 1).text == "]" { throw variableLength(at: current.range) }
        let start = position
        let count = try readConstant { parser, name in parser.variableLength(at: name.range) }
        let written = range(from: start)
        try expect("]", "after the size of the array")
        guard count.value >= 0 else {
            throw problem(.type, "an array of \(count.value) elements", at: range(from: first))
        }
        guard count.value <= Int128(TypeMeasure.mostBytes) else { throw tooLarge(at: written) }
        return .array(count: Int(count.value), range: range(from: first))
    }

    /// The size of an array that a parameter counts; the array is a pointer, whatever the size is. Nothing is taken
    /// where the size is a constant.
    private mutating func skipVariableLength(from first: Int) -> Declarator.Step? {
        let start = position
        let isConstant = (try? readConstant()) != nil && at("]")
        if isConstant || isEndOfItem {
            rewind(to: start)
            return nil
        }
        while !at("]"), !isEndOfItem { advance() }
        guard take("]") != nil else {
            rewind(to: start)
            return nil
        }
        return .array(count: nil, range: range(from: first))
    }

    private var isEndOfItem: Bool { current.kind == .end || at(";") }

    private func variableLength(at range: Range<Int>) -> Diagnostic {
        unsupported("arrays of variable length", at: range, advice: "write a pointer, with _In_reads_(n) or its like")
    }

    func tooLarge(at range: Range<Int>) -> Diagnostic {
        problem(.limit, "the type is larger than Heddle can pass", at: range)
    }

    // MARK: Parameters

    /// Reads the parameters of a function with the parentheses around them.
    mutating func readParameters() throws(Diagnostic) -> ParameterList {
        let open = advance()
        try refuseUnspecified(open)
        let wasInParameters = isInParameters
        isInParameters = true
        defer { isInParameters = wasInParameters }
        var list = ParameterList()
        repeat {
            if at("...") {
                list.isVariadic = try readEllipsis(after: list)
                break
            }
            list.parameters.append(try readParameter())
            if list.parameters.count > Self.mostParameters {
                throw problem(.limit, "a function has at most \(Self.mostParameters) parameters", at: current.range)
            }
        } while take(",") != nil
        try expect(")", "after the parameters")
        return try checked(list)
    }

    private func refuseUnspecified(_ open: Token) throws(Diagnostic) {
        if at(")") {
            throw problem(
                .syntax, "\"()\" leaves the parameters open",
                at: open.range.lowerBound..<current.range.upperBound,
                suggestion: "write \"(void)\" if there are none")
        }
        try refuseNameList()
    }

    /// `f(a, b) int a; char b;`: the style of C before 1989.
    private func refuseNameList() throws(Diagnostic) {
        var distance = 0
        while isName(token(ahead: distance)), names.typedefs[token(ahead: distance).text] == nil,
            token(ahead: distance + 1).text == ","
        {
            distance += 2
        }
        let last = token(ahead: distance)
        guard isName(last), names.typedefs[last.text] == nil, token(ahead: distance + 1).text == ")" else { return }
        let next = token(ahead: distance + 2)
        let isFollowedByTypes = next.kind == .word && ![.attribute, .label, .annotation].contains(next.meaning)
        if distance > 0 || isFollowedByTypes {
            throw problem(
                .syntax, "the parameters have no types", at: current.range.lowerBound..<last.range.upperBound,
                suggestion: "write the type of each before its name, as in \"int \(last.text)\"")
        }
    }

    private mutating func readEllipsis(after list: ParameterList) throws(Diagnostic) -> Bool {
        let ellipsis = advance()
        if list.parameters.isEmpty {
            throw problem(.syntax, "a named parameter must come before \"...\"", at: ellipsis.range)
        }
        return true
    }

    private mutating func readParameter() throws(Diagnostic) -> ParsedParameter {
        let start = position
        let specifiers = try readSpecifiers(of: .parameter)
        let declarator = try readDeclarator()
        let trailer = try readTrailer()
        if at("=") { throw problem(.syntax, "C has no default arguments", at: current.range) }
        refuseLayout(specifiers.attributes, "says nothing about a parameter")
        refuseLayout(trailer.attributes, "says nothing about a parameter")
        let built = try build(declarator, on: specifiers.qualified)
        try checkMeasure(of: built.type, at: range(from: start))
        return ParsedParameter(
            name: declarator.name, type: built.adjusted, arrayCount: built.arrayCount, isNullable: built.isNullable,
            annotations: specifiers.annotations + trailer.annotations, range: range(from: start))
    }

    /// `void` alone means no parameters; two must not have the same name.
    private mutating func checked(_ list: ParameterList) throws(Diagnostic) -> ParameterList {
        if let only = list.parameters.first, list.parameters.count == 1, !list.isVariadic, only.name == nil,
            only.annotations.isEmpty, case .void = only.type.canonical
        {
            return ParameterList()
        }
        var seen: [String: Token] = [:]
        for parameter in list.parameters {
            if case .void = parameter.type.canonical {
                throw problem(.type, "a parameter cannot be void", at: parameter.range)
            }
            guard let name = parameter.name else { continue }
            if let first = seen.updateValue(name, forKey: name.text) {
                report(
                    problem(
                        .redeclared, "there are two parameters called \"\(name.text)\"", at: name.range,
                        notes: [Diagnostic.Note("the first one is", at: place(first.range))]))
            }
        }
        return list
    }
}

extension QualifiedType {
    /// The number of elements in the declaration of an array parameter.
    fileprivate var arrayCount: Int? {
        if case .array(_, let count) = type.canonical { count } else { nil }
    }

    /// The type of a parameter: arrays and functions become pointers.
    fileprivate var adjusted: CType {
        switch type.canonical {
        case .array(let element, _): .pointer(to: element, isConst: isConst)
        case .function: .pointer(to: type, isConst: false)
        default: type
        }
    }
}
