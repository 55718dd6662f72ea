// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleReport
import HeddleSystem

/// `heddle validate`: holds modules to what hosts expect of them.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Check that modules keep what hosts expect of them.",
        discussion: """
            heddle validate build/greeter.so
            heddle validate --list                    all checks, and the promise that each one is about
            heddle validate libz.so.1 --bindings zlib.json

            Each check that runs the module runs in a process of its own, in an empty folder that is removed later. \
            It calls all actions of the module, also with unusual arguments: validate a module on a machine where it \
            can do no harm. Each finding says who has to mend it and how.
            """)

    @ArgumentParser.Argument(help: "The files of modules, or the sonames of libraries of the system.")
    var modules: [String] = []

    @Flag(help: "List the checks.")
    var list = false

    @Option(
        help: ArgumentHelp("Make this check alone, without those that it needs.", valueName: "check"),
        completion: .custom { _, _, _ in Check.all.map(\.name) })
    var only: [String] = []

    @Option(
        help: ArgumentHelp("Leave out a check for a reason, which reports show.", valueName: "check=reason"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp(
            "Leave out the checks of a file, a line check=reason for each; # begins a comment.", valueName: "file"))
    var exclusions: String?

    @Option(help: ArgumentHelp("The configuration of the instance, as JSON.", valueName: "json"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Take the functions from bindings, a file from heddle bind; further files add to it.", valueName: "file"))
    var bindings: [String] = []

    @OptionGroup var providers: ProviderOptions

    @Option(help: ArgumentHelp("Take random arguments from this seed.", valueName: "number"))
    var seed: UInt64?

    @Option(help: ArgumentHelp("Repeat the random arguments of a run, from its seed.", valueName: "seed"))
    var reproduce: UInt64?

    @Option(help: ArgumentHelp("Make this many calls with random arguments.", valueName: "count"))
    var fuzzCalls = Trial.usualCalls

    @Option(
        help: ArgumentHelp("End a check that takes longer, such as 1.5s; it counts as a finding.", valueName: "time"),
        transform: TimeLimit.init(argument:))
    var timeLimit: TimeLimit?

    @Option(
        help: ArgumentHelp("Make this many checks at a time; auto is one for each processor.", valueName: "count"),
        transform: Jobs.init(argument:))
    var jobs = Jobs(count: 1)

    @Flag(help: "Run modules under valgrind, too, which sees leaks and foreign memory, and takes seconds.")
    var memory = false

    @Flag(help: "Write MODULE.validated.json beside each module, with its hash and what was checked.")
    var badge = false

    @OptionGroup(title: "Additional reports") var reports: ReportFileOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var details: DetailOptions

    func validate() throws {
        try details.validate(beside: output)
        try reports.validate(isOutputTaken: output.json)
        if modules.count > 1, !bindings.isEmpty { throw ValidationError("--bindings are of one module: give one") }
        if modules.isEmpty, !list { throw ValidationError("give a module, or --list for the checks") }
        if list, !modules.isEmpty { throw ValidationError("--list lists the checks: give no module") }
        if seed != nil, reproduce != nil { throw ValidationError("--seed and --reproduce both give the seed") }
        if !(0...10_000_000).contains(fuzzCalls) {
            throw ValidationError("--fuzz-calls is \(fuzzCalls), it takes a number from 0 to 10000000")
        }
    }

    func run() throws {
        let opened = TestOutput(output, details.detail, besides: reports, progress: nil)
        if list { return listChecks(opened.own) }
        do {
            let (checks, excluded) = try (chosenChecks(), Exclusions(exclude, file: exclusions))
            let config = try config.map { try Value.read(SourceText(name: "--config", $0)) }
            try requireInput(config)
            let (output, files) = try opened.begin(beside: InputFiles(modules), slowest: nil) { Broadcast(to: $0) }
            let status = try run(checks, excluded, config, output.events)
            output.events.finish(status)
            try files.commit()
            throw status.code
        } catch let mistake as Diagnostic {
            throw opened.own.fail(Diagnostics([mistake]))
        } catch let mistakes as Diagnostics {
            throw opened.own.fail(mistakes)
        }
    }

    private func run(
        _ checks: [Check], _ excluded: Exclusions, _ config: Value?, _ events: EventStream
    ) throws -> ExitStatus {
        let providers = try providers.offer.map { file in try Provider(file) }
        // Short, since people type it.
        let seed = seed ?? reproduce ?? UInt64.random(in: 1...UInt64(UInt32.max))
        events.receive(
            .runStarted(RunStartEvent(files: modules, seed: seed, shard: nil, jobs: jobs.count, origin: .here)))
        let limit = timeLimit ?? .halfMinute
        let validation = Validation(
            checks: checks, exclusions: excluded, limits: TimeLimits(running: limit, loading: nil), lanes: jobs.count,
            // Whoever names such a check wants it.
            watchesMemory: memory || !only.isEmpty, events: events)
        var ending = ExitStatus.held
        Interrupts.watch()
        for module in modules where ending != .interrupted {
            let path = (try? System.realPath(of: module)) ?? module
            let trial = Trial(
                path: path, bindings: bindings, providers: providers, config: config, seed: seed, calls: fuzzCalls,
                nanoseconds: limit.nanoseconds)
            let run = ModuleValidation(of: module, by: trial, validation)
            try run()
            ending = .gravest(ending, run.ending)
            if badge, ending != .interrupted { try ValidationBadge(of: module, run.verdicts, checks).write() }
        }
        return ending
    }

    /// Refuses a file that is not there, and a configuration that a module does not take: no check could tell them from
    /// faults of the module.
    private func requireInput(_ config: Value?) throws(Diagnostics) {
        for module in modules {
            let file: LibraryFile
            do {
                file = try LibraryFile(named: module)
            } catch {
                if (try? System.realPath(of: module)) == nil { throw error }
                continue
            }
            guard let description = file.description, let settings = description.settings else { continue }
            let mistakes = settings.mistakes(in: config ?? .object([]), of: .module(description.name ?? module))
            if mistakes.isEmpty { continue }
            throw Diagnostics(
                mistakes.map { mistake in
                    var diagnostic = mistake.diagnostic
                    if config == nil {
                        diagnostic.suggestion = "give --config, in which you \(diagnostic.suggestion ?? "set it")"
                    }
                    return diagnostic
                })
        }
    }

    private func chosenChecks() throws(Diagnostics) -> [Check] {
        let mistakes = only.filter { Check.named($0) == nil }.map { Diagnostic.noCheck($0, in: "--only") }
        if !mistakes.isEmpty { throw Diagnostics(mistakes) }
        return only.isEmpty ? Check.all : Check.all.filter { only.contains($0.name) }
    }

    private func listChecks(_ output: CommandOutput) {
        let width = Check.all.map(\.name.count).max() ?? 0
        for check in Check.all {
            let name = check.name + String(repeating: " ", count: width - check.name.count)
            output.data.write(
                output.isJSON ? check.value.json + "\n" : "\(name)  \(check.promise)\n")
        }
    }
}

/// Hands each event to every report.
private final class Broadcast: EventSink {
    private let sinks: [any EventSink]

    init(to sinks: [any EventSink]) { self.sinks = sinks }

    func receive(_ event: Event) { for sink in sinks { sink.receive(event) } }
}
