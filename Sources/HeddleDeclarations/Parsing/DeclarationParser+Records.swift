// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Reads `struct` or `union` with its attributes and its tag, its members or both.
    mutating func readRecord() throws(Diagnostic) -> CType {
        let keyword = advance()
        let kind: RecordType.Kind = keyword.text == "union" ? .union : .structure
        var attributes = Attributes()
        while try readAttributes(into: &attributes) {}
        let tag = isName(current) ? advance() : nil
        if at("{") { return try readDefinition(of: kind, keyword: keyword, tag: tag, attributes) }
        guard let tag else { throw expected("a tag or \"{\" after \"\(kind.rawValue)\"") }
        refuseLayout(
            attributes, "is without effect here", advice: "write it where \"\(kind.rawValue) \(tag.text)\" is defined")
        return try opaque(kind, tag)
    }

    /// The type of a tag as far as it is known.
    private mutating func opaque(_ kind: RecordType.Kind, _ tag: Token) throws(Diagnostic) -> CType {
        if let known = names.tags[tag.text] {
            guard case .record(let record) = known.type, record.kind == kind else {
                throw redeclared("\"\(kind.rawValue) \(tag.text)\"", at: tag.range, before: known.range)
            }
            return known.type
        }
        let type = CType.record(RecordType(kind: kind, tag: tag.text, members: nil))
        names.tags[tag.text] = KnownNames.Tagged(type: type, range: place(tag.range))
        return type
    }

    private mutating func readDefinition(
        of kind: RecordType.Kind, keyword: Token, tag: Token?, _ earlier: Attributes
    ) throws(Diagnostic) -> CType {
        try refuseDefinitionInParameters(keyword)
        if let tag { _ = try opaque(kind, tag) }
        let list = try nested { parser throws(Diagnostic) in try parser.readMembers(of: kind, tag: tag?.text) }
        var members = list.members
        if let tag, let annotations = names.annotations["\(kind.rawValue) \(tag.text)"] {
            members = annotated(members, of: kind, tag: tag.text, by: annotations).members
        }
        refuseUnselectedCases(in: list, among: members)
        var attributes = earlier
        try readClosingAttributes(into: &attributes)
        let place = tag?.range ?? keyword.range
        let record = RecordType(
            kind: kind, tag: tag?.text, members: try packed(members, isRecordPacked: attributes.isPacked, at: place),
            isPacked: attributes.isPacked, alignment: typeAlignment(attributes))
        try checkMeasure(of: .record(record), at: place)
        return try define(record, tag)
    }

    /// Attributes after the closing brace belong to the type, except for those in brackets, which compilers refuse
    /// there.
    mutating func readClosingAttributes(into attributes: inout Attributes) throws(Diagnostic) {
        while current.meaning == .attribute { _ = try readAttributes(into: &attributes) }
        while at("["), try skipAttributes() {}
    }

    func refuseDefinitionInParameters(_ keyword: Token) throws(Diagnostic) {
        if isInParameters {
            throw problem(
                .syntax, "a type cannot be defined among parameters", at: keyword.range,
                suggestion: "define it in a declaration of its own before")
        }
    }

    /// Completes a tag. A second definition must have the same members, and one of a structure that is known from the
    /// start the same layout: it may name the members otherwise.
    private mutating func define(_ record: RecordType, _ tag: Token?) throws(Diagnostic) -> CType {
        guard let tag else { return .record(record) }
        declarations.append(.type(name: record.specifier, .record(record)))
        if let before = names.tags[tag.text], case .record(let known) = before.type, known.members != nil,
            before.range != nil || !known.hasSameLayout(as: record)
        {
            guard known.hasSameMembers(as: record) else {
                throw redeclared("\"\(record.specifier)\"", at: tag.range, before: before.range)
            }
            if !record.hasSameAnnotations(as: known), record.isAnnotated {
                throw problem(
                    .annotation, "\"\(record.specifier)\" is defined already, and gets no annotations here",
                    at: tag.range, suggestion: "write them in \"annotate\" under \"\(record.specifier)\"",
                    notes: before.range.map { [Diagnostic.Note("defined before", at: $0)] } ?? [])
            }
            return before.type
        }
        names.define(tag: tag.text, as: .record(record), at: place(tag.range))
        return .record(record)
    }

    // MARK: Members

    /// Reads the members of a structure or union with the braces around them.
    private mutating func readMembers(of kind: RecordType.Kind, tag: String?) throws(Diagnostic) -> MemberList {
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
            throw problem(.type, "a structure has at least one member", at: range(from: start))
        }
        if let flexible = list.flexible, list.members.count == 1 {
            throw problem(.type, "an array without a size needs another member before it", at: flexible)
        }
        list.members = annotated(list, of: kind, tag: tag)
        return list
    }

    private mutating func readMember(into list: inout MemberList) throws(Diagnostic) {
        let start = position
        let specifiers = try readSpecifiers(of: .member)
        if at(";") {
            try addAnonymous(specifiers, at: range(from: start), to: &list)
            list.annotateLast(specifiers.annotations)
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
        list.annotateLast(specifiers.annotations + trailer.annotations)
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
        if type.hasFlexibleArray { throw problem(.type, "\"\(name)\" has no fixed size", at: place) }
        if !type.isComplete {
            throw problem(.type, "\"\(name)\" cannot have the type \"\(type)\", which has no size", at: place)
        }
    }

    private func notLast(_ flexible: Range<Int>) -> Diagnostic {
        problem(.type, "an array without a size must be the last member", at: flexible)
    }

    /// `struct { … };` among members: its members are the outer one's.
    private mutating func addAnonymous(
        _ specifiers: Specifiers, at range: Range<Int>, to list: inout MemberList
    ) throws(Diagnostic) {
        let type = specifiers.type
        guard case .record(let record) = type, record.tag == nil else {
            throw problem(.syntax, "the declaration declares no member", at: range)
        }
        if let flexible = list.flexible { throw notLast(flexible) }
        if type.hasFlexibleArray { throw problem(.type, "the member has no fixed size", at: range) }
        refuseLayout(specifiers.attributes, "is without effect here", advice: "write it after \"}\"")
        for name in record.memberNames { add(name, at: range, to: &list) }
        list.members.append(RecordType.Member(name: nil, type: type))
    }

    private mutating func add(_ name: String, at range: Range<Int>, to list: inout MemberList) {
        if let first = list.places.updateValue(range, forKey: name) {
            report(
                problem(
                    .redeclared, "there are two members called \"\(name)\"", at: range,
                    notes: [Diagnostic.Note("the first one is", at: place(first))]))
        }
    }

    // MARK: Fields

    /// Reads `: n` after a member; nil if there is none.
    mutating func readWidth() throws(Diagnostic) -> FieldWidth? {
        guard take(":") != nil else { return nil }
        let start = position
        let value = try readConstant().value
        let range = range(from: start)
        if value < 0 { throw problem(.type, "a bit-field of \(value) bits", at: range) }
        return FieldWidth(bits: Int(clamping: value), range: range)
    }

    /// Refuses a bit-field that C does not have, or on which compilers disagree.
    func checkField(_ type: CType, _ width: FieldWidth, _ name: Token?) throws(Diagnostic) {
        let place = name?.range ?? width.range
        guard let most = type.mostFieldBits else {
            throw problem(.type, "a bit-field is an integer, and this is \"\(type)\"", at: place)
        }
        if let name, width.bits == 0 {
            throw problem(
                .type, "\"\(name.text)\" has 0 bits", at: width.range, suggestion: "leave out the name: \": 0\"")
        }
        if width.bits > most {
            throw problem(.type, "\"\(type)\" has \(most) bits, not \(width.bits)", at: width.range)
        }
        if type.ownAlignment != nil {
            throw problem(
                .type, "compilers disagree where a bit-field lies whose type has an alignment of its own", at: place)
        }
    }

    /// The alignment that a member asks for; one that is less than its type's is not always possible.
    mutating func memberAlignment(_ attributes: Attributes, of type: CType, isField: Bool) -> Int? {
        let natural = type.layoutAsMember?.alignment ?? 1
        for alignment in attributes.alignments {
            let flaw = isField ? alignment.flaw(onField: natural) : alignment.flaw(on: type, natural)
            if let flaw { report(problem(.attribute, flaw, at: alignment.range)) }
        }
        return attributes.alignment
    }
}

/// The members of a structure while they are being read.
struct MemberList {
    var members: [RecordType.Member] = []
    /// The annotations, each with the index of its member.
    private(set) var annotations: [(member: Int, use: AnnotationUse)] = []
    /// The place of each name, including those of anonymous members.
    fileprivate var places: [String: Range<Int>] = [:]
    /// A member after which no other may come.
    fileprivate var flexible: Range<Int>?

    /// The place of a member's name, or of the member that has none.
    func place(of member: RecordType.Member) -> Range<Int>? {
        if let name = member.name { return places[name] }
        guard case .record(let inner) = member.type else { return nil }
        return inner.memberNames.lazy.compactMap { places[$0] }.first
    }

    /// Notes annotations of the last member.
    fileprivate mutating func annotateLast(_ uses: [AnnotationUse]) {
        annotations += uses.map { (members.count - 1, $0) }
    }
}

extension Declarator {
    /// `T x[0]` is how C wrote an array of any size before 1999.
    fileprivate mutating func loosenArray() {
        if case .array(count: 0, let range) = steps.first { steps[0] = .array(count: nil, range: range) }
    }
}

extension RecordType {
    /// True if annotations say more of the members than their types do.
    fileprivate var isAnnotated: Bool {
        (members ?? []).contains { member in
            member.isAnnotated || member.type.writtenFunction?.parameters.contains(where: \.isAnnotated) == true
        }
    }

    /// Returns whether the members have the same annotations as those of another record with the same members.
    fileprivate func hasSameAnnotations(as other: RecordType) -> Bool {
        zip(members ?? [], other.members ?? []).allSatisfy {
            $0.buffer == $1.buffer && $0.selector == $1.selector && $0.stands == $1.stands
                && zip($0.type.writtenFunction?.parameters ?? [], $1.type.writtenFunction?.parameters ?? [])
                    .allSatisfy { $0.hasSameAnnotations(as: $1) }
        }
    }

    /// The names by which members are reached, through anonymous ones too.
    fileprivate var memberNames: [String] {
        (members ?? []).flatMap { member -> [String] in
            if let name = member.name { return [name] }
            if case .record(let inner) = member.type { return inner.memberNames }
            return []
        }
    }
}

/// The width of a bit-field.
struct FieldWidth {
    let bits: Int
    let range: Range<Int>
}

extension Attributes.Alignment {
    fileprivate func flaw(on type: CType, _ natural: Int) -> String? {
        guard isSpecifier, bytes < natural else { return nil }
        return "\"\(type)\" is aligned to \(natural) bytes; \"packed\" lessens that, and \"_Alignas\" cannot"
    }

    fileprivate func flaw(onField natural: Int) -> String? {
        if isSpecifier { return "C has no bit-fields with \"_Alignas\"" }
        return bytes < natural ? "compilers disagree where a bit-field lies that is aligned to less than its type" : nil
    }
}

extension CType {
    /// The maximum number of bits of a bit-field of the type; nil if it cannot have one.
    fileprivate var mostFieldBits: Int? {
        switch canonical {
        case .bool: 1
        case .integer(let integer): integer.size * 8
        case .enumeration(let enumeration): enumeration.underlying.size * 8
        default: nil
        }
    }
}
