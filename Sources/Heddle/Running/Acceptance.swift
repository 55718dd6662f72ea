// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// That a value was written to the golden file with which it was compared, or could not be.
struct Acceptance {
    /// True if the value is now that of the file, so that the expectation holds.
    let isHeld: Bool
    /// The message about it.
    let diagnostic: Diagnostic
}

extension Step.Expectation {
    /// Writes a value that does not hold to the golden file, if values are accepted, and if the file is all that it
    /// differs from.
    ///
    /// - Parameter resolved: the same expectation with the content of the file in it.
    /// - Returns: nil if nothing was tried.
    func acceptance(
        of actual: Value?, besides resolved: WrittenStep.Expected, by golden: GoldenFiles
    ) -> Acceptance? {
        guard golden.isAccepting, let actual, let path = condition.golden, let others = resolved.condition,
            others.clauses.count == condition.clauses.count,
            zip(condition.clauses, others.clauses).allSatisfy({ $0.isGolden || $1.holds(for: actual) })
        else { return nil }
        do throws(Diagnostic) {
            return Acceptance(isHeld: true, diagnostic: try golden.accept(actual, as: path.asPath()))
        } catch {
            return Acceptance(isHeld: false, diagnostic: error)
        }
    }

    /// The file that the expected value stands in, with how to change it.
    var goldenWords: [String] {
        guard case .literal(.string(let path))? = condition.golden?.value else { return [] }
        return ["the expected value is the content of \(path); heddle test --accept writes the actual one"]
    }
}

extension Condition.Clause {
    fileprivate var isGolden: Bool { if case .compares(.golden, _) = self { true } else { false } }
}
