// SPDX-License-Identifier: Apache-2.0

/// The bytes that pairs of hexadecimal digits say; nil for anything else.
func bytes(fromHexadecimal text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap(hexadecimalValue)
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The bytes that base64 says (RFC 4648, with padding and nothing else in it); nil for anything else.
func bytes(fromBase64 text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 4) else { return nil }
    let padding = digits.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let sextets = digits.dropLast(padding).compactMap(base64Value)
    guard sextets.count == digits.count - padding else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sextets.count * 3 / 4)
    var bits: UInt32 = 0
    for (index, sextet) in sextets.enumerated() {
        bits = bits << 6 | UInt32(sextet)
        if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - 2 * UInt32(index % 4)))) }
    }
    // The bits behind the last byte must be zero, so that each sequence of bytes is written in one way only.
    let unused: UInt32 = (1 << (2 * UInt32(padding))) - 1
    return bits & unused == 0 ? bytes : nil
}

private func base64Value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
}
