// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations

/// Whether an expectation held, with what it asked for.
struct Verdict {
    let isHeld: Bool
    /// What the behaviour wrote, references filled in.
    let expected: Value
    /// The expectation in words, where it is more than equality.
    let condition: String?
}

extension Step.Expectation.Test {
    /// Holds a value against the expectation; nil is a value that is not there, which meets none.
    func judge(_ actual: Value?, saved: SavedValues) -> Verdict {
        switch self {
        case .equals(let template):
            guard let expected = template.value.filled(from: saved) else { return .unsaved }
            return Verdict(isHeld: actual?.includes(expected) ?? false, expected: expected, condition: nil)
        case .operators(let operators):
            var asked: [(Step.Expectation.Operator, Value)] = []
            for (name, template) in operators {
                guard let operand = template.value.filled(from: saved) else { return .unsaved }
                asked.append((name, operand))
            }
            let isHeld = asked.allSatisfy { name, operand in actual.map { name.holds(for: $0, operand) } ?? false }
            return Verdict(
                isHeld: isHeld, expected: .object(asked.map { .init($0.rawValue, $1) }),
                condition: asked.map { "\($0.words) \($1.excerpt(limit: 60))" }.joined(separator: ", "))
        }
    }
}

extension Verdict {
    /// What is expected refers to a value that no step has saved.
    fileprivate static let unsaved = Verdict(
        isHeld: false, expected: .null, condition: "a saved value that is not there")
}

extension Value {
    /// Whether the value is what was expected; an expected object names only the members that it cares about.
    func includes(_ expected: Value) -> Bool {
        switch (self, expected) {
        case (.object(let members), .object(let wanted)):
            wanted.allSatisfy { want in members.first { $0.name == want.name }?.value.includes(want.value) ?? false }
        case (.array(let elements), .array(let wanted)):
            elements.count == wanted.count && zip(elements, wanted).allSatisfy { $0.includes($1) }
        default: isEqual(to: expected)
        }
    }
}

extension Step.Expectation.Operator {
    /// The operator in words.
    fileprivate var words: String {
        switch self {
        case .eq: "equal to"
        case .ne: "not equal to"
        case .lt: "less than"
        case .le: "at most"
        case .gt: "greater than"
        case .ge: "at least"
        case .near: "near"
        case .in: "one of"
        case .matches: "matching"
        case .contains: "containing"
        case .length: "of length"
        case .null: "null:"
        }
    }

    fileprivate func holds(for actual: Value, _ operand: Value) -> Bool {
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
    fileprivate var elements: [Value]? { if case .array(let elements) = self { elements } else { nil } }

    /// Numbers by their value, texts by their characters; nothing else has an order.
    fileprivate func isOrdered(before other: Value) -> Bool {
        switch (self, other) {
        case (.number(let a), .number(let b)): a.compare(b) == .less
        case (.string(let a), .string(let b)): a < b
        default: false
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
            case .number(let expected) = pair[0], case .number(let tolerance) = pair[1],
            let a = actual.double, let b = expected.double, let limit = tolerance.double
        else { return false }
        return (a - b).magnitude <= limit
    }

    fileprivate func matches(_ pattern: Value) -> Bool {
        guard case .string(let text) = self, case .string(let pattern) = pattern, let regex = try? Regex(pattern) else {
            return false
        }
        return text.contains(regex)
    }

    fileprivate func contains(_ part: Value) -> Bool {
        switch (self, part) {
        case (.string(let text), .string(let part)): text.contains(part)
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
