// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
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
                throw problem("limit", "a function has at most \(Self.mostParameters) parameters", at: current.range)
            }
        } while take(",") != nil
        try expect(")", "after the parameters")
        return try checked(list)
    }

    private func refuseUnspecified(_ open: Token) throws(Diagnostic) {
        if at(")") {
            throw problem(
                "syntax", "\"()\" leaves the parameters open",
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
                "syntax", "the parameters have no types", at: current.range.lowerBound..<last.range.upperBound,
                suggestion: "write the type of each before its name, as in \"int \(last.text)\"")
        }
    }

    private mutating func readEllipsis(after list: ParameterList) throws(Diagnostic) -> Bool {
        let ellipsis = advance()
        if list.parameters.isEmpty {
            throw problem("syntax", "a parameter with a name must stand before \"...\"", at: ellipsis.range)
        }
        return true
    }

    private mutating func readParameter() throws(Diagnostic) -> ParsedParameter {
        let start = position
        let specifiers = try readSpecifiers(of: .parameter)
        let declarator = try readDeclarator()
        let trailer = try readTrailer()
        if at("=") { throw problem("syntax", "C has no default arguments", at: current.range) }
        refuseLayout(specifiers.attributes, "says nothing about a parameter")
        refuseLayout(trailer.attributes, "says nothing about a parameter")
        let built = try build(declarator, on: specifiers.qualified)
        try checkMeasure(of: built.type, at: range(from: start))
        return ParsedParameter(
            name: declarator.name, type: built.adjusted, arrayCount: built.arrayCount, isNullable: built.isNullable,
            annotations: specifiers.annotations + trailer.annotations, range: range(from: start))
    }

    /// `void` alone means that there are none; two of one name cannot be told apart.
    private mutating func checked(_ list: ParameterList) throws(Diagnostic) -> ParameterList {
        if let only = list.parameters.first, list.parameters.count == 1, !list.isVariadic, only.name == nil,
            only.annotations.isEmpty, case .void = only.type.canonical
        {
            return ParameterList()
        }
        var seen: [String: Token] = [:]
        for parameter in list.parameters {
            if case .void = parameter.type.canonical {
                throw problem("type", "a parameter cannot be void", at: parameter.range)
            }
            guard let name = parameter.name else { continue }
            if let first = seen.updateValue(name, forKey: name.text) {
                report(
                    problem(
                        "redeclared", "there are two parameters called \"\(name.text)\"", at: name.range,
                        notes: [Diagnostic.Note("the first one is", at: place(first.range))]))
            }
        }
        return list
    }
}

extension QualifiedType {
    /// How many elements a parameter was written with that is an array.
    fileprivate var arrayCount: Int? {
        if case .array(_, let count) = type.canonical { count } else { nil }
    }

    /// The type as a parameter has it: arrays and functions become pointers.
    fileprivate var adjusted: CType {
        switch type.canonical {
        case .array(let element, _): .pointer(to: element, isConst: isConst)
        case .function: .pointer(to: type, isConst: false)
        default: type
        }
    }
}
