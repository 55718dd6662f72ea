// SPDX-License-Identifier: Apache-2.0

/// Texts of `wchar_t`, `char16_t` and `char32_t`: UTF-16 or UTF-32.
///
/// In a behaviour they are texts like those of `char`. One that is not valid Unicode, such as half of a surrogate pair,
/// is the array of the numbers of its characters.
package struct WideText: Hashable, Sendable {
    /// The bytes of one character: 2 or 4.
    package let size: Int

    /// The numbers of the characters of a value; nil for one that is no text, and no array of such numbers.
    package func characters(of value: Value) -> [UInt32]? {
        switch value {
        case .string(let text): return size == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
        case .array(let elements):
            let most: Int128 = size == 2 ? 0xFFFF : 0xFFFF_FFFF
            let numbers = elements.compactMap { element -> UInt32? in
                guard case .number(let number) = element, let whole = number.integer, (0...most).contains(whole) else {
                    return nil
                }
                return UInt32(whole)
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
        return text.map { .string($0) } ?? .array(characters.map { .number(.integer(Int128($0))) })
    }
}
