// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleReport

extension Diagnostic {
    /// That a part of an outcome was another one in each run.
    static func unsteady(_ path: String, _ values: [Value], of step: Step) -> Diagnostic {
        let found = values.prefix(3).map { $0.excerpt(limit: 40) }.joined(separator: ", then ")
        return Diagnostic(
            .warning, code: .recording(.unsteady),
            "\(path) of \(step.call.value) was \(found): its value is not expected", at: step.call.range)
    }

    /// That a step went another way in another run.
    static func parting(_ step: Step) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.parting),
            "\(step.call.value) did not end the same way in each run: the recording ends before it",
            at: step.call.range,
            suggestion: "begin each run with the same files and the same state")
    }

    /// That steps were not made in each run and so are not recorded.
    ///
    /// - Parameter calls: what became of the first of them in each run.
    static func ending(_ step: Step, left: Int, _ calls: [CallEvent?]) -> Diagnostic {
        let (steps, verb) = left == 1 ? ("this step", "is") : ("this step and the following ones", "are")
        let wasReached = calls.contains { $0 != nil }
        let message =
            wasReached
            ? "not every run finished \(steps), which \(verb) not in the recording"
            : "\(steps) \(left == 1 ? "was" : "were") not run and \(verb) not in the recording"
        return Diagnostic(.warning, code: .recording(.ending), message, at: step.call.range)
    }

    /// That a case was not run and so is not recorded.
    static func notRun(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.ending),
            "the case \(Value.string(name).excerpt()) was not run and is not in the recording",
            at: range)
    }

    /// That something was expected and did not come.
    static func unmet(_ expectation: Step.Expectation) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.surprise), "this did not hold: the recording expects the actual outcome",
            at: expectation.range)
    }

    /// That a call failed and no failure was expected.
    static func failed(_ step: Step, _ failure: Failure) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.surprise),
            "\(step.call.value) failed with \(failure.excerpt): the recording expects that", at: step.call.range)
    }

    /// That a function was called, which answers do not do.
    static func callback(_ name: String, _ count: Int, of step: Step) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.callback),
            "\(step.call.value) called the function that it got as \(name) \(counted(count, "time")): "
                + "the answer in its place does not",
            at: step.call.range)
    }

    /// That a recording would copy a secret.
    static func secret(_ what: String, at range: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            code: .recording(.secret), "\(what), and a recording would copy it", at: range,
            suggestion: range.map { _ in "save it from a call and refer to it" })
    }
}
