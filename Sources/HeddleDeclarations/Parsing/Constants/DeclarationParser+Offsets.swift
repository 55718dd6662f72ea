// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
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
            throw problem("constant", "\"\(type)\" has no member \"\(name.text)\"", at: name.range)
        }
        guard found.bits == nil else {
            throw problem("constant", "\"\(name.text)\" is a bit-field, which has no offset in bytes", at: name.range)
        }
        (type, offset) = (found.type, offset + found.offset)
    }

    private mutating func enterElement(_ type: inout CType, _ offset: inout Int) throws(Diagnostic) {
        let open = advance()
        let index = try readConstant().value
        try expect("]", "after the index")
        guard case .array(let element, let count) = type.canonical, let size = element.layout?.size,
            index >= 0, index <= Int128(count ?? TypeMeasure.mostBytes / max(1, size))
        else { throw problem("constant", "\"\(type)\" has no element \(index)", at: open.range) }
        (type, offset) = (element, offset + Int(index) * size)
    }
}

extension RecordType {
    /// Where a member lies, also one of an anonymous member; nil where there is none of the name, or no layout.
    fileprivate func place(of name: String) -> (type: CType, offset: Int, bits: Int?)? {
        guard let members, let places = layout?.places else { return nil }
        for (member, place) in zip(members, places) {
            if member.name == name { return (member.type, place.offset, place.bits) }
            guard member.name == nil, case .record(let inner) = member.type else { continue }
            if let found = inner.place(of: name) { return (found.type, place.offset + found.offset, found.bits) }
        }
        return nil
    }
}
