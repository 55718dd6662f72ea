// SPDX-License-Identifier: Apache-2.0

extension Value {
    /// The value with the bytes of each `char[n]` in it whose text does not say all of them, as a file can hold them.
    ///
    /// - Complexity: O(size of the value).
    package var showingKeptBytes: Value {
        switch self {
        case .array(let elements): .array(elements.map(\.showingKeptBytes))
        case .object(let members):
            .object(members.map { Member($0.name, $0.keptBytes.map($0.value.asBytes) ?? $0.value.showingKeptBytes) })
        case .null, .bool, .number, .string, .bytes, .handle: self
        }
    }

    /// A text, or an array of texts of the same size, as the bytes that it was read from.
    private func asBytes(_ bytes: [UInt8]) -> Value {
        guard case .array(let texts) = self, !texts.isEmpty else { return .bytes(bytes) }
        let size = bytes.count / texts.count
        return .array(texts.enumerated().map { $1.asBytes(Array(bytes[$0 * size..<($0 + 1) * size])) })
    }
}

extension Value.Member {
    /// The member with a value that stands for the same, in another form. Where the form is the same too, it keeps its
    /// bytes.
    package func formed<Thrown: Error>(_ form: (Value) throws(Thrown) -> Value) throws(Thrown) -> Value.Member {
        let formed = try form(value)
        return Value.Member(name, formed, keeping: keptBytes != nil && formed.isEqual(to: value) ? keptBytes : nil)
    }
}
