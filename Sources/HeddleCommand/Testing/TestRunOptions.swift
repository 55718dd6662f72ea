// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import ArgumentParser
import HeddleReport
import HeddleSystem

/// In which order, how often and which part of the chosen cases run.
struct TestRunOptions: ParsableArguments {
    @Flag(help: "Run the cases in a random order; what they need still runs before them.")
    var random = false

    @Option(help: ArgumentHelp("Run them in the random order that had this seed.", valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp("Run one part of the cases, such as 2/5.", valueName: "part/parts"),
        transform: RunStartEvent.Shard.init(argument:))
    var shard: RunStartEvent.Shard?

    @Option(name: .customLong("repeat"), help: ArgumentHelp("Run all cases this many times.", valueName: "times"))
    var repetitions: Int?

    @Flag(help: "Run all cases again until one fails, or as often as --repeat says.")
    var untilFail = false

    @Option(
        help: ArgumentHelp("Try a case that failed again, at most this many times; one that passes is flaky."))
    var retries: Int?

    @Flag(help: "Begin no further case once one has failed.")
    var failFast = false

    @Option(
        help: ArgumentHelp(
            "Run this many cases at a time, each in a process of its own; auto is one for each processor.",
            valueName: "count"),
        transform: Jobs.init(argument:))
    var jobs = Jobs(count: 1)

    @Option(
        help: ArgumentHelp("End a case that takes longer, such as 1.5s; that counts as a failure.", valueName: "time"),
        transform: TimeLimit.init(argument:))
    var timeLimit: TimeLimit?

    @Option(
        help: ArgumentHelp(
            "End a process that takes longer to load the modules before its first case; with --time-limit that is 60s unless given.",
            valueName: "time"),
        transform: TimeLimit.init(argument:))
    var loadLimit: TimeLimit?

    @Flag(
        help: "Run the cases in this process, as debuggers need it: fastest, but a crash of one ends the run.")
    var inProcess = false

    @Option(help: ArgumentHelp("List the cases that took longest.", valueName: "count"))
    var slowest: Int?

    /// How many times a number can ask for.
    private static let counts = 1...1_000_000

    func validate() throws {
        for (name, count) in [("repeat", repetitions), ("retries", retries), ("slowest", slowest)] {
            guard let count, !Self.counts.contains(count) else { continue }
            throw ValidationError(
                "--\(name) is \(count), it takes a number from \(Self.counts.lowerBound) to \(Self.counts.upperBound)")
        }
        for (name, limit) in [("time", timeLimit), ("load", loadLimit)] where inProcess && limit != nil {
            throw ValidationError("--\(name)-limit ends the process of a case: --in-process has none")
        }
        if inProcess, jobs.count > 1 {
            throw ValidationError("--jobs runs cases in processes of their own: --in-process has none")
        }
        if untilFail, repetitions == 1 {
            throw ValidationError("--until-fail runs the cases more than once, --repeat 1 does not")
        }
        if untilFail, retries != nil {
            throw ValidationError("--until-fail looks for the failure that --retries passes over: give one of them")
        }
    }

    /// How long cases may take.
    var timeLimits: TimeLimits { TimeLimits(running: timeLimit, loading: loadLimit) }

    /// Which attempt is the last one.
    var attempts: Int { 1 + (retries ?? 0) }

    /// The times that the cases are run, from 1.
    var rounds: ClosedRange<Int> { 1...(repetitions ?? (untilFail ? .max : 1)) }

    /// How many times so many cases are run in all; nil where that depends on what they come to.
    func runs(of cases: Int) -> Int? { untilFail ? nil : cases * rounds.count }

    /// What a random order is derived from; short, as people type it.
    var orderSeed: UInt64? { seed ?? (random ? UInt64.random(in: 1...UInt64(UInt32.max)) : nil) }
}

/// How many cases run at a time.
struct Jobs {
    private static let counts = 1...1000
    let count: Int

    init(count: Int) {
        self.count = count
    }

    /// Reads a number, or `auto`.
    fileprivate init(argument: String) throws {
        guard let count = argument == "auto" ? Environment.processors : Int(argument), Self.counts.contains(count)
        else {
            throw ValidationError(
                "\(argument) is no number of jobs: it takes one from \(Self.counts.lowerBound) to "
                    + "\(Self.counts.upperBound), or auto")
        }
        self.count = count
    }
}

extension TimeLimit {
    /// Reads `1.5s`.
    fileprivate init(argument: String) throws {
        guard let limit = TimeLimit(argument) else {
            throw ValidationError("\(argument) is no time limit: it takes \(DurationText.form)")
        }
        self = limit
    }
}

extension RunStartEvent.Shard {
    /// Reads `2/5`.
    fileprivate init(argument: String) throws {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], index >= 1, index <= count else {
            throw ValidationError("\(argument) is no part of a whole: the second of five is 2/5")
        }
        self.init(index: index, of: count)
    }
}
