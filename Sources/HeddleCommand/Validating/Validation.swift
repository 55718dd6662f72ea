// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The checks that are made of modules, how, and where they are told.
struct Validation {
    let checks: [Check]
    let exclusions: Exclusions
    let limits: TimeLimits
    /// The number of processes at the same time.
    let lanes: Int
    /// True if the checks under valgrind are made, which take seconds.
    let watchesMemory: Bool
    let events: EventStream
    let clock = RunClock()
}

/// The validation of one module: each check is a case, which begins when all is known that it needs.
final class ModuleValidation {
    /// A check with its case.
    private struct Attempt {
        let check: Check
        let event: CaseEvent
    }

    private let validation: Validation
    /// The module's path as the user gave it.
    private let name: String
    private let file: CandidateFile
    private let trial: Trial
    private var waiting: [Check]
    /// The processes of checks by their lanes.
    private var running: [Int: (attempt: Attempt, process: CheckProcess)] = [:]
    /// The verdicts by the names of checks.
    private(set) var verdicts: [String: CheckVerdict] = [:]
    private(set) var ending = ExitStatus.held
    /// The first check that found memory used that is not the module's.
    private var checkOfMisuse: (check: Check, misuse: MemoryMisuse)?

    init(of name: String, by trial: Trial, _ validation: Validation) {
        (self.name, self.trial, self.validation) = (name, trial, validation)
        file = CandidateFile(
            path: trial.isOfSystem ? trial.path : name, isBound: !trial.bindings.isEmpty,
            offered: Set(trial.providers.flatMap(\.services)))
        waiting = validation.checks
    }

    /// Makes all checks.
    ///
    /// - Throws: that no process can be started.
    func callAsFunction() throws(Diagnostic) {
        while !Interrupts.isPending {
            while running.count < validation.lanes, let check = takeNext() { try begin(check) }
            if running.isEmpty { return }
            waitForSome()
        }
        ending = .interrupted
        for (attempt, process) in running.values {
            process.kill()
            end(attempt, CheckVerdict(.interrupted, reason: "the run was interrupted"))
        }
    }

    // MARK: Checks

    /// The next check of which all is known that it needs. What is not among the checks counts as passed.
    private func takeNext() -> Check? {
        let index = waiting.firstIndex { check in
            (check.needs + check.unless).allSatisfy { need in
                verdicts[need] != nil || !validation.checks.contains { $0.name == need }
            }
        }
        return index.map { waiting.remove(at: $0) }
    }

    private func begin(_ check: Check) throws(Diagnostic) {
        let lane = (0...).first { running[$0] == nil } ?? 0
        var event = CaseEvent(
            id: "\(name)/\(check.name)", name: check.name, tags: [check.culprit.rawValue],
            range: SourceText(name: name, "").whole, worker: lane)
        event.start = validation.clock.elapsed
        validation.events.receive(.caseStarted(event))
        let attempt = Attempt(check: check, event: event)
        if let verdict = verdictWithoutProcess(of: check) { return end(attempt, verdict) }
        running[lane] = (attempt, try CheckProcess(check, trial, validation, on: lane))
    }

    /// The verdict of a check that needs no process; nil for one that does.
    private func verdictWithoutProcess(of check: Check) -> CheckVerdict? {
        let reasons = validation.exclusions.reasons
        if let reason = reasons[check.name] { return .skipped("excluded: \(reason)") }
        for need in check.needs where reasons[need] == nil {
            guard let verdict = verdicts[need], verdict.outcome != .passed else { continue }
            // A module without a subject for one check has none for those that build on it.
            let reason = verdict.outcome == .skipped ? verdict.reason : nil
            return .skipped(reason ?? "it needs \(need), which did not pass")
        }
        if let other = check.unless.first(where: { isFinding($0, for: check) }) {
            return .skipped("it might repeat the finding of \(other)")
        }
        switch check.body {
        case .file(let body): return CheckVerdict(of: check) { try body(file) }
        case .reading(let body):
            guard let module = file.module else { return .skipped("Heddle refuses the file") }
            return CheckVerdict(of: check) { try body(module) }
        case .running, .runningToTheEnd:
            return file.module == nil ? .skipped("Heddle refuses the file") : nil
        case .watched:
            if file.module == nil { return .skipped("Heddle refuses the file") }
            if !validation.watchesMemory, checkOfMisuse?.misuse != .heap {
                return .skipped("--memory makes it, which takes seconds")
            }
            return Valgrind.path == nil ? .skipped(Valgrind.missing) : nil
        }
    }

    /// Returns whether a check might only repeat what another one has found.
    private func isFinding(_ name: String, for check: Check) -> Bool {
        guard let verdict = verdicts[name], !verdict.outcome.isGood else { return false }
        // It is made all the same: what crashes then is told as that.
        if verdict.misuse == .argument { return false }
        // valgrind names the code that has used memory wrongly, which is the reason of many a crash.
        if verdict.outcome == .crashed, case .watched(.access, _) = check.body { return false }
        return true
    }

    /// The verdict, where it is not one more crash of a module that overwrites memory.
    private func folded(_ verdict: CheckVerdict, of check: Check) -> CheckVerdict {
        guard verdict.outcome == .crashed else { return verdict }
        if let first = checkOfMisuse?.check {
            return .skipped("its process crashed, and \(first.name) has found that memory is used wrongly")
        }
        if let misuse = verdict.misuse { checkOfMisuse = (check, misuse) }
        return verdict
    }

    private func waitForSome() {
        let processes = running.values.map(\.process)
        let left = processes.compactMap(\.nanosecondsLeft).min() ?? .max
        ChildProcess.wait(for: processes.map(\.process), nanoseconds: min(left, 1_000_000_000))
        for (lane, entry) in running {
            guard let verdict = entry.process.advance() else { continue }
            running[lane] = nil
            end(entry.attempt, folded(verdict, of: entry.attempt.check))
        }
    }

    private func end(_ attempt: Attempt, _ verdict: CheckVerdict) {
        let (check, event) = (attempt.check, attempt.event)
        verdicts[check.name] = verdict
        ending = .gravest(ending, verdict.outcome.status)
        for diagnostic in verdict.diagnostics {
            validation.events.receive(.diagnostic(diagnostic, worker: event.worker))
        }
        let time = validation.clock.elapsed - (event.start ?? 0)
        let rerun = verdict.outcome.isGood ? nil : trial.rerun(of: check, on: name)
        validation.events.receive(
            .caseEnded(event, CaseEnding(verdict.outcome, reason: verdict.reason, nanoseconds: time, rerun: rerun)))
    }
}
