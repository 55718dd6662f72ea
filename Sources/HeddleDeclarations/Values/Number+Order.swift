// SPDX-License-Identifier: Apache-2.0

extension Number {
    /// The order of two numbers.
    package enum Order: Hashable, Sendable {
        case less
        case equal
        case greater
    }

    /// Compares two numbers exactly by value: 1, 1.0 and 10e-1 are equal, 0.1 and 0.10000000000000001 are not. A text
    /// that is not a number is less than every number.
    ///
    /// Two computed numbers are compared by their values in memory. A computed number equals the written number with
    /// the same text, so that a `float` that is shown as 0.1 equals 0.1. A whole number may be shown with fewer digits
    /// than it has; it also equals its exact value.
    ///
    /// - Complexity: O(length of the texts), however large the exponents are. Exponents beyond ±10^36 count as that.
    package func compare(_ other: Number) -> Order {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): Order(left, right)
        case (.floating(let left), .floating(let right)): left.compare(right)
        case (.floating(let computed), _): computed.compare(written: other)
        case (_, .floating(let computed)): computed.compare(written: self).reversed
        default: compareTexts(other)
        }
    }

    fileprivate func compareTexts(_ other: Number) -> Order {
        switch (DecimalNumber(text), DecimalNumber(other.text)) {
        case (nil, nil): Order(text, other.text)
        case (nil, _): .less
        case (_, nil): .greater
        case (let left?, let right?): left.compare(right)
        }
    }
}

extension Number {
    /// True if it is written with a minus sign, as `-0` is.
    var hasMinus: Bool {
        if case .integer(let number) = self { number < 0 } else { text.utf8.first == UInt8(ascii: "-") }
    }

    /// True for -0.0.
    package var isNegativeZero: Bool {
        if case .integer = self { false } else { hasMinus && compare(.integer(0)) == .equal }
    }
}

extension FloatingNumber {
    fileprivate func compare(written: Number) -> Number.Order {
        // Rounding keeps the order, so only a number that is rounded to this one needs more than that.
        if let order = orderToRounded(written), order != .equal { return order }
        let order = Number.decimal(text).compareTexts(written)
        guard order != .equal, let whole else { return order }
        return Number.integer(whole).compare(written)
    }

    /// The order to what a written number is rounded to in the same type; nil if that is an infinity.
    private func orderToRounded(_ written: Number) -> Number.Order? {
        switch self {
        case .float(let float): written.float.map { Number.Order(float, $0) }
        case .double(let double): written.double.map { Number.Order(double, $0) }
        case .longDouble(let longDouble): written.longDouble.map { Number.Order(longDouble, $0) }
        }
    }
}

extension Number.Order {
    init<Operand: Comparable>(_ left: Operand, _ right: Operand) {
        self = left < right ? .less : left == right ? .equal : .greater
    }

    fileprivate var reversed: Self {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}

extension DecimalNumber {
    /// -1, 0 or 1.
    private var signum: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

    fileprivate func compare(_ other: DecimalNumber) -> Number.Order {
        if signum != other.signum { return Number.Order(signum, other.signum) }
        let order = compareMagnitude(other)
        return isNegative ? order.reversed : order
    }

    private func compareMagnitude(_ other: DecimalNumber) -> Number.Order {
        if exponent != other.exponent { return Number.Order(exponent, other.exponent) }
        if digits == other.digits { return .equal }
        return digits.lexicographicallyPrecedes(other.digits) ? .less : .greater
    }
}
