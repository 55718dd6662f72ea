// SPDX-License-Identifier: Apache-2.0

/// A finite number of one of C's floating types, bit by bit.
public enum FloatingNumber: Sendable {
    case float(Float)
    case double(Double)
    #if arch(x86_64) || arch(i386)
        case longDouble(Float80)
    #endif
}

extension FloatingNumber {
    /// The shortest text that reads back as the same number of the same type: `0.1`, `1e+20`.
    package var text: String {
        switch self {
        case .float(let float): float.description
        case .double(let double): double.description
        #if arch(x86_64) || arch(i386)
            case .longDouble(let float80): float80.description
        #endif
        }
    }

    /// The number in another type, rounded once; nil if that is an infinity.
    func converted<Target: BinaryFloatingPoint>(to type: Target.Type) -> Target? {
        let target =
            switch self {
            case .float(let float): Target(float)
            case .double(let double): Target(double)
            #if arch(x86_64) || arch(i386)
                case .longDouble(let float80): Target(float80)
            #endif
            }
        return target.isFinite ? target : nil
    }

    /// The number as an integer, if it is whole and fits in 128 bits.
    var whole: Int128? {
        switch self {
        case .float(let float): Int128(exactly: float)
        case .double(let double): Int128(exactly: double)
        #if arch(x86_64) || arch(i386)
            case .longDouble(let float80): Int128(exactly: float80)
        #endif
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
        #if arch(x86_64) || arch(i386)
            case (.longDouble, .longDouble): true
        #endif
        default: false
        }
    }

    #if arch(x86_64) || arch(i386)
        /// In the type that holds every number of the others.
        private var widest: Float80 {
            switch self {
            case .float(let float): Float80(float)
            case .double(let double): Float80(double)
            case .longDouble(let float80): float80
            }
        }
    #else
        /// In the type that holds every number of the others.
        private var widest: Double {
            switch self {
            case .float(let float): Double(float)
            case .double(let double): double
            }
        }
    #endif
}
