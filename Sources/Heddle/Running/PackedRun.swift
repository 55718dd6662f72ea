// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleReport

/// Runs the packed steps of a plan, one after the other.
struct PackedRun {
    private let steps: PlannedSteps
    private let calls: PackedCalls
    private let forms: [StepForm]
    private let sites: [CallSite]
    private let provenance: Provenance
    private let events: EventChannel
    /// What tells when calls began; nil where nobody asks.
    private let clock: RunClock?
    /// Where nothing was kept, as the call failed.
    private var unsaved: Set<PackedArguments.Index> = []
    /// Those of the latest call, so that the memory of the array serves all of them.
    private var arguments: [Value] = []

    /// What a step has come to.
    private struct Ending {
        let isReturned: Bool
        /// Nil where nothing was expected.
        let isHeld: Bool?
    }

    init(_ steps: PlannedSteps, _ provenance: Provenance, events: EventChannel, clock: RunClock?) {
        self.steps = steps
        calls = steps.calls
        forms = calls.forms
        sites = calls.sites
        self.provenance = provenance
        self.events = events
        self.clock = clock
    }

    /// Returns whether all held.
    ///
    /// - Parameter saved: what steps have saved that are not packed, or refer to.
    mutating func run(_ step: PackedStep, at index: Int, _ saved: inout SavedValues) -> Bool {
        let form = forms[step.form]
        let place = form.result.map(step.arguments.advanced)
        if !unsaved.isEmpty, !form.references.isEmpty, let call = callOfUnsaved(index) {
            if let place { unsaved.insert(place) }
            return refuse(call, index)
        }
        let call = sites[form.site].call
        call.load(step.arguments, from: calls.arguments, form.references)
        let ending = events.hasSinks ? tell(form, call, index) : count(step, form, call, index)
        if let place { keep(call, at: place, isReturned: ending.isReturned, index, &saved) }
        return ending.isReturned && ending.isHeld ?? true
    }

    /// Nobody looks, so that nothing is made of arguments and result but the numbers at the end.
    private func count(_ step: PackedStep, _ form: StepForm, _ call: PreparedCall, _ index: Int) -> Ending {
        CrashReport.note(call.action)
        let isReturned = call.invoke()
        CrashReport.note(nil)
        let isHeld: Bool? =
            switch form.expectation {
            case .nothing: nil
            case .packed: call.meetsConditions(step.arguments, in: calls.arguments)
            case .written: isHeld(index, for: call.result)
            }
        events.count(isReturned: isReturned, isHeld: isHeld)
        return Ending(isReturned: isReturned, isHeld: isHeld)
    }

    private mutating func tell(_ form: StepForm, _ call: PreparedCall, _ index: Int) -> Ending {
        call.showArguments(in: &arguments)
        let result = call.make(index, arguments, events, clock) {
            FailureContext(place: steps.source[index].range.location, sources: sources(index))
        }
        var isHeld: Bool?
        if form.expectation != .nothing, let expectation = steps.source[index].expectations.first {
            isHeld = check(expectation, call, OutcomeParts(result, of: call), index)
        }
        if case .failed = result.outcome { return Ending(isReturned: false, isHeld: isHeld) }
        return Ending(isReturned: true, isHeld: isHeld)
    }

    private func check(
        _ expectation: Step.Expectation, _ call: PreparedCall, _ parts: OutcomeParts, _ index: Int
    ) -> Bool {
        let actual = parts.value(at: .result)
        let verdict = expectation.condition.judge(actual, saved: [:])
        var event = ExpectationEvent(
            index: index, path: "result", isHeld: verdict.isHeld, expected: verdict.expected,
            condition: verdict.words, actual: actual, range: expectation.range, worker: events.worker)
        if !verdict.isHeld {
            event.circumstances = call.circumstances(of: verdict, at: .result, actual, parts) { sources(index) }
        }
        events.receive(.expectation(event))
        return verdict.isHeld
    }

    private func isHeld(_ index: Int, for result: Value?) -> Bool? {
        let written = steps.source.written(index)
        return PlainStep(written).map { $0.holds(for: result, in: written.bytes) }
    }
}

// MARK: - Saved values

extension PackedRun {
    private mutating func keep(
        _ call: PreparedCall, at place: PackedArguments.Index, isReturned: Bool, _ index: Int,
        _ saved: inout SavedValues
    ) {
        guard isReturned else {
            unsaved.insert(place)
            return
        }
        call.keepResult(place, in: calls.arguments)
        if !steps.referredNames.isEmpty, let name = steps.referredNames[index] {
            saved[name] = call.result.map { SavedValue(value: $0, action: call.action, path: .result) }
        }
    }

    /// The call of a step, where it refers to what was not saved.
    private func callOfUnsaved(_ index: Int) -> PlannedCall? {
        guard let call = try? steps[index].call.get(), values(for: call).count < Set(call.references).count else {
            return nil
        }
        return call
    }

    /// Tells of a call that cannot be made.
    private func refuse(_ call: PlannedCall, _ index: Int) -> Bool {
        var values = values(for: call)
        let step = PlannedStep(index: index, name: call.prepared.action.name, call: .success(call))
        return StepRun(step: step, call: call, host: steps.host, events: events, clock: clock).run(&values, provenance)
    }

    /// Where the values came from that a step refers to.
    private func sources(_ index: Int) -> [ValueSource] {
        guard case .success(let call) = steps[index].call else { return [] }
        return provenance.sources(of: call, values(for: call))
    }

    /// What packed steps have saved of what one of them refers to.
    private func values(for call: PlannedCall) -> SavedValues {
        call.references.reduce(into: [:]) { values, name in
            guard let number = steps.source.number(ofSaved: name), let saver = steps.packedSaver(number),
                let place = calls.result(of: saver), !unsaved.contains(place)
            else { return }
            let site = calls.site(of: saver)
            values[name] = site.packing.kept.map {
                SavedValue(value: $0.value(place, in: calls.arguments), action: site.action, path: .result)
            }
        }
    }
}
