// SPDX-License-Identifier: Apache-2.0

/// The length of the well-formed UTF-8 sequence at an index, 1 to 4; nil if there is none (Unicode, table 3-7).
func lengthOfUTF8Sequence(in bytes: [UInt8], at index: Int) -> Int? {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    guard let shape = UTF8Shape(first), index + shape.length <= bytes.count else { return nil }
    guard shape.second.contains(bytes[index + 1]) else { return nil }
    let rest = bytes[index + 2..<index + shape.length]
    return rest.allSatisfy { (0x80...0xBF).contains($0) } ? shape.length : nil
}

/// The bytes that may follow the first byte of a sequence. The second byte rules out long forms, surrogates and
/// unassignable values.
private struct UTF8Shape {
    let length: Int
    let second: ClosedRange<UInt8>

    init?(_ first: UInt8) {
        switch first {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
    }
}
