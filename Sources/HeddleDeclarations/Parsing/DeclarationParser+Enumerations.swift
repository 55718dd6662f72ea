// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads `enum` with its attributes, tag, type and constants, each of them optional.
    mutating func readEnumeration() throws(Diagnostic) -> CType {
        let keyword = advance()
        var attributes = Attributes()
        while try readAttributes(into: &attributes) {}
        let tag = isName(current) ? advance() : nil
        let type = try readEnumerationType()
        if at("{") { return try readDefinition(EnumerationHead(keyword: keyword, tag: tag, type: type), attributes) }
        if type != nil { throw expected("\"{\" after the type of the enumeration") }
        refuseLayout(attributes, "is without effect here", advice: "write it where the enumeration is defined")
        guard let tag else { throw expected("a tag or \"{\" after \"enum\"") }
        guard let known = names.tags[tag.text] else { throw unknownEnumeration(tag) }
        guard case .enumeration = known.type else {
            throw redeclared("\"enum \(tag.text)\"", at: tag.range, before: known.range)
        }
        return known.type
    }

    private func unknownEnumeration(_ tag: Token) -> Diagnostic {
        let known = names.tags.filter { if case .enumeration = $0.value.type { true } else { false } }
        return problem(
            .unknownType, "\"enum \(tag.text)\" has not been declared", at: tag.range,
            suggestion: didYouMean(tag.text, among: known.keys))
    }

    /// `: type` after the tag, as in C23. An unnamed bit-field has a number there.
    private mutating func readEnumerationType() throws(Diagnostic) -> IntegerType? {
        guard at(":"), beginsType(token(ahead: 1)) else { return nil }
        advance()
        let start = position
        let specifiers = try readSpecifiers(of: .parameter)
        guard case .integer(let type) = specifiers.type.canonical, type.size <= 8 else {
            throw problem(
                .type, "the type of an enumeration is an integer of at most 64 bits, not \"\(specifiers.type)\"",
                at: range(from: start))
        }
        return type
    }

    private mutating func readDefinition(
        _ head: EnumerationHead, _ earlier: Attributes
    ) throws(Diagnostic) -> CType {
        try refuseDefinitionInParameters(head.keyword)
        let constants = try readConstants(of: head.type)
        var attributes = earlier
        try readClosingAttributes(into: &attributes)
        if let alignment = attributes.alignments.first {
            throw unsupported("enumerations that have an alignment of their own", at: alignment.range)
        }
        guard let underlying = head.type ?? .holding(constants.map(\.value.value), isPacked: attributes.isPacked)
        else { throw problem(.constant, "no integer type holds all constants", at: head.place) }
        if head.type == nil { promote(constants, to: underlying) }
        let enumeration = EnumerationType(
            tag: head.tag?.text,
            constants: constants.map { .init(name: $0.name, value: Int64(truncatingIfNeeded: $0.value.value)) },
            underlying: underlying, isUnderlyingDeclared: head.type != nil || attributes.isPacked)
        return try define(enumeration, head.tag)
    }

    /// Once the enumeration is complete, a constant that no int holds has the enumeration's own type.
    private mutating func promote(_ constants: [ReadConstant], to underlying: IntegerType) {
        let underlying = underlying.promoted
        for constant in constants where constant.value.type != .int {
            names.constants[constant.name]?.value = ConstantValue(constant.value.value, underlying)
        }
    }

    private mutating func define(_ enumeration: EnumerationType, _ tag: Token?) throws(Diagnostic) -> CType {
        let type = CType.enumeration(enumeration)
        guard let tag else { return type }
        declarations.append(.type(name: enumeration.specifier, type))
        if let before = names.tags[tag.text], before.type != type {
            throw redeclared("\"\(enumeration.specifier)\"", at: tag.range, before: before.range)
        }
        names.define(tag: tag.text, as: type, at: place(tag.range))
        return type
    }

    // MARK: Enumeration constants

    /// Reads the constants with the braces around them; all have the type that the enumeration has chosen, if any.
    mutating func readConstants(of type: IntegerType?) throws(Diagnostic) -> [ReadConstant] {
        advance()
        var constants: [ReadConstant] = []
        var own: Set<String> = []
        repeat {
            if at("}"), !constants.isEmpty { break }
            let name = try expectName("the name of a constant")
            while try skipAttributes() {}
            let start = position - 1
            let value = try take("=") == nil ? next(after: constants.last, at: name) : readConstant()
            let typed = try type.map { type throws(Diagnostic) in
                try converted(value, to: type, at: range(from: start))
            }
            let constant = ReadConstant(name: name.text, value: typed ?? value.promotedToInt)
            try declare(constant, at: name, isNew: own.insert(name.text).inserted)
            constants.append(constant)
        } while take(",") != nil
        try expect("}", "after the constants")
        return constants
    }

    private func converted(
        _ value: ConstantValue, to type: IntegerType, at range: Range<Int>
    ) throws(Diagnostic) -> ConstantValue {
        if type.range.contains(value.value) { return ConstantValue(value.value, type.promoted) }
        throw problem(
            .constant, "\(value.value) does not fit into \"\(type.rawValue)\", the type of the enumeration", at: range)
    }

    /// A constant without a value is one more than the one before it.
    private func next(after last: ReadConstant?, at name: Token) throws(Diagnostic) -> ConstantValue {
        guard let last else { return ConstantValue(0, .int) }
        let (value, type) = (last.value.value + 1, last.value.type)
        guard type.range.contains(value) else {
            throw problem(
                .constant, "\"\(name.text)\" would be \(value), which \"\(type.rawValue)\" does not hold",
                at: name.range, suggestion: "write its value, as in \"\(name.text) = \(value)\"")
        }
        return ConstantValue(value, type)
    }

    private mutating func declare(_ constant: ReadConstant, at name: Token, isNew: Bool) throws(Diagnostic) {
        let known = names.constants[constant.name]
        if isNew, let known, known.value.value == constant.value.value { return }
        if known != nil || names.typedefs[constant.name] != nil || names.functions[constant.name] != nil
            || names.unread[constant.name] != nil
        {
            throw redeclared("\"\(constant.name)\"", at: name.range, before: names.place(of: constant.name))
        }
        names.constants[constant.name] = .init(value: constant.value, range: place(name.range))
    }
}

/// The head of an enumeration, before its constants.
private struct EnumerationHead {
    let keyword: Token
    let tag: Token?
    /// The type that the declaration chooses.
    let type: IntegerType?

    var place: Range<Int> { tag?.range ?? keyword.range }
}

/// A constant with its exact value.
struct ReadConstant {
    let name: String
    let value: ConstantValue
}

extension ConstantValue {
    /// A constant that an int holds is an int, whatever its expression was.
    fileprivate var promotedToInt: ConstantValue {
        IntegerType.int.range.contains(value) ? ConstantValue(value, .int) : self
    }
}
