// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// Records a behaviour: it makes the runs, and tells what somebody should know of them.
struct Recorder {
    private let file: String
    /// The name of the recording.
    private let name: String
    private let text: BehaviourText
    private let plan: Plan
    private let host: ModuleHost
    /// The modules in whose place answers are written.
    private let stubs: [String]
    /// The modules in whose place answers can be written.
    private let all: [String]
    /// The advice where the answers do not hold; nil for none.
    private var advice: StubAdvice?
    /// The modules that stay although all were to be replaced.
    private let leftModules: [Diagnostic]
    private let path: BehaviourOptions
    /// The runs of the behaviour.
    private let runs: RecordedRuns
    /// The folder in which the recording will stand.
    private let folder: String
    private let events: EventStream

    /// The result of runs of a behaviour.
    private struct Recorded {
        let steps: RecordedRuns.Ended
        let cases: RecordedRuns.Ended
        /// The recording, if the last run came to the same as the first, as was assumed while that run was made.
        let draft: Recording?
        /// The run that checks this recording, whose process plans it already.
        var check: RecordedRuns?

        var status: ExitStatus { .gravest(steps.status, cases.status) }
        var diagnostics: [Diagnostic] {
            let told = [steps, cases].flatMap { ended in
                (ended.records.first?.diagnostics ?? []) + [ended.loss.map(Diagnostic.lost)].compactMap(\.self)
            }
            return status == .interrupted ? told + [.interrupted] : told
        }
    }

    /// Reads the behaviour; nothing is called.
    ///
    /// - Parameters:
    ///   - path: where modules are looked up.
    ///   - runs: how many times it is run.
    ///   - modules: the modules that answers replace; nil for all suitable ones.
    ///   - output: the file that the recording will be; nil for standard output.
    /// - Throws: all mistakes, and what keeps it from being recorded.
    init(
        _ file: String, on path: BehaviourOptions, runs: Int, stubbing modules: [String]?, to output: String?,
        events: EventStream
    ) throws(Diagnostics) {
        (self.file, self.path, self.events) = (file, path, events)
        (name, folder) = (output ?? "the recording", BehaviourPlace(output ?? "-").folder)
        text = try BehaviourPlace(file).read()
        try path.settings.check(declaredIn: [text])
        // Planning takes as long as the run, which can therefore be planned meanwhile.
        var recorded = RecordedRuns(text: text, path: path, count: runs)
        if modules == [] { try recorded.startAhead() }
        (plan, host) = try text.plan(on: path)
        try plan.checkRecordable(on: host)
        all = plan.stubbableModules(on: host)
        stubs = if let modules { try chosen(modules, among: all) } else { all }
        recorded.inner = stubs
        self.runs = recorded
        leftModules = modules == nil ? plan.unstubbableModules(on: host) : []
    }

    /// The files that are read for it.
    var inputs: InputFiles { InputFiles([file] + plan.sourceFiles) }

    /// Records the behaviour. What was recorded until an interrupt is kept.
    ///
    /// - Returns: the recording, and how the runs of the behaviour ended.
    mutating func record() throws(Diagnostics) -> (recording: Recording, status: ExitStatus) {
        Interrupts.watch()
        let recorded = stubs.isEmpty ? try run(runs, draftingOf: plan, on: host) : try run(runs, of: Parts(of: plan))
        tell(recorded.diagnostics + leftModules)
        let (recording, status) =
            stubs.isEmpty ? (recording(of: plan, on: host, recorded), recorded.status) : try stubbed(recorded)
        let ended = ExitStatus.gravest(recorded.status, status)
        if Interrupts.isPending { return (recording, ended) }
        return (recording, .gravest(ended, try verify(recording, behind: recorded)))
    }

    /// Checks the recording at its final place, and runs it once. Reports if it does not hold.
    ///
    /// - Parameter original: the runs that were recorded.
    private func verify(_ recording: Recording, behind original: Recorded) throws(Diagnostics) -> ExitStatus {
        let isDraft = original.draft?.text == recording.text
        let recorded = try run((isDraft ? original.check : nil) ?? check(of: recording), of: Parts(of: plan))
        if recorded.status == .held || Interrupts.isPending { return recorded.status }
        let records = recorded.steps.records + recorded.cases.records
        // The recorded run has died, and this one has died in the same way.
        if recorded.status == .crashed, recorded.steps.loss == original.steps.loss,
            recorded.cases.loss == original.cases.loss, records.allSatisfy({ $0.firstUnmet == nil })
        {
            return recorded.status
        }
        let unsound: Diagnostic =
            switch recorded.status {
            case .wrongFile, .missing: .unsound("heddle check refuses it", at: nil)
            default:
                .unsound("the outcome differed when it was run", at: records.compactMap(\.firstUnmet).first)
            }
        tell(recorded.diagnostics + [unsound])
        return recorded.status
    }

    /// The run that checks a recording at its final place.
    private func check(of recording: Recording) -> RecordedRuns {
        RecordedRuns(
            text: BehaviourText(name: name, bytes: recording.text, folder: folder), path: path, count: 1,
            onlyJudge: true)
    }

    /// The parts that a behaviour has, each of which is run by itself.
    private struct Parts {
        let steps: Bool
        let cases: Bool

        init(of plan: Plan) {
            steps = !plan.steps.isEmpty || !plan.always.isEmpty
            cases = !plan.cases.isEmpty
        }
    }

    private func run(_ runs: RecordedRuns, of parts: Parts) throws(Diagnostics) -> Recorded {
        var runs = runs
        return Recorded(
            steps: parts.steps ? try runs.run(cases: false) : .init(),
            cases: parts.cases ? try runs.run(cases: true) : .init(), draft: nil)
    }

    /// Makes the runs of a plan, and writes the recording while the last one is made, of which the check is planned then.
    ///
    /// Most behaviours come to the same in each run, so that all is known behind the first.
    private func run(
        _ runs: RecordedRuns, draftingOf plan: Plan, on host: ModuleHost, original: Recording.Original? = nil
    ) throws(Diagnostics) -> Recorded {
        var runs = runs
        let parts = Parts(of: plan)
        var (draft, check): (Recording?, RecordedRuns?)
        func write(_ steps: [RunRecord], _ cases: [RunRecord], pausing pause: @escaping () -> Void) {
            let written = Recording(
                plan, on: host, steps: steps, cases: cases, original: original, in: folder, pausing: pause)
            draft = written
            guard original == nil else { return }
            check = self.check(of: written)
            // Should that fail, the check says so.
            try? check?.startAhead()
        }
        var steps = RecordedRuns.Ended()
        if parts.steps {
            steps = try runs.run(cases: false) { earlier, advance in
                if !parts.cases { write(earlier + [earlier[0].echo], [], pausing: advance) }
            }
        }
        var cases = RecordedRuns.Ended()
        if parts.cases {
            cases = try runs.run(cases: true) { earlier, advance in
                write(steps.records, earlier + [earlier[0].echo], pausing: advance)
            }
        }
        let last = (parts.cases ? cases : steps).records.last
        let isEcho = last?.isEcho == true
        return Recorded(steps: steps, cases: cases, draft: isEcho ? draft : nil, check: isEcho ? check : nil)
    }

    private func recording(
        of plan: Plan, on host: ModuleHost, _ recorded: Recorded, original: Recording.Original? = nil
    ) -> Recording {
        let recording =
            recorded.draft
            ?? Recording(
                plan, on: host, steps: recorded.steps.records, cases: recorded.cases.records, original: original,
                in: folder)
        tell(recording.notes)
        return recording
    }

    private func tell(_ diagnostics: [Diagnostic]) {
        for var diagnostic in diagnostics {
            if diagnostic.code == .recording(.unsound), let words = advice?.words { diagnostic.suggestion = words }
            events.receive(.diagnostic(diagnostic))
        }
    }

    // MARK: Stubs

    /// Records the behaviour with answers, so that it expects its outcomes with these answers. Reports where these
    /// are not those with the modules.
    private mutating func stubbed(_ recorded: Recorded) throws(Diagnostics) -> (
        recording: Recording, status: ExitStatus
    ) {
        let draft = try draft(of: recorded, in: ".")
        advice = StubAdvice(replacing: stubs, among: all, silent: draft.silentModules)
        tell(draft.notes)
        if Interrupts.isPending { return (try self.draft(of: recorded, in: folder), .interrupted) }
        let host = try path.makeHost()
        let text = BehaviourText(name: "\(file) with stubs", bytes: draft.text, folder: ".")
        let plan: Plan
        do { plan = try Plan.read(text.source, on: host, origin: text.origin) } catch {
            // Nobody sees the text in which they stand.
            let advice = StubAdvice(
                replacing: stubs, among: all, sharing: self.plan.modulesSharingLibraries(with: stubs))
            throw Diagnostics(
                error.all.filter { $0.severity == .error }.map { Diagnostic.unanswerable($0, advice.words) })
        }
        let original = Recording.Original(
            self.plan, steps: recorded.steps.records, cases: recorded.cases.records)
        let replayed = try run(
            RecordedRuns(text: text, path: path, count: runs.count), draftingOf: plan, on: host, original: original)
        if Interrupts.isPending { return (try self.draft(of: recorded, in: folder), .interrupted) }
        let recording = recording(of: plan, on: host, replayed, original: original)
        let isSound = !recording.notes.contains { $0.severity == .error }
        return (recording, isSound ? replayed.status : .gravest(replayed.status, .failed))
    }

    /// The behaviour with answers, of which nothing is expected yet.
    private func draft(of recorded: Recorded, in folder: String) throws(Diagnostics) -> Recording {
        try Recording(
            stubbing: stubs, of: plan, on: host, steps: recorded.steps.records, cases: recorded.cases.records,
            in: folder)
    }
}

private func chosen(_ modules: [String], among all: [String]) throws(Diagnostics) -> [String] {
    let mistakes = modules.filter { !all.contains($0) }.map { Diagnostic.notStubbable($0, among: all) }
    if !mistakes.isEmpty { throw Diagnostics(mistakes) }
    return all.filter(modules.contains)
}

extension Diagnostic {
    /// The diagnostic of a recording that does not hold.
    fileprivate static func unsound(_ reason: String, at range: SourceRange?) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .recording(.unsound), "the recording does not hold: \(reason)", at: range,
            suggestion: "begin each run with the same files and the same state; more --runs find more differences")
    }

    /// The diagnostic of answers that a behaviour cannot have.
    fileprivate static func unanswerable(_ mistake: Diagnostic, _ advice: String?) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .recording(.stub), "answers cannot stand for the modules: \(mistake.message)",
            suggestion: advice ?? "replace only other modules with --stub")
    }

    /// The diagnostic of a run that ended early.
    fileprivate static func lost(because reason: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .recording(.lost), "the run ended early: \(reason)",
            suggestion: "the calls before that are recorded")
    }

    fileprivate static let interrupted = Diagnostic(
        .warning, .usage, code: .recording(.interrupted),
        "the recording was interrupted: it may expect values that differ between runs, and the signal may have changed "
            + "the outcome of the last call")

    fileprivate static func notStubbable(_ name: String, among all: [String]) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .recording(.stub),
            "stubs cannot replace \"\(name)\": expected a module of the file with a library, whose functions are not "
                + "hooks and whose actions allow hooks",
            suggestion: didYouMean(name, among: all) ?? (all.isEmpty ? nil : "there are \(all.joined(separator: ", "))")
        )
    }
}
