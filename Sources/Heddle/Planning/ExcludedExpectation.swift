// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// An expectation that holds for no call for which another one of the same step holds, because a call ends in one way.
struct ExcludedExpectation {
    let expectation: Step.Expectation
    let other: Step.Expectation

    func diagnostic(of action: ActionName) -> Diagnostic {
        let excludes =
            other.endings == [.failed] ? "fails has no \(expectation.path.value.root)" : "returns has no failure"
        return Diagnostic(
            code: .call(.never),
            "\(expectation.path.value) of \(action) can never hold beside \(other.path.value): a call that \(excludes)",
            at: expectation.range, notes: [.init("the other expectation", at: other.range)])
    }
}

extension [Step.Expectation] {
    /// The first that one before it excludes.
    var excluded: ExcludedExpectation? {
        if count < 2 { return nil }
        // Those for the same endings exclude the same others, so the first of them stands for all.
        var firsts: [(expectation: Step.Expectation, endings: Set<Ending>)] = []
        for expectation in self {
            let endings = expectation.endings
            if endings.isEmpty { continue }
            let alike = firsts.filter { $0.expectation.role == expectation.role }
            if expectation.tellsEnding, let other = alike.first(where: { $0.endings.isDisjoint(with: endings) }) {
                return ExcludedExpectation(expectation: expectation, other: other.expectation)
            }
            if !alike.contains(where: { $0.endings == endings }) { firsts.append((expectation, endings)) }
        }
        return nil
    }
}

/// The ways in which a call ends.
private enum Ending { case returned, failed }

extension Step.Expectation {
    fileprivate var tellsEnding: Bool {
        switch path.value.root {
        case .result, .status, .failure: true
        case .argument, .out, .errno, .stdout, .stderr, .file: false
        }
    }

    /// The endings that calls may have for which it holds.
    fileprivate var endings: Set<Ending> {
        let both: Set<Ending> = [.returned, .failed]
        switch path.value.root {
        case .result: return [.returned]
        case .failure where !path.value.part.isEmpty: return [.failed]
        case .failure:
            guard let condition = condition.literal else { return both }
            if !condition.holds(for: .null) { return [.failed] }
            return condition.isOfNull ? [.returned] : both
        case .status:
            guard let condition = condition.literal else { return both }
            let words: [(Ending, String)] = [(.returned, "returned"), (.failed, "failed")]
            return Set(words.filter { condition.holds(for: .string($1)) }.map(\.0))
        case .argument, .out, .errno, .stdout, .stderr, .file: return both
        }
    }
}

extension Condition<Value> {
    /// True if it holds for null alone.
    fileprivate var isOfNull: Bool {
        clauses.contains { clause in
            switch clause {
            case .compares(.eq, .null), .compares(.null, .bool(true)): true
            case .compares, .combines: false
            }
        }
    }
}

// MARK: - _Success_

extension Action {
    /// Returns whether a call counts as failed where its function comes to a result, so that it has none.
    func cannotReturn(_ result: Value) -> Bool {
        // A hook may put another result in its place.
        guard let success = signature.success, !isAnswered, chain.isEmpty else { return false }
        switch (result, signature.result.canonical) {
        case (.number(let number), _): return number.integer.map { !success.holds(for: $0) } ?? false
        case (.string(let name), .enumeration(let type)):
            return type.number(named: name).map { !success.holds(for: $0) } ?? false
        default: return false
        }
    }
}

extension Step.Expectation {
    /// True if it expects a result for which a call counts as failed.
    func isExcluded(by action: Action) -> Bool {
        guard path.value == .result, let value = condition.literal?.equalValue else { return false }
        return action.cannotReturn(value)
    }

    func excludedBySuccess(of action: Action) -> Diagnostic {
        let value = condition.literal?.equalValue?.excerpt() ?? "this"
        return Diagnostic(
            code: .call(.never),
            "result of \(action.name) can never be \(value): _Success_ of its declaration says that such a call fails",
            at: condition.operands.first?.range ?? range,
            suggestion: "expect {\"status\": \"failed\"}, or take _Success_ away")
    }
}

extension Condition<Value> {
    /// The value that it asks for, if that is all it asks for.
    fileprivate var equalValue: Value? {
        guard clauses.count == 1, case .compares(.eq, let value)? = clauses.first else { return nil }
        return value
    }
}
