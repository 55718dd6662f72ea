// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The outcome of writing a value to the golden file with which it was compared.
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
        guard golden.isAccepting, let actual, let path = condition.golden, holdsBesideFile(resolved, for: actual)
        else { return nil }
        do throws(Diagnostic) {
            return Acceptance(isHeld: true, diagnostic: try golden.accept(actual, as: path.asPath()))
        } catch {
            return Acceptance(isHeld: false, diagnostic: error)
        }
    }

    /// The file that the expected value stands in, with how to change it.
    ///
    /// - Parameter resolved: the same expectation with the content of the file in it.
    func goldenWords(
        of actual: Value?, besides resolved: WrittenStep.Expected, by golden: GoldenFiles
    ) -> [String] {
        guard let place = condition.golden, case .literal(.string(let path)) = place.value else { return [] }
        let isMissing = resolved.condition?.clauses.contains(where: \.isGolden) == true
        let file = isMissing ? "there is no golden file \(path)" : "the expected value is the content of \(path)"
        let isWritable = actual.map { holdsBesideFile(resolved, for: $0) } ?? false
        if golden.isAccepting {
            // A message says why a value that could be written was not.
            if isWritable { return isMissing ? [] : [file] }
            return ["\(file), which is written only with a value for which everything else holds"]
        }
        if isWritable, !isMissing, (try? place.asPath()).map(golden.isShared) == true {
            return ["\(file), with which other cases or rows compare: give each a golden file of its own"]
        }
        return [
            "\(file); heddle test --accept "
                + (isWritable ? "writes the actual one" : "writes only a value for which everything else holds")
        ]
    }

    /// True if the golden file is all that a value can differ from.
    private func holdsBesideFile(_ resolved: WrittenStep.Expected, for actual: Value) -> Bool {
        guard let others = resolved.condition, others.clauses.count == condition.clauses.count else { return false }
        return zip(condition.clauses, others.clauses).allSatisfy { $0.isGolden || $1.holds(for: actual) }
    }
}

extension Condition.Clause {
    fileprivate var isGolden: Bool { if case .compares(.golden, _) = self { true } else { false } }
}
