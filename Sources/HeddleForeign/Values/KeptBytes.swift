// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A `char[n]` comes as the text before its first NUL. Libraries also use it for bytes of their own, as for the members
/// of a structure that they do not show. So a field keeps its bytes where the text does not say them, and they are
/// written again with the value that was read with them.
extension RecordShape.Field {
    /// The bytes of the field of a record in memory; nil where its value says all of them.
    func bytesToKeep(in record: UnsafeRawPointer) -> [UInt8]? {
        guard case .element(let element, let offset) = content, element.isCharacters,
            unsafe element.hidesBytes(at: record + offset)
        else { return nil }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: record + offset, count: element.size))
    }

    /// The bytes of characters for the field, where a member has them: those that were given, and those that were kept
    /// with the value. Nil where they are those of another type, and where the value is not the one that they were kept
    /// with.
    func bytes(of member: Value.Member) -> [UInt8]? {
        guard case .element(let element, _) = content, element.isCharacters else { return nil }
        guard let bytes = member.keptBytes else { return element.givenBytes(member.value) }
        guard bytes.count == element.size else { return nil }
        let value = unsafe bytes.withUnsafeBytes { unsafe $0.baseAddress.map { unsafe element.readCharacters(at: $0) } }
        return value.map { $0.isEqual(to: member.value) } == true ? bytes : nil
    }
}

extension ValueLayout {
    /// True for `char[n]`, and for arrays of it.
    fileprivate var isCharacters: Bool {
        switch self {
        case .characters: true
        case .array(let element, _): element.isCharacters
        case .scalar, .record, .text, .sharedText, .wideText, .handle, .function: false
        }
    }

    /// The bytes of characters that are given as bytes; nil for a text.
    fileprivate func givenBytes(_ value: Value) -> [UInt8]? {
        switch (self, value) {
        case (.characters(let count), .bytes(let bytes)) where bytes.count <= count:
            return bytes + Array(repeating: 0, count: count - bytes.count)
        case (.array(let element, let count), .array(let values)) where values.count <= count:
            let bytes = values.compactMap(element.givenBytes)
            guard bytes.count == values.count, !bytes.isEmpty else { return nil }
            return bytes.flatMap(\.self) + Array(repeating: 0, count: element.size * (count - bytes.count))
        default: return nil
        }
    }

    /// Returns whether something stands behind the end of a text.
    fileprivate func hidesBytes(at memory: UnsafeRawPointer) -> Bool {
        switch self {
        case .characters(let count):
            unsafe UnsafeRawBufferPointer(start: memory, count: count).drop { $0 != 0 }.contains { $0 != 0 }
        case .array(let element, let count):
            (0..<count).contains { unsafe element.hidesBytes(at: memory + $0 * element.size) }
        case .scalar, .record, .text, .sharedText, .wideText, .handle, .function: false
        }
    }

    /// The value of characters, or of an array of them.
    fileprivate func readCharacters(at memory: UnsafeRawPointer) -> Value {
        if case .array(let element, let count) = self {
            return .array((0..<count).map { unsafe element.readCharacters(at: memory + $0 * element.size) })
        }
        return unsafe copiedCharacters(at: memory, count: size)
    }
}
