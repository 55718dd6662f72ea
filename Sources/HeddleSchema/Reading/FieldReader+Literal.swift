// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
package import HeddleJSON

extension FieldReader {
    /// Reads a value in which nothing can refer to a saved value: `{"bytes": …}` and `{"hex": …}` are bytes.
    package func literal(_ field: Field) -> Located<Value>? {
        value(field).map { Located($0, at: field.range) }
    }

    /// Reads an object of literals by their names, whatever the names are.
    package func literals(_ field: Field) -> [LocatedMember]? {
        guard let members = members(field) else { return nil }
        let all = Array(members)
        let read = all.compactMap { member in
            literal(field.member(member)).map {
                LocatedMember(name: Located(member.name, at: member.nameRange), value: $0)
            }
        }
        return read.count == all.count ? read : nil
    }

    private func value(_ field: Field) -> Value? {
        switch field.node.content {
        case .array(let elements):
            let all = elements.map { value(field.element($0)) }
            let read = all.compactMap(\.self)
            return read.count == all.count ? .array(read) : nil
        case .object(let members):
            if let special = SpecialObject(members) { return value(special) }
            let all = members.map { member in value(field.member(member)).map { Value.Member(member.name, $0) } }
            let read = all.compactMap(\.self)
            return read.count == all.count ? .object(read) : nil
        case let scalar: return scalar.value
        }
    }

    private func value(_ special: SpecialObject) -> Value? {
        guard special.kind != .ref else {
            let found = special.text.range.excerpt
            report(
                .badReference, "found a reference to \(found), expected a value that is known here",
                at: special.text.range, label: "only steps refer to values")
            return nil
        }
        return bytes(special).map(Value.bytes)
    }

    /// Reads the bytes that `{"bytes": …}` or `{"hex": …}` stands for.
    package func bytes(_ special: SpecialObject) -> [UInt8]? {
        if let bytes = special.bytes { return bytes }
        let form = special.kind == .hex ? "pairs of hexadecimal digits" : "base64 in groups of four characters"
        let found = special.text.range.excerpt
        report(
            .badBytes, "bytes are written as \(found), expected \(form)", at: special.text.range, label: "text \(found)"
        )
        return nil
    }
}

/// A member of an object of literals.
package struct LocatedMember: Sendable {
    /// The name.
    package let name: Located<String>
    /// The value.
    package let value: Located<Value>
}

/// An object with one key whose text stands for something else.
package struct SpecialObject {
    /// The key.
    package enum Kind: String, Sendable {
        case ref
        case bytes
        case hex
    }

    /// The key.
    package let kind: Kind
    /// The text under the key.
    package let text: Located<String>

    /// Takes an object; nil unless it is such a one.
    package init?(_ members: JSONObject) {
        var iterator = members.makeIterator()
        guard let only = iterator.next(), iterator.next() == nil else { return nil }
        guard let kind = Kind(rawValue: only.name), case .text(let text) = only.value.content else { return nil }
        self.kind = kind
        self.text = Located(text, at: only.value.range)
    }

    fileprivate var bytes: [UInt8]? {
        switch kind {
        case .ref: nil
        case .bytes: HeddleDeclarations.bytes(fromBase64: text.value)
        case .hex: HeddleSchema.bytes(fromHexadecimal: text.value)
        }
    }
}

/// Reads bytes from pairs of hexadecimal digits; nil for anything else.
package func bytes(fromHexadecimal text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap(hexadecimalValue)
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
