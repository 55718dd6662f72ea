// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleReport

/// One step of a run: the call, then what is expected of it, then what is kept.
struct StepRun {
    let step: PlannedStep
    let call: PlannedCall
    let host: Host
    let events: EventChannel
    /// The clock for the start of the call. Without it the event has neither start nor hooks.
    let clock: RunClock?

    /// Returns whether all held.
    ///
    /// - Parameter provenance: knows the other steps.
    func run(_ saved: inout SavedValues, _ provenance: Provenance) -> Bool {
        let result = makeCall(saved, provenance)
        let parts = OutcomeParts(result, of: call.prepared)
        let unmet = call.expectations.count { !check($0, parts, saved, provenance) }
        for save in call.saves { saved[save.name.value] = self.saved(at: save.path.value, parts) }
        if case .failed = result.outcome { return unmet == 0 && call.expectsFailure }
        return unmet == 0
    }

    private func makeCall(_ saved: SavedValues, _ provenance: Provenance) -> CallResult {
        guard let failure = encodePending(saved) else {
            return call.prepared.make(
                step.index, call.prepared.shownArguments, events, clock, mayFail: call.expectsFailure
            ) {
                FailureContext(place: call.range.location, sources: provenance.sources(of: call, saved))
            }
        }
        let result = CallResult(action: step.name, outcome: .failed(failure), out: [], errno: 0)
        let sources = provenance.sources(of: call, saved, refusedAt: step.index)
        call.prepared.tell(
            result, of: step.index, CallSetting(call.prepared.action, clock),
            FailureContext(place: call.range.location, sources: sources), events)
        return result
    }

    private func saved(at path: CallPath, _ parts: OutcomeParts) -> SavedValue? {
        parts.value(at: path).map { SavedValue(value: $0, action: call.prepared.action, path: path) }
    }

    /// Puts saved values into memory; a value that does not fit fails the call, as it became known only now.
    private func encodePending(_ saved: SavedValues) -> Failure? {
        guard !call.pending.isEmpty else { return nil }
        if encodePending(saved, by: { $0.part(at: $1) }) == nil { return nil }
        // An enumerator is told by its name, and C takes it for a number as well.
        return encodePending(saved) { $0.number(at: $1) }
    }

    private func encodePending(_ saved: SavedValues, by part: (SavedValue, PartPath) -> Value?) -> Failure? {
        var arguments = call.arguments
        for (index, template) in call.pending {
            guard let value = template.filled(from: saved, by: part) else { return .unsaved(argument: index) }
            arguments[index] = .value(value)
        }
        return call.prepared.encode(arguments, actions: host.action(named:)).first.map {
            Failure(.argument, Diagnostic.misfit($0, in: call.prepared.action).message)
        }
    }

    private func check(
        _ expectation: Step.Expectation, _ parts: OutcomeParts, _ saved: SavedValues, _ provenance: Provenance
    ) -> Bool {
        let path = expectation.path.value
        var actual = parts.value(at: path)
        var verdict = expectation.condition.judge(actual, saved: saved)
        if call.prepared.action.signature.isSecret(path) {
            (verdict, actual) = (verdict.concealed, actual.map { _ in .secret })
        }
        var event = ExpectationEvent(
            index: step.index, path: "\(path)", isHeld: verdict.isHeld, expected: verdict.expected,
            condition: verdict.words, actual: actual, range: expectation.range, worker: events.worker)
        if !verdict.isHeld {
            event.circumstances = call.prepared.circumstances(of: verdict, at: path, actual, parts) {
                provenance.sources(of: expectation.condition, saved) + provenance.sources(of: call, saved)
            }
            event.circumstances?.difference += expectation.elsewhere
        }
        events.receive(.expectation(event))
        return verdict.isHeld
    }
}

extension Step.Expectation {
    /// Where it stands what is expected, unless that is in the expectation itself: a row of a table.
    var elsewhere: [String] {
        guard let expected = condition.plainValue,
            expected.range.source !== range.source
                || !range.bytes.contains(expected.range.bytes.lowerBound)
        else { return [] }
        return ["the expected value is at \(expected.range.location)"]
    }
}

extension ActionHook {
    /// The parts of the hook by their names, each once even if it is at several positions.
    var allLabels: [String] {
        [HookPosition.before, .instead, .after].flatMap { labels[$0] ?? [] }.reduce(into: []) { all, label in
            if !all.contains(label) { all.append(label) }
        }
    }
}

/// The call of a step once it has ended, by its parts.
struct OutcomeParts: ObservedCall {
    private let result: CallResult
    private let call: PreparedCall?
    let action: ActionName
    let signature: Signature

    init(_ result: CallResult, of call: PreparedCall) {
        self.result = result
        self.call = call
        action = call.action.name
        signature = call.action.signature
    }

    /// A call of which only the outcome is known.
    init(_ result: CallResult, of action: ActionName) {
        self.result = result
        self.action = action
        call = nil
        signature = Signature(symbol: action.action, result: .void, parameters: [])
    }

    var hasFailed: Bool { if case .failed = result.outcome { true } else { false } }

    var arguments: [Value] { call?.arguments ?? [] }
    var outcome: Outcome? { result.outcome }
    var savedErrno: Int32 { result.errno }
    func output(_ name: String) -> Value? { result.out.first { $0.name == name }?.value }
}

extension Failure {
    fileprivate static func unsaved(argument index: Int) -> Failure {
        Failure(
            .argument,
            "argument \(index + 1) refers to a value that was not saved: the step that saves it did not return it")
    }
}
