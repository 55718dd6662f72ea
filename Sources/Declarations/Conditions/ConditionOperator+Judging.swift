// SPDX-License-Identifier: Apache-2.0

extension ConditionOperator {
    /// Whether it holds for a value. An operand that is none for this operator holds for nothing.
    ///
    /// - Complexity: O(size of the values); `matches` depends on the expression.
    public func holds(for actual: Value, _ operand: Value) -> Bool {
        switch self {
        case .eq: actual.includes(operand)
        case .ne: !actual.includes(operand)
        case .lt: actual.isOrdered(before: operand)
        case .le: actual.isOrdered(before: operand) || actual.isSameOrderable(operand)
        case .gt: operand.isOrdered(before: actual)
        case .ge: operand.isOrdered(before: actual) || actual.isSameOrderable(operand)
        case .near: actual.isNear(operand)
        case .in: operand.elements?.contains { actual.includes($0) } ?? false
        case .matches: actual.matches(operand)
        case .contains: actual.contains(operand)
        case .length: actual.length.map { Value.number(.integer(Int128($0))).isEqual(to: operand) } ?? false
        case .null: (actual == .null) == (operand == .bool(true))
        }
    }
}

extension Value {
    /// Whether the value is what was expected; an expected object names only the members that it cares about.
    public func includes(_ expected: Value) -> Bool {
        switch (self, expected) {
        case (.object(let members), .object(let wanted)):
            wanted.allSatisfy { want in members.first { $0.name == want.name }?.value.includes(want.value) ?? false }
        case (.array(let elements), .array(let wanted)):
            elements.count == wanted.count && zip(elements, wanted).allSatisfy { $0.includes($1) }
        default: isEqual(to: expected)
        }
    }

    var elements: [Value]? { if case .array(let elements) = self { elements } else { nil } }

    /// Numbers by their value, the infinities among them, and texts by their characters; nothing else has an order.
    fileprivate func isOrdered(before other: Value) -> Bool {
        if case (.number(let left), .number(let right)) = (self, other) { return left.compare(right) == .less }
        if let left = extendedNumber, let right = other.extendedNumber { return left < right }
        if case (.string(let left), .string(let right)) = (self, other) {
            return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        }
        return false
    }

    /// What stands for a number where one of the two is no number of JSON: an infinity, or no number at all. All others
    /// stand between the infinities, at 0.
    private var extendedNumber: Double? {
        switch self {
        case .string("Infinity"): .infinity
        case .string("-Infinity"): -.infinity
        case .string("NaN"): .nan
        case .number: 0
        default: nil
        }
    }

    fileprivate func isSameOrderable(_ other: Value) -> Bool {
        switch (self, other) {
        case (.number, .number), (.string, .string): isEqual(to: other)
        default: false
        }
    }

    /// `[expected, tolerance]`
    fileprivate func isNear(_ operand: Value) -> Bool {
        guard case .number(let actual) = self, let pair = operand.elements, pair.count == 2,
            case .number(let expected) = pair[0], case .number(let tolerance) = pair[1]
        else { return false }
        if let distance = actual.distance(to: expected) { return distance.compare(tolerance) != .greater }
        guard let a = actual.shown(beside: expected).double, let b = expected.double, let limit = tolerance.double
        else { return false }
        return (a - b).magnitude <= limit
    }

    fileprivate func matches(_ pattern: Value) -> Bool {
        guard case .string(let text) = self, case .string(let pattern) = pattern, let regex = try? Regex(pattern) else {
            return false
        }
        // As all other operators see texts, which do not take characters for one that Unicode counts as the same.
        return text.contains(regex.matchingSemantics(.unicodeScalar))
    }

    fileprivate func contains(_ part: Value) -> Bool {
        switch (self, part) {
        case (.string(let text), .string(let part)): Array(text.utf8).firstRange(of: Array(part.utf8)) != nil
        case (.array(let elements), _): elements.contains { $0.includes(part) }
        case (.bytes(let bytes), .bytes(let part)): bytes.firstRange(of: part) != nil
        default: false
        }
    }

    fileprivate var length: Int? {
        switch self {
        case .string(let text): text.count
        case .bytes(let bytes): bytes.count
        case .array(let elements): elements.count
        default: nil
        }
    }
}

extension Number {
    /// How far two whole numbers are apart, exactly; nil for others, and where the distance is larger than a number can be.
    fileprivate func distance(to other: Number) -> Number? {
        guard let left = integer, let right = other.integer else { return nil }
        let (distance, isTooLarge) = max(left, right).subtractingReportingOverflow(min(left, right))
        return isTooLarge ? nil : .integer(distance)
    }
}
