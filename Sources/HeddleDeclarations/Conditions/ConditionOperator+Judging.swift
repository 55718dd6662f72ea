// SPDX-License-Identifier: Apache-2.0

/// The judgement of operators, for a value and for all values of a domain.
extension ConditionOperator {
    /// Returns whether it holds for a value. An operator with an unsuitable operand never holds.
    ///
    /// - Complexity: O(size of the values); of `matches` O(length of the text · size of the expression).
    package func holds(for actual: Value, _ operand: Value) -> Bool {
        switch self {
        case .eq: actual.includes(operand)
        case .ne: !actual.includes(operand)
        case .lt, .le, .gt, .ge: actual.order(to: operand).flatMap(holds(in:)) ?? false
        case .near: actual.isNear(operand)
        case .in: operand.elements?.contains { actual.includes($0) } ?? false
        case .matches: actual.matches(operand)
        case .startsWith: actual.hasPart(operand) { $0.starts(with: $1) }
        case .endsWith: actual.hasPart(operand) { $0.suffix($1.count).elementsEqual($1) }
        case .contains: actual.contains(operand)
        case .length: actual.length.map { Value.number(.integer(Int128($0))).isEqual(to: operand) } ?? false
        case .null: (actual == .null) == (operand == .bool(true))
        // The plan has the content in its place, unless there is no such file yet.
        case .golden: false
        }
    }

    /// Returns whether it holds for a value that stands in an order to the operand; nil if it asks for more than that.
    package func holds(in order: Number.Order) -> Bool? {
        switch self {
        case .eq: order == .equal
        case .ne: order != .equal
        case .lt: order == .less
        case .le: order != .greater
        case .gt: order == .greater
        case .ge: order != .less
        case .near, .in, .matches, .startsWith, .endsWith, .contains, .length, .null, .golden: nil
        }
    }

    /// The result for all values of a domain, decided by ranges and kinds of values; nil if it depends on the value, or
    /// in doubt.
    package func verdict(in domain: ValueDomain, _ operand: Value) -> StaticVerdict? {
        if domain.isUnknown { return nil }
        switch self {
        case .eq: return domain.canBe(operand) ? nil : .never
        case .ne: return domain.canBe(operand) ? nil : .always
        case .in: return operand.elements.flatMap(domain.verdict(ofList:))
        case .null: return domain.mayBeNull ? nil : operand == .bool(true) ? .never : .always
        case .lt, .le, .gt, .ge: return domain.exceptNull(domain.verdict(ofOrder: self, operand))
        case .near: return domain.exceptNull(domain.verdict(ofNearness: operand))
        case .matches: return domain.exceptNull(domain.verdict(ofPattern: operand))
        case .startsWith, .endsWith, .contains: return domain.exceptNull(domain.verdict(ofPart: self, operand))
        case .length: return domain.exceptNull(domain.verdict(ofLength: operand))
        case .golden: return nil
        }
    }
}

extension Value {
    /// Returns whether the value equals the expected one. An expected object lists only the members to compare, and an
    /// expected -0.0 is no other zero.
    package func includes(_ expected: Value) -> Bool {
        switch (self, expected) {
        case (.object(let members), .object(let wanted)):
            wanted.allSatisfy { want in members.first { $0.name == want.name }?.value.includes(want.value) ?? false }
        case (.array(let elements), .array(let wanted)):
            elements.count == wanted.count && zip(elements, wanted).allSatisfy { $0.includes($1) }
        default: isEqual(to: expected) && (!expected.isNegativeZero || isNegativeZero)
        }
    }

    /// True for -0.0, which equals 0 as a number.
    package var isNegativeZero: Bool { if case .number(let number) = self { number.isNegativeZero } else { false } }

    /// The elements of an array; nil for any other value.
    package var elements: [Value]? { if case .array(let elements) = self { elements } else { nil } }

    /// The length of a text, an array or bytes; nil for any other value.
    package var length: Int? {
        switch self {
        // As in patterns and slices, a character is a Unicode scalar.
        case .string(let text): text.unicodeScalars.count
        case .bytes(let bytes): bytes.count
        case .array(let elements): elements.count
        default: nil
        }
    }

    /// Orders numbers, including the infinities, by value, and texts by their characters, which is the order of their
    /// bytes. Other values have no order.
    fileprivate func order(to other: Value) -> Number.Order? {
        if case (.number(let left), .number(let right)) = (self, other) { return left.compare(right) }
        if case .string = self, isEqual(to: other) { return .equal }
        if let left = extendedNumber, let right = other.extendedNumber {
            return left < right ? .less : left > right ? .greater : nil
        }
        guard let left = characters, let right = other.characters else { return nil }
        return left == right ? .equal : left.lexicographicallyPrecedes(right) ? .less : .greater
    }

    /// The value as a `Double` for a comparison with an infinity or NaN, which JSON does not have. Any other number
    /// counts as 0.
    private var extendedNumber: Double? {
        switch self {
        case .string("Infinity"): .infinity
        case .string("-Infinity"): -.infinity
        case .string("NaN"): .nan
        case .number: 0
        default: nil
        }
    }

    /// Compares with `[expected, tolerance]`, exactly as written.
    fileprivate func isNear(_ operand: Value) -> Bool {
        guard case .number(let actual) = self, let pair = operand.elements, pair.count == 2,
            case .number(let expected) = pair[0], let tolerance = Tolerance(pair[1])
        else { return false }
        return tolerance.allows(actual, besides: expected)
    }

    /// A text that is no UTF-8 comes as bytes: each that is none of a character stands for U+FFFD.
    fileprivate func matches(_ pattern: Value) -> Bool {
        guard let characters, case .string(let pattern) = pattern, let expression = try? RegularExpression(pattern)
        else { return false }
        return expression.hasMatch(in: String(decoding: characters, as: UTF8.self))
    }

    fileprivate func contains(_ part: Value) -> Bool {
        switch (self, part) {
        case (.array(let elements), _): elements.contains { $0.includes(part) }
        default: hasPart(part) { $0.firstRange(of: $1) != nil }
        }
    }

    /// Compares the bytes of two texts or byte values; false for any other values.
    fileprivate func hasPart(_ part: Value, _ body: ([UInt8], [UInt8]) -> Bool) -> Bool {
        characters.flatMap { whole in part.characters.map { body(whole, $0) } } ?? false
    }

    private var characters: [UInt8]? {
        switch self {
        case .string(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        default: nil
        }
    }
}
