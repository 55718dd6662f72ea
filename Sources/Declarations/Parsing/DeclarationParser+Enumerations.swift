// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DeclarationParser {
    /// Reads `enum` with its tag, its constants or both.
    mutating func readEnumeration() throws(Diagnostic) -> CType {
        let keyword = advance()
        while try skipAttributes() {}
        let tag = isName(current) ? advance() : nil
        if at(":") { throw unsupported("enumerations of a chosen type", at: current.range) }
        if at("{") { return try readDefinition(keyword: keyword, tag: tag) }
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
            "unknown-type", "\"enum \(tag.text)\" has not been declared", at: tag.range,
            suggestion: didYouMean(tag.text, among: known.keys))
    }

    private mutating func readDefinition(keyword: Token, tag: Token?) throws(Diagnostic) -> CType {
        try refuseDefinitionInParameters(keyword)
        let constants = try readConstants()
        while try skipAttributes() {}
        let values = constants.map(\.value.value)
        guard let underlying = EnumerationType.underlying(of: values) else {
            throw problem("constant", "no integer type holds all constants", at: tag?.range ?? keyword.range)
        }
        promote(constants, to: underlying)
        let enumeration = EnumerationType(
            tag: tag?.text,
            constants: constants.map { .init(name: $0.name, value: Int64(truncatingIfNeeded: $0.value.value)) },
            underlying: underlying)
        return try define(enumeration, tag)
    }

    /// Once the enumeration is complete, a constant that no int holds has the enumeration's own type.
    private mutating func promote(_ constants: [ReadConstant], to underlying: IntegerType) {
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
}

/// A constant with its exact value.
struct ReadConstant {
    let name: String
    let value: ConstantValue
}

extension DeclarationParser {
    /// Reads the constants with the braces around them.
    private mutating func readConstants() throws(Diagnostic) -> [ReadConstant] {
        advance()
        var constants: [ReadConstant] = []
        var own: Set<String> = []
        repeat {
            if at("}"), !constants.isEmpty { break }
            let name = try expectName("the name of a constant")
            while try skipAttributes() {}
            let value = try take("=") == nil ? next(after: constants.last, at: name) : readConstant()
            let constant = ReadConstant(name: name.text, value: value.promotedToInt)
            try declare(constant, at: name, isNew: own.insert(name.text).inserted)
            constants.append(constant)
        } while take(",") != nil
        try expect("}", "after the constants")
        return constants
    }

    /// A constant without a value is one more than the one before it.
    private func next(after last: ReadConstant?, at name: Token) throws(Diagnostic) -> ConstantValue {
        guard let last else { return ConstantValue(0, .int) }
        let (value, type) = (last.value.value + 1, last.value.type)
        guard type.range.contains(value) else {
            throw problem(
                "constant", "\"\(name.text)\" would be \(value), which \"\(type.rawValue)\" does not hold",
                at: name.range, suggestion: "write its value, as in \"\(name.text) = \(value)\"")
        }
        return ConstantValue(value, type)
    }

    private mutating func declare(_ constant: ReadConstant, at name: Token, isNew: Bool) throws(Diagnostic) {
        let known = names.constants[constant.name]
        if isNew, let known, known.value.value == constant.value.value { return }
        if known != nil || names.typedefs[constant.name] != nil || names.functions[constant.name] != nil {
            throw redeclared("\"\(constant.name)\"", at: name.range, before: names.place(of: constant.name))
        }
        names.constants[constant.name] = .init(value: constant.value, range: place(name.range))
    }
}

extension ConstantValue {
    /// A constant that an int holds is an int, whatever its expression was.
    fileprivate var promotedToInt: ConstantValue {
        IntegerType.int.range.contains(value) ? ConstantValue(value, .int) : self
    }
}
