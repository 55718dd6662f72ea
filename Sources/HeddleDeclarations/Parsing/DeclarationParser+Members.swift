// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The members of a structure while they are being read.
struct MemberList {
    var members: [RecordType.Member] = []
    /// Where each name stands, those of anonymous members among them.
    fileprivate var places: [String: Range<Int>] = [:]
    /// A member after which no other may come.
    fileprivate var flexible: Range<Int>?
}

extension DeclarationParser {
    /// Reads the members of a structure or union with the braces around them.
    mutating func readMembers() throws(Diagnostic) -> [RecordType.Member] {
        let start = position
        advance()
        var list = MemberList()
        while take("}") == nil {
            if current.meaning == .assertion {
                try readAssertion()
            } else if take(";") == nil {
                try readMember(into: &list)
            }
        }
        if !list.members.contains(where: { $0.name != nil || $0.bits == nil }) {
            throw problem("type", "a structure has at least one member", at: range(from: start))
        }
        if let flexible = list.flexible, list.members.count == 1 {
            throw problem("type", "an array without a size needs another member before it", at: flexible)
        }
        return list.members
    }

    private mutating func readMember(into list: inout MemberList) throws(Diagnostic) {
        let start = position
        let specifiers = try readSpecifiers(of: .member)
        reportMisplaced(specifiers.annotations)
        if at(";") {
            try addAnonymous(specifiers, at: range(from: start), to: &list)
        } else {
            repeat { try readDeclared(with: specifiers, into: &list) } while take(",") != nil
        }
        try expect(";", "after the member")
    }

    /// One member, or a bit-field with a name or without.
    private mutating func readDeclared(
        with specifiers: Specifiers, into list: inout MemberList
    ) throws(Diagnostic) {
        var declarator = try readDeclarator()
        let width = try readWidth()
        var trailer = try readTrailer()
        guard declarator.name != nil || width != nil else { throw expected("the name of the member") }
        reportMisplaced(trailer.annotations)
        trailer.attributes.append(specifiers.attributes)
        if width == nil { declarator.loosenArray() }
        let type = try build(declarator, on: specifiers.qualified).type
        let place = declarator.name?.range ?? width?.range ?? declarator.range
        try checkMeasure(of: type, at: place)
        try check(type, width, declarator.name, at: place, &list)
        let alignment = memberAlignment(trailer.attributes, of: type, isField: width != nil)
        list.members.append(
            RecordType.Member(
                name: declarator.name?.text, type: type, bits: width?.bits, isPacked: trailer.attributes.isPacked,
                alignment: alignment))
    }

    private mutating func check(
        _ type: CType, _ width: FieldWidth?, _ name: Token?, at place: Range<Int>, _ list: inout MemberList
    ) throws(Diagnostic) {
        if let flexible = list.flexible { throw notLast(flexible) }
        if let width {
            try checkField(type, width, name)
        } else if case .array(_, nil) = type.canonical {
            list.flexible = place
        } else {
            try checkSized(type, place)
        }
        if let name { add(name.text, at: name.range, to: &list) }
    }

    private func checkSized(_ type: CType, _ place: Range<Int>) throws(Diagnostic) {
        let name = self.place(place).text
        if type.hasFlexibleArray { throw problem("type", "\"\(name)\" has no fixed size", at: place) }
        if !type.isComplete {
            throw problem("type", "\"\(name)\" cannot have the type \"\(type)\", which has no size", at: place)
        }
    }

    private func notLast(_ flexible: Range<Int>) -> Diagnostic {
        problem("type", "an array without a size must be the last member", at: flexible)
    }
}

extension DeclarationParser {
    /// `struct { … };` among members: its members are the outer one's.
    private mutating func addAnonymous(
        _ specifiers: Specifiers, at range: Range<Int>, to list: inout MemberList
    ) throws(Diagnostic) {
        let type = specifiers.type
        guard case .record(let record) = type, record.tag == nil else {
            throw problem("syntax", "the declaration declares no member", at: range)
        }
        if let flexible = list.flexible { throw notLast(flexible) }
        if type.hasFlexibleArray { throw problem("type", "the member has no fixed size", at: range) }
        refuseLayout(specifiers.attributes, "is without effect here", advice: "write it behind \"}\"")
        for name in record.memberNames { add(name, at: range, to: &list) }
        list.members.append(RecordType.Member(name: nil, type: type))
    }

    private mutating func add(_ name: String, at range: Range<Int>, to list: inout MemberList) {
        if let first = list.places.updateValue(range, forKey: name) {
            report(
                problem(
                    "redeclared", "there are two members called \"\(name)\"", at: range,
                    notes: [Diagnostic.Note("the first one is", at: place(first))]))
        }
    }
}

extension Declarator {
    /// `T x[0]` is how C wrote an array of any size before 1999.
    fileprivate mutating func loosenArray() {
        if case .array(count: 0, let range) = steps.first { steps[0] = .array(count: nil, range: range) }
    }
}

extension RecordType {
    /// The names by which members are reached, through anonymous ones too.
    fileprivate var memberNames: [String] {
        (members ?? []).flatMap { member -> [String] in
            if let name = member.name { return [name] }
            if case .record(let inner) = member.type { return inner.memberNames }
            return []
        }
    }
}
