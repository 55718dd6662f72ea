// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDeclarations
import HeddleReport
import HeddleSystem

/// In which order, how often and which part of the chosen cases run.
struct TestRunOptions: ParsableArguments {
    @Flag(help: "Run the cases in a random order; each still runs after those that it needs.")
    var random = false

    @Option(help: ArgumentHelp("Repeat the random order with this seed.", valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Run one of several parts of the cases, such as 2/5; auto takes it from Slurm, Kubernetes, Bazel or GitLab.",
            valueName: "part/parts"),
        transform: ShardOption.init(argument:))
    var shard: ShardOption?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Cut the parts by the durations in earlier runs, kept with --json.", valueName: "run"))
    var durations: [String] = []

    @Option(name: .customLong("repeat"), help: ArgumentHelp("Run all cases this many times.", valueName: "times"))
    var repetitions: Int?

    @Flag(help: "Run all cases again until one fails, or as often as --repeat says.")
    var untilFail = false

    @Option(
        help: ArgumentHelp("Retry a failed case at most this many times; one that then passes is flaky."))
    var retries: Int?

    @Flag(help: "Start no further case after one has failed.")
    var failFast = false

    @Option(
        help: ArgumentHelp(
            "Run this many cases at a time, in different processes; auto is one for each processor.",
            valueName: "count"),
        transform: Jobs.init(argument:))
    var jobs = Jobs(count: 1)

    @Option(
        help: ArgumentHelp("End a case that takes longer, such as 1.5s; it counts as a failure.", valueName: "time"),
        transform: TimeLimit.init(argument:))
    var timeLimit: TimeLimit?

    @Option(
        help: ArgumentHelp(
            "End a process that takes longer to load the modules. The default is 60s with --time-limit, and no limit without.",
            valueName: "time"),
        transform: TimeLimit.init(argument:))
    var loadLimit: TimeLimit?

    @Flag(
        help: ArgumentHelp(
            "Run many cases in one process, for speed. They then see what earlier ones left in it.",
            discussion: "Such as variables of libraries, the environment, the working directory, files, threads."))
    var share = false

    @Flag(
        help: "Run the cases in this process, for speed and debuggers; a crash ends the run.")
    var inProcess = false

    @Option(
        help: ArgumentHelp("Keep a core dump of each case that a signal ends, in this folder.", valueName: "folder"),
        completion: .directory)
    var core: String?

    @Option(
        help: ArgumentHelp(
            "Start gdb in this case, at the step in which it fails or dies, or at its first one.",
            valueName: "case"),
        completion: .custom { words, _, _ in CaseNameCompletion(words).names })
    var debug: String?

    @Option(
        name: .customLong("stop-at"), help: .hidden,
        transform: { argument in
            guard let step = DebuggedStep(argument: argument) else {
                throw ValidationError("\(argument) is not a step: --stop-at takes its number, a colon and its case")
            }
            return step
        })
    var stopAt: DebuggedStep?

    @Flag(help: "Write what the cases give into golden files from which it differs, in place of failing.")
    var accept = false

    @Option(help: ArgumentHelp("List the slowest cases.", valueName: "count"))
    var slowest: Int?

    /// The options on which the verdict depends, and which all parts of a run have alike.
    var ofVerdict: [String] {
        let counted = [("repeat", repetitions), ("retries", retries)].compactMap { name, count in
            count.map { "--\(name) \($0)" }
        }
        return counted + (untilFail ? ["--until-fail"] : []) + (failFast ? ["--fail-fast"] : [])
    }

    /// The permitted range of repetitions and retries.
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
        if core != nil, inProcess || share {
            throw ValidationError(
                "--core keeps dumps of processes that run one case: give no \(share ? "--share" : "--in-process")")
        }
        if debug != nil, inProcess || share || shard != nil || repetitions != nil || untilFail || retries != nil {
            throw ValidationError(
                "--debug runs one case in this process, to look at it: it takes no --in-process, --share, --shard, --repeat, --until-fail and --retries"
            )
        }
        if inProcess, share {
            throw ValidationError("--share is about the processes of cases: --in-process has none")
        }
        if inProcess, jobs.count > 1 {
            throw ValidationError("--jobs runs cases in other processes: --in-process has none")
        }
        if untilFail, repetitions == 1 {
            throw ValidationError("--until-fail runs the cases more than once, --repeat 1 does not")
        }
        if !durations.isEmpty, shard == nil {
            throw ValidationError("--durations cuts the cases into parts: give --shard too")
        }
        if untilFail, retries != nil {
            throw ValidationError("--until-fail looks for failures and --retries ignores them: give one of the two")
        }
    }

    /// The time limits of cases.
    var timeLimits: TimeLimits { TimeLimits(running: timeLimit, loading: loadLimit) }

    /// The options that say in which process a case runs, and how long, as they are given again.
    var placeOfCases: [String] {
        let flags = [(share, "--share"), (inProcess, "--in-process")].filter(\.0).map(\.1)
        let limits = [("time", timeLimit), ("load", loadLimit)].flatMap { name, limit in
            limit.map { ["--\(name)-limit", DurationText.text($0.nanoseconds).replacing(" ", with: "")] } ?? []
        }
        return flags + limits
    }

    /// The number of the last attempt.
    var attempts: Int { 1 + (retries ?? 0) }

    /// The times that the cases are run, from 1.
    var rounds: ClosedRange<Int> { 1...(repetitions ?? (untilFail ? .max : 1)) }

    /// The total number of runs of cases; nil if it depends on their outcomes.
    func runs(of cases: Int) -> Int? { untilFail ? nil : cases * rounds.count }

    /// The seed of a random order; short, since people type it.
    var orderSeed: UInt64? { seed ?? (random ? UInt64.random(in: 1...UInt64(UInt32.max)) : nil) }
}

/// The number of cases that run at the same time.
struct Jobs {
    private static let counts = 1...1000
    let count: Int

    init(count: Int) {
        self.count = count
    }

    /// Reads a number, or `auto`.
    init(argument: String) throws {
        guard let count = argument == "auto" ? Environment.processors : Int(argument), Self.counts.contains(count)
        else {
            throw ValidationError(
                "\(argument) is not a number of jobs: --jobs takes a number from \(Self.counts.lowerBound) to "
                    + "\(Self.counts.upperBound), or auto")
        }
        self.count = count
    }
}

extension TimeLimit {
    /// Reads `1.5s`.
    init(argument: String) throws {
        guard let limit = TimeLimit(argument) else {
            throw ValidationError("\(argument) is not a time limit: it takes \(DurationText.form)")
        }
        self = limit
    }
}
