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
    private let calledInRuns: [KeptCalls]
    /// The same steps with the modules that answers have replaced; nil where none were.
    private let original: OriginalSteps?
    /// The names of the files that the runs were made from.
    private let files: [String]
    /// The path of a golden file that a text names, seen from the recording.
    private let golden: (String, SourceText) -> String
    /// Is called every few milliseconds.
    private let pause: () -> Void
    /// Nothing for each run, where all expectations held in all runs; nil where some did not.
    private let allMet: [[String: Value]]?
    private var handles: [SavedHandles]
    /// Their names.
    private var handleNames: [[UInt64: String]]
    private var originalHandles: [SavedHandles]
    /// The call of the step before, and its action.
    private var last: CallEvent?
    private var lastAction: (name: ActionName, action: Action?)?
    /// The names that recorded steps save.
    private var saved: Set<String> = []
    /// The notices about the recording.
    private(set) var notes: [Diagnostic] = []
    /// The number of recorded calls.
    private(set) var calls = 0

    /// - Parameters:
    ///   - files: the names of the files that the runs were made from.
    ///   - original: the same steps with the modules that answers have replaced in `runs`.
    ///   - golden: the path of a golden file that a text names, seen from the recording.
    init(
        _ runs: [RunRecord.Part], of host: ModuleHost, stubs: [String]? = nil, from files: [String],
        original: OriginalSteps? = nil, golden: @escaping (String, SourceText) -> String,
        pausing pause: @escaping () -> Void
    ) {
        self.pause = pause
        self.golden = golden
        self.runs = runs
        self.original = original
        calledInRuns = runs.map(\.calls)
        self.files = files
        self.host = host
        self.stubs = stubs
        allMet = runs.allSatisfy(\.unmet.isEmpty) ? runs.map { _ in [:] } : nil
        handles = runs.map { _ in SavedHandles() }
        handleNames = handles.map(\.names)
        originalHandles = (original?.calls ?? []).map { _ in SavedHandles() }
    }

    /// The steps up to the first that was not made, or that went another way in another run.
    ///
    /// - Parameter write: takes them one by one.
    mutating func record(_ steps: some Collection<Step>, to write: (Value) -> Void) {
        for (index, step) in steps.enumerated() {
            if index.isMultiple(of: Self.stepsBetweenPauses) { pause() }
            let calls = calls(calledInRuns, of: index)
            guard let made = calls.agreed else {
                let told = told(step, index)
                note(calls.contains(nil) ? .ending(told, left: steps.count - index, calls) : .parting(told))
                break
            }
            write(record(step, index, made))
        }
    }

    /// Those steps that were made the same way in each run, and that refer to what was recorded.
    ///
    /// - Parameters:
    ///   - first: the number of the first of them.
    ///   - write: takes them one by one.
    mutating func recordAlways(_ steps: some Collection<Step>, from first: Int, to write: (Value) -> Void) {
        for (index, step) in steps.enumerated() {
            let calls = calls(calledInRuns, of: first + index)
            guard let made = calls.agreed, step.references.isSubset(of: saved) else {
                note(.ending(told(step, first + index), left: 1, calls))
                continue
            }
            write(record(step, first + index, made))
        }
    }

    /// The calls of a step in each run. One of which nothing can be read counts as not made.
    private mutating func calls(_ runs: [KeptCalls], of step: Int) -> [CallEvent?] {
        do {
            let calls = try runs.calls(of: step, knowing: last)
            last = calls.first ?? nil
            return calls
        } catch {
            notes += error.all
            return runs.map { _ in nil }
        }
    }

    /// They take about two milliseconds.
    private static let stepsBetweenPauses = 256

    // MARK: One step

    private mutating func record(_ step: Step, _ index: Int, _ made: [CallEvent]) -> Value {
        let action = action(of: step)
        let unmet = allMet ?? runs.map { $0.unmet[index] ?? [:] }
        noteSurprises(of: step, index, made[0], unmet)
        noteSurroundings(of: step, index)
        var outcome = RecordedOutcome(made, of: action, names: handleNames, from: files)
        noteDifferences(of: outcome, step, index, made[0], action)
        outcome.keep(step.expectations, exceptFor: unmet, golden: golden)
        noteCallbacks(of: step, made[0])
        if stubs == nil {
            for (path, values) in outcome.unsteady { note(.unsteady(path, values, of: told(step, index))) }
        }
        if !step.saves.isEmpty { noteSaved(of: step, made) }
        calls += 1
        return step.recorded(
            expecting: stubs.map { outcome.loose(isStubbed: $0.contains(step.call.value.module)) } ?? outcome.members,
            keepsTime: unmet.allSatisfy { $0[ExpectationEvent.timePath] == nil })
    }

    private mutating func noteSaved(of step: Step, _ made: [CallEvent]) {
        for run in runs.indices { handles[run].note(step.saves, of: made[run]) }
        handleNames = handles.map(\.names)
        saved.formUnion(step.saves.map(\.name.value))
    }

    /// The step as its author knows it: answers stand in a file that nobody sees.
    private func told(_ step: Step, _ index: Int) -> Step { original?.step(index) ?? step }

    private mutating func action(of step: Step) -> Action? {
        let name = step.call.value
        if let lastAction, lastAction.name == name { return lastAction.action }
        let action = try? host.registry.action(name)
        lastAction = (name, action)
        return action
    }

    /// Answers that lead to something else than the modules that they replace do not replace them.
    private mutating func noteDifferences(
        of outcome: RecordedOutcome, _ step: Step, _ index: Int, _ call: CallEvent, _ action: Action?
    ) {
        guard let kept = original?.calls, let original = calls(kept, of: index).agreed else { return }
        let step = told(step, index)
        defer {
            for run in kept.indices { originalHandles[run].note(step.saves, of: original[run]) }
        }
        if original[0].ending != call.ending { return note(.unlikeOriginal(step, original[0], call)) }
        let expected = RecordedOutcome(
            original, of: action, names: originalHandles.map(\.names), from: files)
        for (path, own, other) in expected.differences(from: outcome) {
            note(.unlikeOriginal(step, path, own, other))
        }
    }

    /// The recording expects the actual value in place of a failed expectation.
    private mutating func noteSurprises(
        of step: Step, _ index: Int, _ call: CallEvent, _ unmet: [[String: Value]]
    ) {
        if unmet.allSatisfy(\.isEmpty), call.ending != .failed { return }
        let step = told(step, index)
        for expectation in step.expectations {
            let count = unmet.count { $0["\(expectation.path.value)"] != nil }
            if count == unmet.count {
                note(.unmet(expectation))
            } else if count > 0 {
                note(.unsettled(expectation.range))
            }
        }
        if let most = step.most, unmet.contains(where: { $0[ExpectationEvent.timePath] != nil }) {
            note(.unsettled(most.range))
        }
        if case .failed(let failure) = call.status,
            !step.expectations.contains(where: { $0.path.value.root == .failure || $0.path.value.root == .status })
        {
            note(.failed(step, failure))
        }
    }

    /// An answer prints nothing, and writes no files.
    private mutating func noteSurroundings(of step: Step, _ index: Int) {
        guard stubs?.contains(step.call.value.module) == true else { return }
        for expectation in told(step, index).expectations where expectation.path.value.root.isSurrounding {
            note(.unanswerable(at: expectation.range))
        }
    }

    /// An answer does not call functions in structures.
    private mutating func noteCallbacks(of step: Step, _ call: CallEvent) {
        guard stubs?.contains(step.call.value.module) == true else { return }
        for output in call.out where !PartPath.canBeName(output.name) {
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
