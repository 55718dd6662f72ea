// SPDX-License-Identifier: Apache-2.0

/// Texts of `wchar_t`, `char16_t` and `char32_t`: UTF-16 or UTF-32.
///
/// In a behaviour they are texts like those of `char`. One that is not valid Unicode, such as half of a surrogate pair,
/// is the array of the numbers of its characters.
package struct WideText: Hashable, Sendable {
    /// The bytes of one character: 2 or 4.
    package let size: Int
    /// True where characters are signed numbers, as those of `wchar_t` are but on ARM.
    package let isSigned: Bool

    /// The texts that consist of characters of a type.
    package init(_ character: IntegerType) { (size, isSigned) = (character.size, character.isSigned) }

    /// The type of one character, as a number.
    package var character: IntegerType { size == 2 ? .unsignedShort : isSigned ? .int : .unsignedInt }

    /// The bits of the characters of a value; nil for one that is no text, and no array of such numbers.
    package func characters(of value: Value) -> [UInt32]? {
        switch value {
        case .string(let text): return size == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
        case .array(let elements):
            let range = WholeRange(character)
            let numbers = elements.compactMap { element -> UInt32? in
                guard case .number(let number) = element, range.contains(number), let whole = number.integer else {
                    return nil
                }
                return UInt32(truncatingIfNeeded: whole)
            }
            return numbers.count == elements.count ? numbers : nil
        default: return nil
        }
    }

    /// The value that characters are.
    package func value(of characters: [UInt32]) -> Value {
        let text =
            size == 2
            ? String(validating: characters.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
            : String(validating: characters, as: UTF32.self)
        return text.map { .string($0) }
            ?? .array(characters.map { .number(.integer(isSigned ? Int128(Int32(bitPattern: $0)) : Int128($0))) })
    }
}
