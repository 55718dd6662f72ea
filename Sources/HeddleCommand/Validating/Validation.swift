// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// Makes the checks of modules, several at a time, and tells each as a case of one run.
struct Validation {
    let checks: [Check]
    let exclusions: Exclusions
    let limits: TimeLimits
    let lanes: Int
    let events: EventStream
    let clock: RunClock
    private(set) var ending = TestEnding.held

    init(
        _ checks: [Check], _ exclusions: Exclusions, _ limits: TimeLimits, lanes: Int, events: EventStream,
        clock: RunClock
    ) {
        (self.checks, self.exclusions, self.limits) = (checks, exclusions, limits)
        (self.lanes, self.events, self.clock) = (lanes, events, clock)
    }

    /// Makes all checks of a module.
    ///
    /// - Parameter name: the module's path as the user gave it.
    /// - Returns: the verdicts by the names of checks.
    /// - Throws: that no process can be started.
    mutating func check(_ name: String, by trial: Trial) throws(Diagnostic) -> [String: CheckVerdict] {
        let file = CandidateFile(path: name)
        let range = SourceText(name: name, "").whole
        var verdicts: [String: CheckVerdict] = [:]
        var waiting = checks[...]
        var running: [Int: (case: CaseEvent, check: Check, process: CheckProcess)] = [:]

        func begin(_ check: Check, on lane: Int) -> CaseEvent {
            var event = CaseEvent(
                id: "\(name)/\(check.name)", name: check.name, tags: [check.culprit.rawValue], range: range,
                worker: lane)
            event.start = clock.elapsed
            events.receive(.caseStarted(event))
            return event
        }
        func end(_ event: CaseEvent, _ check: Check, _ verdict: CheckVerdict) {
            verdicts[check.name] = verdict
            for diagnostic in verdict.diagnostics { events.receive(.diagnostic(diagnostic, worker: event.worker)) }
            let rerun =
                verdict.outcome.isGood
                ? nil : "heddle validate \(name) --only \(check.name) --reproduce \(trial.seed)"
            events.receive(
                .caseEnded(
                    event,
                    CaseEnding(
                        verdict.outcome, reason: verdict.reason, nanoseconds: clock.elapsed - (event.start ?? 0),
                        rerun: rerun)))
            ending = max(ending, TestEnding(verdict.outcome))
        }

        while !waiting.isEmpty || !running.isEmpty {
            while running.count < lanes, !Interrupts.isPending,
                let index = waiting.firstIndex(where: { isReady($0, verdicts) })
            {
                let check = waiting.remove(at: index)
                guard let lane = (0..<lanes).first(where: { running[$0] == nil }) else { break }
                let event = begin(check, on: lane)
                if let verdict = verdict(of: check, on: file, verdicts) {
                    end(event, check, verdict)
                } else {
                    running[lane] = (
                        event, check,
                        try CheckProcess(check, trial, limits, on: lane, events: events, at: clock.elapsed)
                    )
                }
            }
            if running.isEmpty {
                if Interrupts.isPending { ending = .interrupted }
                break
            }
            if Interrupts.isPending {
                for entry in running.values {
                    entry.process.process.kill()
                    end(entry.case, entry.check, CheckVerdict(.interrupted, reason: "the run was interrupted"))
                }
                break
            }
            let processes = running.values.map(\.process)
            let left = processes.compactMap { $0.nanosecondsLeft(at: clock.elapsed) }.min() ?? .max
            ChildProcess.wait(for: processes.map(\.process), nanoseconds: min(left, 1_000_000_000))
            for (lane, entry) in running {
                guard let verdict = entry.process.advance(at: clock.elapsed) else { continue }
                running[lane] = nil
                end(entry.case, entry.check, verdict)
            }
        }
        return verdicts
    }

    /// True once all is known that a check needs. What is not among the checks counts as passed.
    private func isReady(_ check: Check, _ verdicts: [String: CheckVerdict]) -> Bool {
        check.needs.allSatisfy { need in verdicts[need] != nil || !checks.contains { $0.name == need } }
    }

    /// The verdict of a check that needs no process; nil for one that does.
    private func verdict(
        of check: Check, on file: CandidateFile, _ verdicts: [String: CheckVerdict]
    ) -> CheckVerdict? {
        if let reason = exclusions.reasons[check.name] { return .skipped("excluded: \(reason)") }
        for need in check.needs where exclusions.reasons[need] == nil {
            guard let verdict = verdicts[need], verdict.outcome != .passed else { continue }
            // What has no subject for one check has none for those that build on it.
            let reason = verdict.outcome == .skipped ? verdict.reason : nil
            return .skipped(reason ?? "it needs \(need), which did not pass")
        }
        switch check.body {
        case .file(let body): return CheckVerdict(of: check) { try body(file) }
        case .reading(let body):
            guard let module = file.module else { return .skipped("Heddle refuses the file") }
            return CheckVerdict(of: check) { try body(module) }
        case .running, .runningToTheEnd:
            return file.module == nil ? .skipped("Heddle refuses the file") : nil
        }
    }
}
