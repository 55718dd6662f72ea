// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// Plans behaviours, each in its own process. Code that runs while modules are loaded can end only that process, and
/// the time limit applies to it.
struct BehaviourPlanning {
    private let texts: [BehaviourText]
    private let start: WorkerStart
    /// The number of processes that plan at the same time.
    private let jobs: Int
    private let clock = RunClock()

    init(_ texts: [BehaviourText], _ start: WorkerStart, jobs: Int) {
        (self.texts, self.start, self.jobs) = (texts, start, jobs)
    }

    /// Plans all, and keeps the first processes for their cases. Processes that modules begin as they are loaded are
    /// ended with the one that loads them.
    ///
    /// - Throws: that no process can be started.
    func planned() throws(Diagnostics) -> [PlannedBehaviour] {
        var (planned, kept) = ([PlannedBehaviour?](repeating: nil, count: texts.count), 0)
        var waiting = texts.indices[...]
        var current: [Int: RunningPlan] = [:]
        ChildProcess.adoptOrphans()
        while !waiting.isEmpty || !current.isEmpty {
            while current.count < jobs, let next = waiting.popFirst() { current[next] = try begin(texts[next]) }
            wait(for: Array(current.values))
            for (number, plan) in current {
                guard var behaviour = plan.advance(at: clock.elapsed) else { continue }
                if kept == WorkerPool.capacity(lanes: jobs) { behaviour.process = nil }
                if behaviour.process != nil { kept += 1 }
                (planned[number], current[number]) = (behaviour, nil)
            }
        }
        let all = planned.compactMap(\.self)
        ChildProcess.endOrphans(besides: all.compactMap(\.process?.process))
        return all
    }

    private func begin(_ text: BehaviourText) throws(Diagnostics) -> RunningPlan {
        do throws(Diagnostic) {
            return RunningPlan(text, try start.process(for: text, by: WorkerOrder.plan), start, at: clock.elapsed)
        } catch {
            throw Diagnostics([error])
        }
    }

    private func wait(for plans: [RunningPlan]) {
        let left = plans.compactMap { start.limits.nanosecondsLeft(of: $0.stage, at: clock.elapsed) }.min() ?? .max
        ChildProcess.wait(for: plans.map(\.worker.process), nanoseconds: min(left, 1_000_000_000))
    }
}

/// A behaviour that a process is planning.
private final class RunningPlan {
    private(set) var worker: WorkerProcess
    private(set) var stage: TimeLimits.Stage
    private let text: BehaviourText
    private let start: WorkerStart
    private var found: [Diagnostic] = []
    private var printedLast: [UInt8] = []

    init(_ text: BehaviourText, _ worker: WorkerProcess, _ start: WorkerStart, at now: UInt64) {
        (self.text, self.worker, self.start) = (text, worker, start)
        stage = .loading(now)
    }

    /// Takes what has come.
    ///
    /// - Returns: the result, once it is known.
    func advance(at now: UInt64) -> PlannedBehaviour? {
        let process = worker.process
        let hasEnded = process.ending != nil
        worker.lines.add(process.take(.channel, limit: .max))
        showOutput()
        while let line = worker.lines.next() {
            switch line {
            case .event(.diagnostic(let diagnostic, _)): found.append(diagnostic)
            case .event: break
            case .planned(let files, let canFork):
                guard case .loading = stage else { continue }
                return PlannedBehaviour(text, found, files: files, worker, isOneForAll: canFork || start.isShared)
            case .ended: break
            case .mistake(let mistakes): found += mistakes.all
            }
        }
        if hasEnded {
            let loss = start.limits.loss(of: process, in: stage, worker.lines.lastWords)
            return PlannedBehaviour(text, lost: LoadingDeath(loss, of: process, printed: lastLines, in: text))
        }
        start.limits.enforce(on: process, in: &stage, at: now)
        return nil
    }

    /// Prints the output of modules as they were loaded, as if this process had loaded them.
    private func showOutput() {
        for (stream, own) in [(ChildProcess.Stream.output, StandardStream.output), (.error, .error)] {
            let printed = worker.process.take(stream, limit: OutputText.limit)
            if printed.isEmpty { continue }
            own.write(printed)
            // Only the end is kept, as it may print much.
            printedLast = (printedLast + printed).suffix(1000)
        }
    }

    /// The lines that it has printed last.
    private var lastLines: [String] {
        String(decoding: printedLast, as: UTF8.self).split(separator: "\n").suffix(10).map(String.init)
    }
}
