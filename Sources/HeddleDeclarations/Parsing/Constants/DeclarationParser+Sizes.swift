// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Returns whether a token begins the name of a type.
    func beginsType(_ token: Token) -> Bool {
        switch token.meaning {
        case .arithmetic, .tag, .const, .harmless: true
        default: names.typedefs[token.text] != nil
        }
    }

    /// Reads `(type)`.
    mutating func readTypeName() throws(Diagnostic) -> (type: CType, range: Range<Int>) {
        let start = position
        advance()
        let type = try readUnnamedType()
        try expect(")", "after the type")
        let range = range(from: start)
        try checkMeasure(of: type, at: range)
        return (type, range)
    }

    /// Reads a type without a name.
    mutating func readUnnamedType() throws(Diagnostic) -> CType {
        let wasInParameters = isInParameters
        isInParameters = true
        defer { isInParameters = wasInParameters }
        let specifiers = try readSpecifiers(of: .parameter)
        reportMisplaced(specifiers.annotations)
        refuseLayout(specifiers.attributes, "says nothing about a type in parentheses")
        let declarator = try readDeclarator()
        if let name = declarator.name { throw problem(.syntax, "expected a type without a name", at: name.range) }
        return try build(declarator, on: specifiers.qualified).type
    }

    /// `sizeof (type)` or `_Alignof (type)`, a constant of the type `size_t`.
    mutating func readSize() throws(Diagnostic) -> ConstantValue {
        let word = advance()
        guard at("("), beginsType(token(ahead: 1)) else {
            throw expected("a type in parentheses after \"\(word.text)\"")
        }
        let (type, range) = try readTypeName()
        guard let layout = type.layout else { throw problem(.constant, "\"\(type)\" has no size", at: range) }
        return ConstantValue(Int128(word.text == "sizeof" ? layout.size : layout.alignment), .unsignedLong)
    }

    /// `(type) operand`, to an integer type.
    mutating func readCast(_ unknown: UnknownConstant) throws(Diagnostic) -> ConstantValue {
        let (type, range) = try readTypeName()
        let operand = try nested { parser throws(Diagnostic) in try parser.readUnary(unknown) }
        switch type.canonical {
        case .bool: return ConstantValue(operand.isTrue)
        case .integer(let integer) where integer.size <= 8: return operand.cast(to: integer)
        case .enumeration(let enumeration): return operand.cast(to: enumeration.underlying)
        default:
            throw problem(
                .constant, "a constant is an integer of at most 64 bits, and cannot be a \"\(type)\"", at: range)
        }
    }

    // MARK: Offsets

    /// `offsetof(type, member.inner[2])`, a constant of the type `size_t`.
    mutating func readOffset() throws(Diagnostic) -> ConstantValue {
        let word = advance()
        guard at("("), beginsType(token(ahead: 1)) else {
            throw expected("a type in parentheses after \"\(word.text)\"")
        }
        advance()
        let start = position
        var (type, offset) = (try readUnnamedType(), 0)
        try checkMeasure(of: type, at: range(from: start))
        try expect(",", "after the type")
        try enterMember(&type, &offset)
        while !at(")") {
            if at("[") {
                try enterElement(&type, &offset)
            } else {
                try expect(".", "or \")\" after the member")
                try enterMember(&type, &offset)
            }
        }
        advance()
        return ConstantValue(Int128(offset), .unsignedLong)
    }

    private mutating func enterMember(_ type: inout CType, _ offset: inout Int) throws(Diagnostic) {
        let name = try expectName("the name of a member")
        guard case .record(let record) = type.canonical, let found = record.place(of: name.text) else {
            throw problem(.constant, "\"\(type)\" has no member \"\(name.text)\"", at: name.range)
        }
        guard found.bits == nil else {
            throw problem(.constant, "\"\(name.text)\" is a bit-field, which has no offset in bytes", at: name.range)
        }
        (type, offset) = (found.type, offset + found.offset)
    }

    private mutating func enterElement(_ type: inout CType, _ offset: inout Int) throws(Diagnostic) {
        let open = advance()
        let index = try readConstant().value
        try expect("]", "after the index")
        guard case .array(let element, let count) = type.canonical, let size = element.layout?.size,
            index >= 0, index <= Int128(count ?? TypeMeasure.mostBytes / max(1, size))
        else { throw problem(.constant, "\"\(type)\" has no element \(index)", at: open.range) }
        (type, offset) = (element, offset + Int(index) * size)
    }
}

extension ConstantValue {
    /// The value truncated to a type's bits, as in gcc and clang, and promoted again.
    fileprivate func cast(to type: IntegerType) -> ConstantValue {
        let bits = Int128(type.size * 8)
        let low = value & ((1 << bits) - 1)
        let cut = type.isSigned && low >> (bits - 1) == 1 ? low - (1 << bits) : low
        return ConstantValue(cut, type.promoted)
    }
}

extension IntegerType {
    /// The type that arithmetic has with values of this one.
    var promoted: IntegerType {
        switch self {
        case .longLong: .long
        case .unsignedLongLong: .unsignedLong
        default: size < IntegerType.int.size ? .int : self
        }
    }
}

extension RecordType {
    /// The offset of a member, including members of anonymous members; nil if there is none of the name, or no layout.
    package func place(of name: String) -> (type: CType, offset: Int, bits: Int?)? {
        guard let members, let places = layout?.places else { return nil }
        for (member, place) in zip(members, places) {
            if member.name == name { return (member.type, place.offset, place.bits) }
            guard member.name == nil, case .record(let inner) = member.type else { continue }
            if let found = inner.place(of: name) { return (found.type, place.offset + found.offset, found.bits) }
        }
        return nil
    }
}
