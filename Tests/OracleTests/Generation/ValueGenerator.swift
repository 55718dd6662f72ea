// SPDX-License-Identifier: Apache-2.0

import Workbench

extension SeededGenerator {
    /// A value of a shape.
    mutating func datum(_ shape: Shape) -> Datum {
        switch shape {
        case .scalar(let scalar): datum(scalar)
        case .enumeration(let enumeration): .constant(number(0...(enumeration.values.count - 1)))
        case .array(let element, let count): .elements((0..<(count ?? 0)).map { _ in datum(element) })
        case .text: .text(text())
        case .record(let record): .members(members(record))
        }
    }

    private mutating func datum(_ scalar: CScalar) -> Datum {
        if scalar == .bool { return .bool(chance(50)) }
        guard let component = scalar.component else { return integer(bits: scalar.size * 8, isSigned: scalar.isSigned) }
        guard scalar.isComplex else { return .floating(floating(component)) }
        return .complex(floating(component), floating(component))
    }

    private mutating func members(_ record: RecordShape) -> [Datum?] {
        let held = record.members.indices.filter { record.members[$0].holdsValue }
        let active = record.isUnion ? [pick(held)] : held
        return record.members.enumerated().map { active.contains($0) ? datum($1) : nil }
    }

    private mutating func datum(_ member: RecordShape.Member) -> Datum {
        guard let bits = member.bits else { return datum(member.shape) }
        guard case .scalar(let scalar) = member.shape else { return datum(member.shape) }
        return scalar == .bool ? .bool(chance(50)) : integer(bits: bits, isSigned: scalar.isSigned)
    }

    // MARK: Numbers

    /// The least, the greatest, numbers around zero, and any other.
    private mutating func integer(bits: Int, isSigned: Bool) -> Datum {
        let mask = bits == 128 ? UInt128.max : (1 << UInt128(bits)) - 1
        let top = (mask >> 1) + 1
        let edges = [0, 1, mask, top, top - 1, 0x1234_5678_9ABC_DEF0_1122_3344_5566_7788 & mask]
        let low = UInt128(next())
        let value = chance(40) ? pick(edges) : (UInt128(next()) << 64 | low) & mask
        return .integer(isSigned && value & top != 0 ? value | ~mask : value)
    }

    private mutating func floating(_ type: CScalar) -> Float80 {
        if chance(30) { return pick(Self.edges(type)) }
        switch type {
        case .float:
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: next()))
            return value.isNaN ? .nan : Float80(value)
        case .double:
            let value = Double(bitPattern: next())
            return value.isNaN ? .nan : Float80(value)
        default:
            let exponent = UInt(next() % 0x7FFE) + 1
            return Float80(
                sign: chance(50) ? .plus : .minus, exponentBitPattern: exponent, significandBitPattern: next())
        }
    }

    private static func edges(_ type: CScalar) -> [Float80] {
        let common: [Float80] = [0, -0.0, 1, -1.5, .infinity, -.infinity, .nan, 16_777_217]
        return switch type {
        case .float:
            [0, -0.0, 1, -1.5, .infinity, -.infinity, .nan, 16_777_215]
                + [Float.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude].map { Float80($0) }
        case .double:
            common + [9_007_199_254_740_991]
                + [Double.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude].map { Float80($0) }
        default:
            common + [9_007_199_254_740_993, 18_446_744_073_709_551_615]
                + [Float80.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude]
        }
    }

    private mutating func text() -> String {
        pick([
            "", "a", "t\(number(0...999_999))", "\"quoted\" \\ and\ttab\n", "größer, 長い, 🧵",
            "the text of \(number(0...9)) words",
        ])
    }
}

extension RecordShape.Member {
    /// True if values have something in it.
    var holdsValue: Bool { name != nil || bits == nil }
}
