// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import Heddle
import HeddleReport

/// Runs cases as often as was asked for.
struct TestRun {
    private let schedule: CaseSchedule
    private let options: TestRunOptions
    private let events: EventStream
    private let clock: RunClock
    private var generator: SplitMix64?
    /// The number of cases that were not run because the run was stopped.
    private(set) var left = 0

    /// - Parameter seed: the seed of the order; nil for that of the schedule.
    init(_ schedule: CaseSchedule, _ options: TestRunOptions, seed: UInt64?, events: EventStream, clock: RunClock) {
        self.schedule = schedule
        self.options = options
        self.events = events
        self.clock = clock
        generator = seed.map(SplitMix64.init(seed:))
    }

    /// Runs the cases, and tells all that happens.
    mutating func callAsFunction(on runner: any CaseRunner) -> ExitStatus {
        var ending = ExitStatus.held
        // A part of the cases may have none, and nothing can be repeated for ever.
        let rounds = schedule.entries.isEmpty ? 1...1 : options.rounds
        for number in rounds {
            var round = CaseRound(nextOrder(), number: number, on: runner, options, events: events, clock: clock)
            round()
            left = round.left
            ending = .gravest(ending, round.ending)
            if ending == .interrupted || ending != .held && (options.untilFail || options.failFast) {
                // A run until the first failure has no more rounds to make.
                if !options.untilFail { left += (rounds.upperBound - number) * schedule.entries.count }
                break
            }
        }
        return runner.finish() ? ending : .gravest(ending, .crashed)
    }

    private mutating func nextOrder() -> CaseSchedule {
        guard var generator else { return schedule }
        defer { self.generator = generator }
        return schedule.shuffled(using: &generator)
    }
}
