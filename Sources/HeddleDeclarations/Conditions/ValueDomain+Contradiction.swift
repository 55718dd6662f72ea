// SPDX-License-Identifier: Apache-2.0

extension ValueDomain {
    /// Clauses that no value meets together, though each may hold by itself; nil if ranges and listed values show none.
    ///
    /// - Complexity: O(*n*²) in the clauses, of which there are few.
    package func contradiction(among clauses: [Condition<Value>.Clause]) -> [Condition<Value>.Clause]? {
        if clauses.count < 2 { return nil }
        for (index, first) in clauses.enumerated() {
            for second in clauses.dropFirst(index + 1) where isExcluded(by: [first, second]) {
                return [first, second]
            }
        }
        return clauses.count > 2 && isExcluded(by: clauses) ? clauses : nil
    }

    /// Returns whether no value meets all of some clauses.
    private func isExcluded(by all: [Condition<Value>.Clause]) -> Bool {
        if let candidates = candidates(for: all) {
            return !candidates.contains { value in all.allSatisfy { $0.holds(for: value) } }
        }
        let bounds = all.flatMap(\.bounds)
        return bounds.contains { lower in bounds.contains { lower.isAbove($0) } }
    }

    /// Values of which one meets all clauses if any value does; nil if they cannot be listed.
    private func candidates(for all: [Condition<Value>.Clause]) -> [Value]? {
        if let listed = all.lazy.compactMap(\.listed).first { return listed }
        switch content {
        case .bool: return [.bool(true), .bool(false)] + (mayBeNull ? [.null] : [])
        case .word(let words): return words.map { .string($0) } + (mayBeNull ? [.null] : [])
        case .whole(let range):
            guard all.allSatisfy(\.isOfRange) else { return nil }
            return range.values(around: all.flatMap(\.numbers)) + (mayBeNull ? [.null] : [])
        case .floating, .enumeration, .text, .printed, .wideText, .bytes, .record, .array, .handle, .unknown: return nil
        }
    }
}

extension Condition<Value>.Clause {
    /// A bound of the values for which a clause holds.
    fileprivate struct Bound {
        let value: Value
        let isLower: Bool
        let isStrict: Bool

        /// Returns whether a lower bound leaves no room below an upper one.
        func isAbove(_ other: Bound) -> Bool {
            guard isLower, !other.isLower else { return false }
            return ConditionOperator.lt.holds(for: other.value, value)
                || (isStrict || other.isStrict) && ConditionOperator.ge.holds(for: value, other.value)
                    && ConditionOperator.le.holds(for: value, other.value)
        }
    }

    fileprivate var bounds: [Bound] {
        switch self {
        case .compares(.gt, let operand): [Bound(value: operand, isLower: true, isStrict: true)]
        case .compares(.ge, let operand): [Bound(value: operand, isLower: true, isStrict: false)]
        case .compares(.lt, let operand): [Bound(value: operand, isLower: false, isStrict: true)]
        case .compares(.le, let operand): [Bound(value: operand, isLower: false, isStrict: false)]
        case .compares(.near, let operand):
            zip(operand.ends, [true, false]).map { Bound(value: .number($0), isLower: $1, isStrict: false) }
        case .compares, .combines: []
        }
    }

    /// The only values that it can hold for; nil if there are too many.
    fileprivate var listed: [Value]? {
        switch self {
        case .compares(.eq, let operand): operand.isWhole ? [operand] : nil
        case .compares(.in, .array(let elements)): elements.allSatisfy(\.isWhole) ? elements : nil
        case .compares(.null, .bool(true)): [.null]
        case .compares, .combines: nil
        }
    }

    /// True if it holds for the whole numbers of a range, or for all but one.
    fileprivate var isOfRange: Bool {
        switch self {
        case .compares(let word, _): word.isOrder || word == .near || word == .ne
        case .combines: false
        }
    }

    /// The numbers at which it begins or ceases to hold.
    fileprivate var numbers: [Value] {
        switch self {
        case .compares(.near, let operand): operand.ends.map { .number($0) }
        case .compares(_, let operand): [operand]
        case .combines: []
        }
    }
}

extension Value {
    /// True if it determines the whole value. An object lists only some of the members.
    fileprivate var isWhole: Bool {
        switch self {
        case .object: false
        case .array(let elements): elements.allSatisfy(\.isWhole)
        case .null, .bool, .number, .string, .bytes, .handle: true
        }
    }
}
