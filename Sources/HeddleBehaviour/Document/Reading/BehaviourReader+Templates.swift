// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Reads a value in which `{"ref": "name"}` stands for a saved value; others may be made of such.
    func template(_ field: Field) -> Located<Template>? {
        switch field.node.content {
        case .array(let elements): array(elements, field)
        case .object(let members): object(members, field)
        case let scalar: Located(.literal(scalar.value), at: field.range)
        }
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
        if let computed = computed(members, field) { return computed }
        let all = members.map { member($0, of: field) }
        let literals = all.allPresent { member in
            member?.value.value.literal.map { Value.Member(member?.name.value ?? "", $0) }
        }
        if let literals { return Located(.literal(.object(literals)), at: field.range) }
        return all.allPresent(\.self).map { Located(.object($0), at: field.range) }
    }

    func member(_ member: JSONObject.Member, of field: Field) -> Template.Member? {
        template(field.member(member))
            .map { Template.Member(name: Located(member.name, at: member.nameRange), value: $0) }
    }

    private func template(_ special: SpecialObject, _ field: Field) -> Located<Template>? {
        switch special.kind {
        case .ref: reference(special.text).map { Located(.reference($0), at: field.range) }
        case .bytes, .hex: bytes(special).map { Located(.literal(.bytes($0)), at: field.range) }
        }
    }
}

extension Array {
    /// The transformed elements; nil if the transform rejects one.
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
