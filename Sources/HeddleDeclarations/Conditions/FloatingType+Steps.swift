// SPDX-License-Identifier: Apache-2.0

extension FloatingType {
    /// The number of steps from a number to another one, each from a number of the type to its neighbour: the distance
    /// in units in the last place. Both are rounded to the type first; nil if one lies beyond all its numbers.
    package func steps(from left: Number, to right: Number) -> UInt128? {
        switch self {
        case .float: Self.steps(left.float, right.float)
        case .double: Self.steps(left.double, right.double)
        case .longDouble: Self.steps(left.longDouble, right.longDouble)
        }
    }

    private static func steps<Float: RankedNumber>(_ left: Float?, _ right: Float?) -> UInt128? {
        guard let left, let right else { return nil }
        return (left.rank - right.rank).magnitude
    }
}

/// A floating type whose bits are known.
private protocol RankedNumber: BinaryFloatingPoint where RawExponent == UInt, RawSignificand: FixedWidthInteger {}
extension Float: RankedNumber {}
extension Double: RankedNumber {}
#if arch(x86_64) || arch(i386)
    extension Float80: RankedNumber {}
#endif

extension RankedNumber {
    /// Its rank among all numbers of its type; both zeros have 0.
    fileprivate var rank: Int128 {
        let place = Int128(exponentBitPattern) << Int128(Self.significandBitCount) | Int128(significandBitPattern)
        return sign == .minus ? -place : place
    }
}
