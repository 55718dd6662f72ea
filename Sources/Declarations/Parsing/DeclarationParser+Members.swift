// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The members of a structure while they are being read.
private struct MemberList {
    var members: [RecordType.Member] = []
    /// Where each name stands, those of anonymous members among them.
    var places: [String: Range<Int>] = [:]
    /// A member after which no other may come.
    var flexible: Range<Int>?
}

extension DeclarationParser {
    /// Reads the members of a structure or union with the braces around them.
    mutating func readMembers() throws(Diagnostic) -> [RecordType.Member] {
        let start = position
        advance()
        var list = MemberList()
        while take("}") == nil {
            if take(";") == nil { try readMember(into: &list) }
        }
        if list.members.isEmpty {
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
            try addAnonymous(specifiers.type, at: range(from: start), to: &list)
        } else {
            repeat { try readNamed(on: specifiers.qualified, into: &list) } while take(",") != nil
        }
        try expect(";", "after the member")
    }

    private mutating func readNamed(on base: QualifiedType, into list: inout MemberList) throws(Diagnostic) {
        let declarator = try readDeclarator()
        let trailer = try readTrailer()
        if at(":") { throw unsupported("bit-fields", at: declarator.name?.range ?? current.range) }
        guard let name = declarator.name else { throw expected("the name of the member") }
        reportMisplaced(trailer.annotations)
        reportNestedAnnotations(in: declarator.steps[...])
        let type = try build(declarator, on: base).type
        try checkMeasure(of: type, at: name.range)
        try checkMember(type, name, &list)
        add(name.text, at: name.range, to: &list)
        list.members.append(RecordType.Member(name: name.text, type: type))
    }

    private mutating func checkMember(_ type: CType, _ name: Token, _ list: inout MemberList) throws(Diagnostic) {
        if let flexible = list.flexible { throw notLast(flexible) }
        if case .array(_, nil) = type.canonical {
            list.flexible = name.range
        } else if type.hasFlexibleArray {
            throw problem("type", "\"\(name.text)\" has no fixed size", at: name.range)
        } else if !type.isComplete {
            throw problem(
                "type", "\"\(name.text)\" cannot have the type \"\(type)\", which has no size", at: name.range)
        }
    }

    private func notLast(_ flexible: Range<Int>) -> Diagnostic {
        problem("type", "an array without a size must be the last member", at: flexible)
    }

    /// `struct { … };` among members: its members are the outer one's.
    private mutating func addAnonymous(
        _ type: CType, at range: Range<Int>, to list: inout MemberList
    ) throws(Diagnostic) {
        guard case .record(let record) = type, record.tag == nil else {
            throw problem("syntax", "the declaration declares no member", at: range)
        }
        if let flexible = list.flexible { throw notLast(flexible) }
        if type.hasFlexibleArray { throw problem("type", "the member has no fixed size", at: range) }
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
