// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foreign
import Heddle
import Report

/// Records a behaviour: it makes the runs, and tells what somebody should know of them.
struct Recorder {
    /// The behaviour's file.
    let file: String
    /// Where modules are looked up.
    let path: ModulePathOptions
    /// How many times it is run.
    let runs: Int
    /// The folder in which the recording will stand.
    let folder: String
    let output: CommandOutput

    /// A plan with what runs of it came to.
    private struct Recorded {
        let plan: Plan
        let host: Host
        let steps: RecordedRuns.Ended
        let cases: RecordedRuns.Ended

        var status: ExitStatus { steps.status.rawValue < cases.status.rawValue ? cases.status : steps.status }
        var diagnostics: [Diagnostic] {
            [steps, cases].flatMap { $0.records.first?.diagnostics ?? [] }
        }
    }

    /// Records the behaviour.
    ///
    /// - Parameter modules: those in whose place answers are written; nil for all where that can be.
    /// - Returns: the recording, and how the runs of the behaviour ended.
    func record(stubbing modules: [String]?) throws(Diagnostics) -> (recording: Recording, status: ExitStatus) {
        let (plan, host) = try BehaviourPlace(file).plan(on: path)
        try plan.checkRecordable(on: host)
        let modules = try chosen(modules, among: plan.stubbableModules(on: host))
        Interrupts.watch()
        let recorded = try run(
            plan, on: host, RecordedRuns(file: file, modulePath: path.modulePath, count: runs, inner: modules))
        tell(recorded.diagnostics)
        if modules.isEmpty { return (recording(of: recorded), recorded.status) }
        let (recording, status) = try stubbed(recorded, modules)
        return (recording, status.rawValue < recorded.status.rawValue ? recorded.status : status)
    }

    private func run(_ plan: Plan, on host: Host, _ runs: RecordedRuns) throws(Diagnostics) -> Recorded {
        let hasSteps = !plan.steps.isEmpty || !plan.always.isEmpty
        return Recorded(
            plan: plan, host: host, steps: hasSteps ? try runs.run(cases: false) : .init(),
            cases: plan.cases.isEmpty ? .init() : try runs.run(cases: true))
    }

    private func recording(of recorded: Recorded) -> Recording {
        let recording = Recording(
            recorded.plan, on: recorded.host, steps: recorded.steps.records, cases: recorded.cases.records, in: folder)
        tell(recording.notes)
        return recording
    }

    private func tell(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { output.events.receive(.diagnostic(diagnostic)) }
    }

    // MARK: Stubs

    private func chosen(_ modules: [String]?, among all: [String]) throws(Diagnostics) -> [String] {
        guard let modules else { return all }
        let mistakes = modules.filter { !all.contains($0) }.map { Diagnostic.notStubbable($0, among: all) }
        if !mistakes.isEmpty { throw Diagnostics(mistakes) }
        return all.filter(modules.contains)
    }

    /// The behaviour with answers is recorded in its turn: what it comes to with them is what is expected.
    private func stubbed(
        _ recorded: Recorded, _ modules: [String]
    ) throws(Diagnostics) -> (recording: Recording, status: ExitStatus) {
        let draft = try Recording(
            stubbing: modules, of: recorded.plan, on: recorded.host, steps: recorded.steps.records,
            cases: recorded.cases.records, in: ".")
        tell(draft.notes)
        let host = path.makeHost()
        let source = SourceText(name: "\(file) with stubs", draft.text)
        let plan = try Plan.read(source, on: host, origin: .file(folder: "."))
        let runs = RecordedRuns(file: "-", text: draft.text, modulePath: path.modulePath, count: runs)
        let replayed = try run(plan, on: host, runs)
        return (recording(of: replayed), replayed.status)
    }
}

extension Diagnostic {
    fileprivate static func notStubbable(_ name: String, among all: [String]) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: "record.stub",
            "no answers can stand in the place of \"\(name)\": a module of the file is wanted that has a library, "
                + "whose functions are no hooks, and that lets hooks be around its actions",
            suggestion: didYouMean(name, among: all) ?? (all.isEmpty ? nil : "there are \(all.joined(separator: ", "))")
        )
    }
}
