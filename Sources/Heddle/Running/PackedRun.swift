// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Foreign
internal import Report

/// Runs the packed steps of a plan, one after the other.
struct PackedRun {
    private let steps: PlannedSteps
    private let events: EventChannel
    /// What tells when calls began; nil where nobody asks.
    private let clock: RunClock?

    init(_ steps: PlannedSteps, events: EventChannel, clock: RunClock?) {
        self.steps = steps
        self.events = events
        self.clock = clock
    }

    /// Returns whether all held.
    func run(_ step: PackedStep, at index: Int) -> Bool {
        let call = steps.calls.sites[step.site].call
        call.load(step.arguments, from: steps.calls.arguments)
        return events.hasSinks ? tell(step, call, index) : count(step, call, index)
    }

    /// Nobody looks, so that nothing is made of arguments and result but the numbers at the end.
    private func count(_ step: PackedStep, _ call: PreparedCall, _ index: Int) -> Bool {
        CrashReport.note(call.action)
        let isReturned = call.invoke()
        CrashReport.note(nil)
        let isHeld: Bool? =
            switch step.expectation {
            case .nothing: nil
            case .packed: call.returnedExpected(step.arguments, from: steps.calls.arguments)
            case .written: expectation(at: index).map { call.result?.includes($0.expected) ?? false }
            }
        events.count(isReturned: isReturned, isHeld: isHeld)
        return isReturned && isHeld ?? true
    }

    private func tell(_ step: PackedStep, _ call: PreparedCall, _ index: Int) -> Bool {
        let source = steps.source
        let result = call.make(index, events, clock) { Circumstances(place: source[index].range.location) }
        var isHeld = true
        if step.expectation != .nothing, let (expected, range) = expectation(at: index) {
            let actual: Value? = if case .returned(let value) = result.outcome { value } else { nil }
            isHeld = actual?.includes(expected) ?? false
            var event = ExpectationEvent(
                index: index, path: "result", isHeld: isHeld, expected: expected, actual: actual, range: range)
            if !isHeld {
                let verdict = Verdict(isHeld: false, expected: expected, condition: nil)
                event.circumstances = call.circumstances(of: verdict, at: .result, actual, OutcomeParts(result))
            }
            events.receive(.expectation(event))
        }
        if case .failed = result.outcome { return false }
        return isHeld
    }

    /// What the behaviour says of a step's result.
    private func expectation(at index: Int) -> (expected: Value, range: SourceRange)? {
        guard steps.source.readPlain(index, into: &steps.calls.reader),
            let expectation = steps.calls.reader.step.expectation
        else { return nil }
        let source = steps.source.file
        return (expectation.result.value(in: source.bytes), SourceRange(source, expectation.bytes))
    }
}
