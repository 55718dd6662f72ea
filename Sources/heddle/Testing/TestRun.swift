// SPDX-License-Identifier: Apache-2.0

import Foreign
import Heddle
import Report

/// Runs cases one behind the other, as often as was asked for.
struct TestRun {
    private let schedule: CaseSchedule
    private let options: TestRunOptions
    private let events: EventStream
    private let clock: RunClock
    private var generator: OrderGenerator?
    /// How many cases it did not come to, as it was stopped.
    private(set) var left = 0

    /// - Parameter seed: what the order is derived from; nil for that of the schedule.
    init(_ schedule: CaseSchedule, _ options: TestRunOptions, seed: UInt64?, events: EventStream, clock: RunClock) {
        self.schedule = schedule
        self.options = options
        self.events = events
        self.clock = clock
        generator = seed.map(OrderGenerator.init(seed:))
    }

    /// Runs the cases, and tells all that happens.
    mutating func callAsFunction() -> Run.Ending {
        var ending = Run.Ending.held
        // A part of the cases may have none, and nothing can be repeated for ever.
        let rounds = schedule.entries.isEmpty ? 1...1 : options.rounds
        for round in rounds {
            switch run(round, nextOrder()) {
            case .held: continue
            case .failed: ending = .failed
            case .interrupted: return .interrupted
            }
            if options.untilFail || options.failFast { break }
        }
        return ending
    }

    private mutating func nextOrder() -> [CaseSchedule.Entry] {
        guard var generator else { return schedule.entries }
        defer { self.generator = generator }
        return schedule.shuffled(using: &generator).entries
    }

    /// Runs each case once.
    private mutating func run(_ round: Int, _ entries: [CaseSchedule.Entry]) -> Run.Ending {
        var ledgers: [Int: CaseLedger] = [:]
        var ending = Run.Ending.held
        for (place, entry) in entries.enumerated() {
            left = entries.count - place
            if Interrupts.isPending { return .interrupted }
            if options.failFast, ending == .failed { return .failed }
            switch run(entry, round, &ledgers[entry.behaviour, default: CaseLedger()]) {
            case .held: continue
            case .failed: ending = .failed
            case .interrupted:
                left -= 1
                return .interrupted
            }
        }
        left = 0
        return ending
    }

    private func run(_ entry: CaseSchedule.Entry, _ round: Int, _ ledger: inout CaseLedger) -> Run.Ending {
        if let reason = ledger.obstacle(to: entry.plan) {
            var event = entry.plan.event.repeated(round)
            event.start = clock.elapsed
            events.receive(.caseStarted(event))
            events.receive(.caseEnded(event, CaseEnding(.skipped, reason: reason)))
            return .held
        }
        let ending = tryUntilItPasses(entry, round)
        ledger.note(ending, of: entry.plan)
        return ending
    }

    private func tryUntilItPasses(_ entry: CaseSchedule.Entry, _ round: Int) -> Run.Ending {
        for attempt in 1...options.attempts {
            let run = CaseRun(
                entry.plan, on: entry.host, events: events, attempt: attempt, of: options.attempts, repetition: round,
                clock: clock)
            let ending = run(until: { Interrupts.isPending })
            if ending != .failed { return ending }
        }
        return .failed
    }
}
