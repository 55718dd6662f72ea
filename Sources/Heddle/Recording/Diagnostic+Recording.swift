// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleReport

extension Diagnostic {
    /// A part of an outcome differed between runs.
    static func unsteady(_ path: String, _ values: [Value], of step: Step) -> Diagnostic {
        let found = values.prefix(3).map { $0.excerpt(limit: 40) }.joined(separator: ", then ")
        return Diagnostic(
            .warning, code: .recording(.unsteady),
            "\(path) of \(step.call.value) was \(found): its value is not expected", at: step.call.range)
    }

    /// A step returned in one run and failed in another.
    static func parting(_ step: Step) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.parting),
            "\(step.call.value) did not end the same way in each run: the recording ends before it",
            at: step.call.range,
            suggestion: "begin each run with the same files and the same state")
    }

    /// Answers lead a step to another end than the modules that they replace.
    static func unlikeOriginal(_ step: Step, _ original: CallEvent, _ call: CallEvent) -> Diagnostic {
        Diagnostic(
            code: .recording(.unsound),
            "the recording does not hold: with answers \(step.call.value) \(call.endingInWords), with the modules it "
                + original.endingInWords,
            at: step.call.range, suggestion: answersSuggestion)
    }

    /// Answers lead a step to another value than the modules that they replace.
    static func unlikeOriginal(_ step: Step, _ path: String, _ original: Value, _ value: Value) -> Diagnostic {
        Diagnostic(
            code: .recording(.unsound),
            "the recording does not hold: with answers \(path) of \(step.call.value) is \(value.excerpt(limit: 40)), "
                + "with the modules \(original.excerpt(limit: 40))",
            at: step.call.range, suggestion: answersSuggestion)
    }

    private static let answersSuggestion =
        "replace other modules with --stub: all of a library, and those that call each other"

    /// Some steps did not run in each run, so they are not recorded.
    ///
    /// - Parameter calls: the outcome of the first of them in each run.
    static func ending(_ step: Step, left: Int, _ calls: [CallEvent?]) -> Diagnostic {
        let (steps, verb) = left == 1 ? ("this step", "is") : ("this step and the following ones", "are")
        let wasReached = calls.contains { $0 != nil }
        let message =
            wasReached
            ? "not every run finished \(steps), which \(verb) not in the recording"
            : "\(steps) \(left == 1 ? "was" : "were") not run and \(verb) not in the recording"
        return Diagnostic(.warning, code: .recording(.ending), message, at: step.call.range)
    }

    /// A case was not run, so it is not recorded.
    static func notRun(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.ending),
            "the case \(Value.string(name).excerpt()) was not run and is not in the recording",
            at: range)
    }

    /// The process of a case has died, so that it has no outcome that a recording could expect.
    static func died(_ name: String, _ reason: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.ending),
            "the case \(Value.string(name).excerpt()) died and is not in the recording: \(reason)", at: range)
    }

    /// A case did not pass in each run, so that nothing is known of what it expects as a whole.
    static func unkept(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.surprise),
            "the case \(Value.string(name).excerpt()) did not pass in each run: what it expects of its steps together is "
                + "not in the recording",
            at: range)
    }

    /// A case or a step expects what only its modules can do.
    ///
    /// - Parameter name: the name of the case; nil for a step.
    static func unanswerable(byCase name: String? = nil, at range: SourceRange) -> Diagnostic {
        let expected = name.map { "what the case \(Value.string($0).excerpt()) expects of that" } ?? "this"
        return Diagnostic(
            .warning, code: .recording(.stub),
            "answers print nothing and write no files: \(expected) is not in the recording", at: range)
    }

    /// A step works in memory, where answers put nothing.
    static func inMemory(_ step: Step, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            code: .recording(.stub), "\(step.call.value) works in memory, of which a recording has none", at: range,
            suggestion: "record a behaviour that only calls")
    }

    /// Steps are repeated, or are run where a condition holds.
    static func inBlock(_ block: Steps.Block) -> Diagnostic {
        let words = if case .loop = block.kind { "repeated" } else { "run where a condition holds" }
        return Diagnostic(
            code: .recording(.block), "these steps are \(words), and a recording expects one outcome of each step",
            at: block.range, suggestion: "record a behaviour in which each call is a step of its own")
    }

    /// An expectation did not hold.
    static func unmet(_ expectation: Step.Expectation) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.surprise), "this did not hold: the recording expects the actual outcome",
            at: expectation.range)
    }

    /// An expectation did not hold in each run.
    static func unsettled(_ range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.surprise), "this did not hold in each run, and is not in the recording",
            at: range,
            suggestion: "begin each run with the same files and the same state")
    }

    /// A call failed unexpectedly.
    static func failed(_ step: Step, _ failure: Failure) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.surprise),
            "\(step.call.value) failed with \(failure.excerpt): the recording expects that", at: step.call.range)
    }

    /// A callback was called that recorded answers do not call.
    static func callback(_ name: String, _ count: Int, of step: Step) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.callback),
            "\(step.call.value) called the function that it got as \(name) \(counted(count, "time")): "
                + "the answer in its place does not",
            at: step.call.range)
    }

    /// A function was called that a recorded answer cannot call.
    static func callback(_ action: ActionName, _ count: Int) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.callback),
            "a function that \(action) got was called \(counted(count, "time")) from a thread of its library, or stands in "
                + "a structure: the answer in its place does not call it")
    }

    /// A module remains in a recording with answers.
    static func notStubbed(_ module: String, _ reason: String, at range: SourceRange?) -> Diagnostic {
        Diagnostic(
            .warning, code: .recording(.stub), "no answers replace \(module), which the recording needs: \(reason)",
            at: range, suggestion: "replace only other modules with --stub")
    }

    /// The calls of stubbed modules were others in some runs.
    static func unlike(_ count: Int, of runs: Int, in name: String?) -> Diagnostic {
        let place = name.map { " in the case \(Value.string($0).excerpt())" } ?? ""
        let verb = count == 1 ? "was" : "were"
        return Diagnostic(
            .warning, code: .recording(.unsteady),
            "the calls of the replaced modules\(place) were others in \(count) of \(counted(runs, "run")), "
                + "which \(verb) left out: the answers are those of the first",
            suggestion: "begin each run with the same files and the same state")
    }

    /// A recording would copy a secret.
    static func secret(_ what: String, at range: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            code: .recording(.secret), "\(what), and a recording would copy it", at: range,
            suggestion: range.map { _ in "save it from a call and refer to it" })
    }
}

extension CallEvent {
    /// `returned`, or why not.
    fileprivate var endingInWords: String {
        switch status {
        case .returned: "returned"
        case .failed(let failure): "failed with \(failure.excerpt)"
        case .skipped(let reason): "was left out: \(reason)"
        }
    }
}
