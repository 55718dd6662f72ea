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
        let members = try nested { parser throws(Diagnostic) in try parser.readMembers() }
        var attributes = earlier
        try readClosingAttributes(into: &attributes)
        let place = tag?.range ?? keyword.range
        let record = RecordType(
            kind: kind, tag: tag?.text, members: try packed(members, isRecordPacked: attributes.isPacked, at: place),
            isPacked: attributes.isPacked, alignment: typeAlignment(attributes))
        try checkMeasure(of: .record(record), at: place)
        return try define(record, tag)
    }

    /// Attributes behind the closing brace are the type's, but for those in brackets, which compilers refuse there.
    mutating func readClosingAttributes(into attributes: inout Attributes) throws(Diagnostic) {
        while current.meaning == .attribute { _ = try readAttributes(into: &attributes) }
        while at("["), try skipAttributes() {}
    }

    func refuseDefinitionInParameters(_ keyword: Token) throws(Diagnostic) {
        if isInParameters {
            throw problem(
                "syntax", "a type cannot be defined among parameters", at: keyword.range,
                suggestion: "define it in a declaration of its own before")
        }
    }

    /// Completes a tag; the same members again are welcome, others are not.
    private mutating func define(_ record: RecordType, _ tag: Token?) throws(Diagnostic) -> CType {
        guard let tag else { return .record(record) }
        declarations.append(.type(name: record.specifier, .record(record)))
        if let before = names.tags[tag.text], case .record(let known) = before.type, known.members != nil {
            guard known.hasSameMembers(as: record) else {
                throw redeclared("\"\(record.specifier)\"", at: tag.range, before: before.range)
            }
            return before.type
        }
        names.define(tag: tag.text, as: .record(record), at: place(tag.range))
        return .record(record)
    }
}
