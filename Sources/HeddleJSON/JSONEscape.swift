// SPDX-License-Identifier: Apache-2.0

/// The escapes of JSON text.
package enum JSONEscape {
    /// The byte that stands for a backslash and a letter; nil for `u` and for what is no escape.
    static func meaning(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The UTF-16 unit that four hexadecimal digits say.
    static func unit(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard digits.count == 4 else { return nil }
        return digits.reduce(0) { unit, digit in
            unit.flatMap { unit in hexadecimalValue(of: digit).map { unit << 4 | UInt16($0) } }
        }
    }

    /// Decodes text whose escapes were found to be well formed.
    package static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\") {
                append(escapeFrom: &rest, to: &decoded)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// - Parameter rest: the bytes behind the backslash; the escape is removed from them.
    private static func append(escapeFrom rest: inout ArraySlice<UInt8>, to decoded: inout [UInt8]) {
        let letter = rest.popFirst() ?? 0
        guard letter == UInt8(ascii: "u") else { return decoded.append(meaning(of: letter) ?? letter) }
        var units = [unit(rest.prefix(4)) ?? 0]
        rest = rest.dropFirst(4)
        if UTF16.isLeadSurrogate(units[0]) {
            units.append(unit(rest.dropFirst(2).prefix(4)) ?? 0)
            rest = rest.dropFirst(6)
        }
        decoded += String(decoding: units, as: UTF16.self).utf8
    }
}

/// The value of a hexadecimal digit.
package func hexadecimalValue(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}
