// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// Texts of `wchar_t`, `char16_t` and `char32_t` in memory: UTF-16 or UTF-32 in the order of bytes of this machine.
///
/// In a behaviour they are texts like those of `char`. What is no text, such as a half of a surrogate pair, is the bytes
/// that stand there.
struct WideText {
    /// The bytes of one character: 2 or 4.
    let size: Int

    /// The bytes of a value; nil for one that is no text, and for bytes of no whole number of characters.
    func bytes(of value: Value) -> [UInt8]? {
        switch value {
        case .string(let text): size == 2 ? Self.bytes(text.utf16) : Self.bytes(text.unicodeScalars.map(\.value))
        case .bytes(let bytes) where bytes.count.isMultiple(of: size): bytes
        default: nil
        }
    }

    /// Copies so many characters up to a NUL.
    ///
    /// - Parameter isWhole: true for what a function reads, which may read on behind a NUL. NULs alone at the end belong
    ///   to no text.
    func copy(at start: UnsafeRawPointer, count: Int, isWhole: Bool) -> Value {
        size == 2
            ? unsafe text(of: UTF16.self, at: start, count, isWhole)
            : unsafe text(of: UTF32.self, at: start, count, isWhole)
    }

    private func text<Encoding: Unicode.Encoding>(
        of encoding: Encoding.Type, at start: UnsafeRawPointer, _ count: Int, _ isWhole: Bool
    ) -> Value where Encoding.CodeUnit: FixedWidthInteger {
        var units = (0..<count).map { index in
            unsafe start.loadUnaligned(fromByteOffset: index * size, as: Encoding.CodeUnit.self)
        }
        let length = units.firstIndex(of: 0) ?? count
        if !isWhole || units[length...].allSatisfy({ $0 == 0 }) { units.removeLast(count - length) }
        return String(validating: units, as: encoding).map { .string($0) } ?? .bytes(Self.bytes(units))
    }

    private static func bytes(_ units: some Sequence<some FixedWidthInteger>) -> [UInt8] {
        units.flatMap { unit in unsafe withUnsafeBytes(of: unit) { unsafe Array($0) } }
    }
}
