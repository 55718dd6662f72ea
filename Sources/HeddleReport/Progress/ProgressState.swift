// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The counts of work in progress.
struct ProgressState {
    enum Stage {
        case preparing(String)
        case working(Progress.Work)
    }

    let stage: Stage
    /// When it began.
    let since: UInt64
    private var steps = 0
    private var cases = 0
    private var failed = 0
    /// The step that was counted as failed last, and whether that was because its call failed.
    private var failure: (index: Int, isOfCall: Bool)?
    /// The cases that have begun, by their workers.
    private var running: [Int: (name: String, start: UInt64)] = [:]
    /// The call in progress when the line was made last, and its start: calls do not report their beginning.
    private var seen: (step: Int, call: String?, start: UInt64)

    init(stage: Stage, since: UInt64) {
        self.stage = stage
        self.since = since
        seen = (-1, nil, since)
    }

    // MARK: Counting

    mutating func add(_ call: CallEvent) {
        steps += 1
        if case .failed = call.status { fail(call.index, isOfCall: true) }
    }

    mutating func add(_ expectation: ExpectationEvent) {
        if !expectation.isHeld { return fail(expectation.index, isOfCall: false) }
        // An expected failure does not count.
        guard expectation.path.hasPrefix("failure"), let failure, failure == (expectation.index, true) else { return }
        self.failure = nil
        failed -= 1
    }

    private mutating func fail(_ index: Int, isOfCall: Bool) {
        guard case .working(.steps) = stage else { return }
        if failure?.index != index { failed += 1 }
        failure = (index, isOfCall)
    }

    mutating func begin(_ event: CaseEvent, at time: UInt64) { running[event.worker] = (event.name, time) }

    mutating func end(_ event: CaseEvent, _ ending: CaseEnding) {
        running[event.worker] = nil
        if ending.isRetried { return }
        cases += 1
        if !ending.outcome.isGood { failed += 1 }
    }

    // MARK: Telling

    mutating func line(during call: String?, at time: UInt64) -> String {
        if seen.step != steps || seen.call != call { seen = (steps, call, time) }
        switch stage {
        case .preparing(let words): return words + elapsed(since: since, at: time) + (call.map { ", in \($0)" } ?? "")
        case .working(.steps(let total)):
            let now = call.map { "now: \($0)\(elapsed(since: seen.start, at: time))" }
            return joined("\(steps)\(total.map { "/\($0)" } ?? "") steps", now)
        case .working(.cases(let total)):
            return joined("\(cases)\(total.map { "/\($0)" } ?? "") cases", runningCase(call, at: time))
        }
    }

    private func joined(_ count: String, _ now: String?) -> String {
        [count, failed > 0 ? "\(failed) failed" : nil, now].compactMap(\.self).joined(separator: " · ")
    }

    /// The case that has been running longest.
    private func runningCase(_ call: String?, at time: UInt64) -> String? {
        guard let oldest = running.values.min(by: { $0.start < $1.start }) else { return nil }
        let others = running.count > 1 ? " and \(running.count - 1) more" : ""
        let words = "now: \(oldest.name.excerpt())\(elapsed(since: oldest.start, at: time))\(others)"
        return words + (running.count == 1 ? call.map { ", in \($0)" } ?? "" : "")
    }

    /// Nothing before the first second, so that the line does not flicker.
    private func elapsed(since start: UInt64, at time: UInt64) -> String {
        let nanoseconds = time > start ? time - start : 0
        return nanoseconds < 1_000_000_000 ? "" : " (\(timeText(nanoseconds: nanoseconds)))"
    }
}
