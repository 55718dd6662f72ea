// SPDX-License-Identifier: Apache-2.0

extension Literal {
    /// The bytes of a text in quotes, its escapes decoded: `\n`, `\x41`, `\101`, `\u00e9` and their like.
    ///
    /// - Complexity: O(length of the text).
    static func string(_ text: String) throws(Flaw) -> [UInt8] {
        var rest = Array(text.utf8).dropFirst().dropLast()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard let kind = rest.first else { throw .isMalformed }
            switch kind {
            case UInt8(ascii: "u"), UInt8(ascii: "U"):
                rest.removeFirst()
                bytes += try character(takenFrom: &rest, digits: kind == UInt8(ascii: "u") ? 4 : 8)
            case UInt8(ascii: "x"):
                rest.removeFirst()
                bytes.append(try byteValue(takenFrom: &rest, radix: 16, most: .max))
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                bytes.append(try byteValue(takenFrom: &rest, radix: 8, most: 3))
            default:
                guard let simple = simpleEscape(kind) else { throw .isMalformed }
                rest.removeFirst()
                bytes.append(simple)
            }
        }
        return bytes
    }

    private static func byteValue(
        takenFrom rest: inout ArraySlice<UInt8>, radix: Int, most: Int
    ) throws(Flaw) -> UInt8 {
        let digits = rest.prefix(most).prefix { (Character(Unicode.Scalar($0)).hexDigitValue ?? 16) < radix }
        rest = rest[digits.endIndex...]
        guard !digits.isEmpty else { throw .isMalformed }
        guard let value = UInt8(String(decoding: digits, as: UTF8.self), radix: radix) else { throw .isTooLarge }
        return value
    }

    private static func character(takenFrom rest: inout ArraySlice<UInt8>, digits count: Int) throws(Flaw) -> [UInt8] {
        let digits = rest.prefix(count)
        rest = rest[digits.endIndex...]
        guard digits.count == count, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(code)
        else { throw .isMalformed }
        return Array(String(scalar).utf8)
    }
}
