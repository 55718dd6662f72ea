// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

extension BehaviourReader {
    /// Reads a value in which `{"ref": "name"}` stands for a saved value.
    func template(_ field: Field) -> Located<Template>? {
        switch field.node.content {
        case .array(let elements): array(elements, field)
        case .object(let members): object(members, field)
        case let scalar: Located(.literal(scalar.value), at: field.range)
        }
    }

    /// Reads a value where nothing is saved that it could refer to.
    func literal(_ field: Field) -> Located<Value>? {
        let template = withoutReferences { self.template(field) }
        return template.flatMap { template in template.value.literal.map { Located($0, at: template.range) } }
    }

    private func array(_ elements: JSONArray, _ field: Field) -> Located<Template>? {
        let all = elements.map { template(field.element($0)) }
        if let literals = all.allPresent({ $0?.value.literal }) {
            return Located(.literal(.array(literals)), at: field.range)
        }
        return all.allPresent(\.self).map { Located(.array($0), at: field.range) }
    }

    private func object(_ members: JSONObject, _ field: Field) -> Located<Template>? {
        if let special = SpecialObject(members) { return template(special, field) }
        let all = members.map { member($0, of: field) }
        let literals = all.allPresent { member in
            member?.value.value.literal.map { Value.Member(member?.name.value ?? "", $0) }
        }
        if let literals { return Located(.literal(.object(literals)), at: field.range) }
        return all.allPresent(\.self).map { Located(.object($0), at: field.range) }
    }

    func member(_ member: JSONObject.Member, of field: Field) -> Template.Member? {
        template(Field(key: member.name, owner: "\"\(field.key)\"", node: member.value))
            .map { Template.Member(name: Located(member.name, at: member.nameRange), value: $0) }
    }

    private func template(_ special: SpecialObject, _ field: Field) -> Located<Template>? {
        let text = special.text
        switch special.kind {
        case .ref:
            return reference(text).map { Located(.reference($0), at: field.range) }
        case .bytes, .hex:
            let bytes = special.kind == .hex ? bytes(fromHexadecimal: text.value) : bytes(fromBase64: text.value)
            if let bytes { return Located(.literal(.bytes(bytes)), at: field.range) }
            let name = special.kind == .hex ? "pairs of hexadecimal digits" : "base64 in groups of four characters"
            note(
                .badBytes, "bytes are written as \(text.range.excerpt), expected \(name)", at: text.range,
                label: "text \(text.range.excerpt)")
            return nil
        }
    }
}

extension Array {
    /// What the transform makes of each element; nil where it makes nothing of one.
    fileprivate func allPresent<Result>(_ transform: (Element) -> Result?) -> [Result]? {
        var results: [Result] = []
        results.reserveCapacity(count)
        for element in self {
            guard let result = transform(element) else { return nil }
            results.append(result)
        }
        return results
    }
}

/// An object with exactly one key whose text stands for something else.
private struct SpecialObject {
    enum Kind: String {
        case ref
        case bytes
        case hex
    }

    let kind: Kind
    let text: Located<String>

    init?(_ members: JSONObject) {
        var iterator = members.makeIterator()
        guard let only = iterator.next(), iterator.next() == nil else { return nil }
        guard let kind = Kind(rawValue: only.name), case .text(let text) = only.value.content else { return nil }
        self.kind = kind
        self.text = Located(text, at: only.value.range)
    }
}
