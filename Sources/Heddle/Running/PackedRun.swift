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
    private let forms: [PackedForm]
    private let sites: [CallSite]
    private let provenance: Provenance
    private let events: EventChannel
    /// The clock for the start of calls; nil if nobody asks.
    private let clock: RunClock?
    /// Where nothing was kept, as the call failed.
    private var unsaved: Set<PackedArguments.Index> = []
    /// Those of the latest call, so that the memory of the array serves all of them.
    private var arguments: [Value] = []

    /// The outcome of a step.
    private struct Ending {
        let isReturned: Bool
        var held = 0
        var failed = 0
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
        return ending.isReturned && ending.failed == 0
    }

    /// Nobody looks, so that nothing is made of arguments and result but the numbers at the end.
    private func count(_ step: PackedStep, _ form: PackedForm, _ call: PreparedCall, _ index: Int) -> Ending {
        CrashReport.note(call.action)
        let isReturned = call.invoke()
        CrashReport.note(nil)
        var ending = Ending(isReturned: isReturned)
        switch form.expectation {
        case .packed where call.meetsConditions(step.arguments, in: calls.arguments) == true:
            ending.held = form.expectations
        case .packed, .written:
            let parts = OutcomeParts(call.takeResult(), of: call)
            for (path, condition) in conditions(index) {
                if condition.holds(for: parts.value(at: path)) { ending.held += 1 } else { ending.failed += 1 }
            }
        case .nothing: break
        }
        events.count(isReturned: isReturned, held: ending.held, failed: ending.failed)
        return ending
    }

    private mutating func tell(_ form: PackedForm, _ call: PreparedCall, _ index: Int) -> Ending {
        call.showArguments(in: &arguments)
        let result = call.make(index, arguments, events, clock) {
            FailureContext(place: steps.source.written(index).range.location, sources: sources(index))
        }
        var ending = Ending(isReturned: !result.hasFailed)
        if form.expectation == .nothing { return ending }
        let parts = OutcomeParts(result, of: call)
        for expectation in expectations(index) {
            if check(expectation, call, parts, index) { ending.held += 1 } else { ending.failed += 1 }
        }
        return ending
    }

    private func check(
        _ expectation: Step.Expectation, _ call: PreparedCall, _ parts: OutcomeParts, _ index: Int
    ) -> Bool {
        let path = expectation.path.value
        let actual = parts.value(at: path)
        let verdict = expectation.condition.judge(actual, saved: [:])
        var event = ExpectationEvent(
            index: index, path: path == .result ? "result" : "\(path)", isHeld: verdict.isHeld,
            expected: verdict.expected, condition: verdict.words, actual: actual, range: expectation.range,
            worker: events.worker)
        if !verdict.isHeld {
            event.circumstances = call.circumstances(of: verdict, at: path, actual, parts) { sources(index) }
            event.circumstances?.difference += expectation.elsewhere
        }
        events.receive(.expectation(event))
        return verdict.isHeld
    }

    /// The conditions of a step without the places of their operands.
    private func conditions(_ index: Int) -> [(path: CallPath, condition: Condition<Value>)] {
        let written = steps.source.written(index)
        if steps.row == nil || !written.form.hasReferences { return written.conditions }
        return expectations(index).map { expectation in
            (expectation.path.value, expectation.condition.map { _, operand in operand.value.literal ?? .null })
        }
    }

    /// The expectations of a step.
    private func expectations(_ index: Int) -> [Step.Expectation] {
        (try? steps.source.written(index).expectations(of: steps.row)) ?? []
    }
}

extension CallResult {
    fileprivate var hasFailed: Bool { if case .failed = outcome { true } else { false } }
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

    /// The values that packed steps saved and that one of them refers to.
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
