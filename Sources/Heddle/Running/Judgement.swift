// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The verdict on an expectation, with what it asked for.
struct Verdict {
    /// True if the expectation held.
    let isHeld: Bool
    /// The condition as the behaviour wrote it, references filled in.
    let expected: Value
    /// The condition in words, where it is more than equality.
    let words: String?
    /// The condition; nil where it is secret, or has a reference to what was not saved.
    fileprivate var condition: Condition<Value>?
}

extension WrittenStep.Expected {
    init(_ expectation: Step.Expectation, _ condition: Condition<Value>?) {
        self.init(
            path: expectation.path.value, condition: condition, range: expectation.range,
            role: expectation.role)
    }

    /// - Parameter saved: the values that references in the condition stand for.
    init(_ expectation: Step.Expectation, _ condition: Condition<Located<Template>>, _ saved: SavedValues) {
        do throws(FillingObstacle) {
            self.init(
                expectation,
                try condition.map { _, operand throws(FillingObstacle) in try operand.value.filled(from: saved) })
        } catch {
            self.init(expectation, nil)
            obstacle = error.message
        }
    }

    /// Holds a part of an outcome against the condition. Nothing holds for a part that does not exist.
    func judge(_ actual: Value?) -> Verdict {
        guard let condition else { return obstacle.map(Verdict.unmade) ?? .unsaved }
        return Verdict(
            isHeld: condition.holds(for: actual), expected: condition.written,
            words: condition.isPlainValue ? nil : condition.words, condition: condition)
    }
}

extension Verdict {
    /// The difference between a value and what was expected of it, where that did not hold.
    func difference(from actual: Value?, as type: CType?, at path: CallPath) -> Difference {
        guard let condition else { return Difference(words: words ?? "", actual: actual) }
        if condition.clauses.count == 1, case .compares(.eq, let expected)? = condition.clauses.first {
            return Difference(expected: expected, actual: actual, as: type, at: "\(path)")
        }
        return Difference(condition: condition, actual: actual, as: type)
    }

    /// The same without what the declaration says is secret.
    var concealed: Verdict { Verdict(isHeld: isHeld, expected: .secret, words: "a secret value") }

    /// The same of a value that is right by being accepted.
    var accepted: Verdict { Verdict(isHeld: true, expected: expected, words: words, condition: condition) }

    /// The condition refers to a value that no step has saved.
    fileprivate static let unsaved = Verdict(isHeld: false, expected: .null, words: "a saved value that does not exist")

    /// The condition has a value that cannot be made.
    fileprivate static func unmade(_ obstacle: String) -> Verdict {
        Verdict(isHeld: false, expected: .null, words: "a value that cannot be made: \(obstacle)")
    }
}
