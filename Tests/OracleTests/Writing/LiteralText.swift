// SPDX-License-Identifier: Apache-2.0

extension Datum {
    /// The value as a constant expression of C.
    func literal(_ shape: Shape) -> String {
        switch (self, shape) {
        case (.integer(let bits), .scalar(let scalar)) where scalar.size == 16: wide(bits, scalar)
        case (.integer(let bits), .scalar(let scalar)):
            "(\(scalar.rawValue))0x\(String(UInt64(truncatingIfNeeded: bits), radix: 16))ull"
        case (.bool(let isTrue), _): isTrue ? "1" : "0"
        case (.floating(let number), .scalar(let scalar)): number.literal(scalar)
        case (.complex(let real, let imaginary), .scalar(let scalar)):
            "__builtin_complex(\(real.literal(scalar)), \(imaginary.literal(scalar)))"
        case (.constant(let index), .enumeration(let enumeration)): enumeration.name(of: index)
        case (.text(let text), _): text.literal
        case (.elements(let elements), .array(let element, _)):
            "{ \(elements.map { $0.literal(element) }.joined(separator: ", ")) }"
        case (.members, .record(let record)): "{ \(designated(record).joined(separator: ", ")) }"
        default: ""
        }
    }
}

extension Datum {
    /// The members with their names; those of anonymous members belong to the outer record.
    private func designated(_ record: RecordShape) -> [String] {
        guard case .members(let values) = self else { return [] }
        return zip(record.members, values).flatMap { member, value in
            guard let value else { return [] as [String] }
            if let name = member.name { return [".\(name) = \(value.literal(member.shape))"] }
            guard case .record(let inner) = member.shape else { return [] }
            return value.designated(inner)
        }
    }
}

private func wide(_ bits: UInt128, _ scalar: CScalar) -> String {
    let high = String(UInt64(truncatingIfNeeded: bits >> 64), radix: 16)
    let low = String(UInt64(truncatingIfNeeded: bits), radix: 16)
    return "(\(scalar.rawValue))((unsigned __int128)0x\(high)ull << 64 | 0x\(low)ull)"
}

extension Float80 {
    /// The number in hexadecimal, which loses nothing, with the suffix of the type.
    fileprivate func literal(_ scalar: CScalar) -> String {
        let suffix = scalar.component == .float ? "f" : scalar.component == .longDouble ? "l" : ""
        if isNaN { return "__builtin_nan\(suffix)(\"\")" }
        if isInfinite { return "\(self < 0 ? "-" : "")__builtin_inf\(suffix)()" }
        return hexadecimal + suffix
    }

    /// The number as C99 and many others write it: `-0x8000000000000000p-63`.
    var hexadecimal: String {
        let exponent = Int(max(1, exponentBitPattern)) - 16383 - 63
        let digits =
            significandBitPattern == 0 && exponentBitPattern == 0
            ? "0x0p0" : "0x\(String(mantissa, radix: 16))p\(exponent)"
        return (sign == .minus ? "-" : "") + digits
    }

    /// All 64 bits of the significand.
    private var mantissa: UInt64 {
        exponentBitPattern == 0 ? significandBitPattern : significandBitPattern | 1 << 63
    }
}

extension String {
    /// The text between the quotes of C.
    fileprivate var literal: String {
        let characters = utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: " "):
                String(UnicodeScalar(byte))
            default: "\\" + String(byte >> 6) + String(byte >> 3 & 7) + String(byte & 7)
            }
        }
        return "\"\(characters.joined())\""
    }
}
