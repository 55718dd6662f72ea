// SPDX-License-Identifier: Apache-2.0

/// A finite number of one of C's floating types, bit by bit.
public enum FloatingNumber: Sendable {
    case float(Float)
    case double(Double)
    case longDouble(LongDouble)
}

extension FloatingNumber {
    /// The shortest text that reads back as the same number of the same type: `0.1`, `1e+20`.
    package var text: String {
        switch self {
        case .float(let float): float.description
        case .double(let double): double.description
        case .longDouble(let longDouble): longDouble.description
        }
    }

    /// The number in another type, rounded once; nil if that is an infinity.
    func converted<Target: BinaryFloatingPoint>(to type: Target.Type) -> Target? {
        let target =
            switch self {
            case .float(let float): Target(float)
            case .double(let double): Target(double)
            case .longDouble(let longDouble): Target(longDouble)
            }
        return target.isFinite ? target : nil
    }

    /// The number as an integer, if it is whole and fits in 128 bits.
    var whole: Int128? {
        switch self {
        case .float(let float): float.whole { Int64(exactly: $0) }
        case .double(let double): double.whole { Int64(exactly: $0) }
        case .longDouble(let longDouble): longDouble.whole { Int64(exactly: $0) }
        }
    }

    /// Compares two numbers by value: the `float` nearest to 0.1 is greater than the `double` nearest to it.
    func compare(_ other: FloatingNumber) -> Number.Order {
        Number.Order(widest, other.widest)
    }

    /// The text of the same number in the type that holds every number of the others.
    var widestText: String { widest.description }

    /// Returns whether another number is of the same type.
    func hasType(of other: FloatingNumber) -> Bool {
        switch (self, other) {
        case (.float, .float), (.double, .double): true
        case (.longDouble, .longDouble): true
        default: false
        }
    }

    /// In the type that holds every number of the others.
    private var widest: LongDouble {
        switch self {
        case .float(let float): LongDouble(float)
        case .double(let double): LongDouble(double)
        case .longDouble(let longDouble): longDouble
        }
    }
}

extension BinaryFloatingPoint {
    /// The number as an integer, if it is whole and fits in 128 bits.
    ///
    /// - Parameter short: the same in 64 bits, in which nearly all fit, and which takes a tenth of the time.
    func whole(_ short: (Self) -> Int64?) -> Int128? {
        let isShort = magnitude < Self(sign: .plus, exponent: 63, significand: 1)
        return isShort ? short(self).map { Int128($0) } : Int128(exactly: self)
    }
}
