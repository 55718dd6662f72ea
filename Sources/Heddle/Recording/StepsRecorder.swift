// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleReport

/// Writes steps down with what they came to in several runs.
struct StepsRecorder {
    private let host: ModuleHost
    /// The modules that answers replace; nil to expect everything that was the same in all runs.
    private let stubs: [String]?
    /// The same steps in each run.
    private let runs: [RunRecord.Part]
    private var handles: [SavedHandles]
    /// The names that recorded steps save.
    private var saved: Set<String> = []
    /// The notices about the recording.
    private(set) var notes: [Diagnostic] = []
    /// The number of recorded calls.
    private(set) var calls = 0

    init(_ runs: [RunRecord.Part], of host: ModuleHost, stubs: [String]? = nil) {
        self.runs = runs
        self.host = host
        self.stubs = stubs
        handles = runs.map { _ in SavedHandles() }
    }

    /// The steps up to the first that was not made, or that went another way in another run.
    mutating func record(_ steps: some Collection<Step>) -> [Value] {
        var recorded: [Value] = []
        for (index, step) in steps.enumerated() {
            let calls = runs.map { $0.calls[index] }
            guard let made = calls.agreed else {
                note(calls.contains(nil) ? .ending(step, left: steps.count - index, calls) : .parting(step))
                break
            }
            recorded.append(record(step, index, made))
        }
        return recorded
    }

    /// Those steps that were made the same way in each run, and that refer to what was recorded.
    ///
    /// - Parameter first: the number of the first of them.
    mutating func recordAlways(_ steps: some Collection<Step>, from first: Int) -> [Value] {
        var recorded: [Value] = []
        for (index, step) in steps.enumerated() {
            let calls = runs.map { $0.calls[first + index] }
            guard let made = calls.agreed, step.references.isSubset(of: saved) else {
                note(.ending(step, left: 1, calls))
                continue
            }
            recorded.append(record(step, first + index, made))
        }
        return recorded
    }

    // MARK: One step

    private mutating func record(_ step: Step, _ index: Int, _ made: [CallEvent]) -> Value {
        let action = try? host.registry.action(step.call.value)
        let unmet = runs.map { $0.unmet[index] ?? [] }
        noteSurprises(of: step, made[0], unmet[0])
        var outcome = RecordedOutcome(made, of: action, names: handles.map(\.names))
        outcome.keep(step.expectations, exceptFor: unmet.reduce(into: []) { $0.formUnion($1) })
        noteCallbacks(of: step, made[0])
        if stubs == nil { for (path, values) in outcome.unsteady { note(.unsteady(path, values, of: step)) } }
        for run in runs.indices { handles[run].note(step.saves, of: made[run]) }
        saved.formUnion(step.saves.map(\.name.value))
        calls += 1
        return step.recorded(
            expecting: stubs.map { outcome.loose(isStubbed: $0.contains(step.call.value.module)) } ?? outcome.members)
    }

    /// The recording expects the actual value in place of a failed expectation.
    private mutating func noteSurprises(of step: Step, _ call: CallEvent, _ unmet: Set<String>) {
        for expectation in step.expectations where unmet.contains("\(expectation.path.value)") {
            note(.unmet(expectation))
        }
        if case .failed(let failure) = call.status,
            !step.expectations.contains(where: { $0.path.value.root == .failure })
        {
            note(.failed(step, failure))
        }
    }

    /// An answer does not call functions in structures.
    private mutating func noteCallbacks(of step: Step, _ call: CallEvent) {
        guard stubs?.contains(step.call.value.module) == true else { return }
        for output in call.out where output.name.contains(where: PartPath.isMark) {
            if case .array(let calls) = output.value, !calls.isEmpty {
                note(.callback(output.name, calls.count, of: step))
            }
        }
    }

    private mutating func note(_ diagnostic: Diagnostic) { notes.append(diagnostic) }
}

extension [CallEvent?] {
    /// The calls of one step where all runs have made it and it ended in the same way.
    fileprivate var agreed: [CallEvent]? {
        let made = compactMap(\.self)
        guard made.count == count, let first = made.first else { return nil }
        return made.allSatisfy { $0.ending == first.ending } ? made : nil
    }
}

extension CallEvent {
    fileprivate enum Ending { case returned, failed, skipped }

    fileprivate var ending: Ending {
        switch status {
        case .returned: .returned
        case .failed: .failed
        case .skipped: .skipped
        }
    }
}
