// SPDX-License-Identifier: Apache-2.0

internal import HeddleJSON

/// The bytes that pairs of hexadecimal digits say; nil for anything else.
func bytes(fromHexadecimal text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap(hexadecimalValue)
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
