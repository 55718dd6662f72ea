// SPDX-License-Identifier: Apache-2.0

/// One or several string literals of C beside each other.
struct StringLiteral {
    /// The text of the literals.
    let value: String

    /// Nil for anything else, and for bytes that are no text.
    init?(_ text: String) {
        var bytes: [UInt8] = []
        var rest = text.utf8[...].drop { $0 == UInt8(ascii: " ") }
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            guard let part = Self.readPart(&rest) else { return nil }
            bytes += part
            rest = rest.drop { $0 == UInt8(ascii: " ") }
        }
        guard let value = String(validating: bytes, as: UTF8.self), !value.contains("\0") else { return nil }
        self.value = value
    }

    private static func readPart(_ rest: inout Substring.UTF8View) -> [UInt8]? {
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return bytes
            case UInt8(ascii: "\\"):
                guard let escaped = readEscape(&rest) else { return nil }
                bytes.append(escaped)
            default: bytes.append(byte)
            }
        }
        return nil
    }

    /// The byte of an escape; nil for one that stands for more than a byte.
    private static func readEscape(_ rest: inout Substring.UTF8View) -> UInt8? {
        guard let letter = rest.popFirst() else { return nil }
        if let plain = plain[letter] { return plain }
        let isHexadecimal = letter == UInt8(ascii: "x")
        var digits = isHexadecimal ? "" : String(UnicodeScalar(letter))
        while digits.count < (isHexadecimal ? 2 : 3), let next = rest.first,
            Int(String(UnicodeScalar(next)), radix: isHexadecimal ? 16 : 8) != nil
        {
            digits.unicodeScalars.append(UnicodeScalar(next))
            rest.removeFirst()
        }
        return UInt8(digits, radix: isHexadecimal ? 16 : 8)
    }

    private static let plain: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "a"): 7,
        UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "v"): 11, UInt8(ascii: "\\"): 92,
        UInt8(ascii: "\""): 34, UInt8(ascii: "'"): 39, UInt8(ascii: "?"): 63,
    ]
}
