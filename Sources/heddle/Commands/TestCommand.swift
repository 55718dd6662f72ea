// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Foreign
import Heddle
import Report

/// `heddle test`: runs the cases of behaviours.
struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Run the cases of behaviours.",
        discussion: """
            Nothing is called before all files are found to be right. Each case has instances and hooks of its own; the \
            steps of a file that stand in no case are not run. With what is chosen run those that it needs.

            A folder stands for the behaviours with cases in it and in its folders. Reports are written whole when the \
            run is over; where one goes to standard output as -, what people read goes to standard error.
            """)

    @ArgumentParser.Argument(
        help: "Behaviour files, folders of them, - for standard input, or http or https URLs.")
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "Run the cases of this name; * stands for any run of characters, \\* for a star.", valueName: "pattern"))
    var name: [String] = []

    @Option(help: "Run the cases that have this tag.")
    var tag: [String] = []

    @OptionGroup var options: TestRunOptions
    @OptionGroup var path: ModulePathOptions
    @OptionGroup(title: "Reports besides") var reports: ReportFileOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try reports.validate(isOutputTaken: output.json)
        if output.json, options.slowest != nil {
            throw ValidationError("--slowest is a list for people: with --json every caseEnded has its ns")
        }
    }

    func run() throws {
        let progress = output.showProgress("reading \(files.joined(separator: ", "))")
        defer { StatusLine.end() }
        let opened = TestOutput(output, besides: reports, progress: progress)
        do {
            let found = try BehaviourSearch().files(of: files)
            let suites = try suites(found)
            let inputs = InputFiles(found, of: suites.map(\.plan))
            let (output, reportFiles) = try opened.begin(beside: inputs, slowest: options.slowest) { sinks in
                RerunAdvice(
                    to: sinks, suites: zip(found, suites).map { ($0, $1.plan.cases) }, modulePath: path.modulePath)
            }
            let status = run(suites, of: found, output, progress)
            output.events.finish()
            for file in reportFiles { try file.commit() }
            if !options.inProcess { HeddleCommand.endAtOnce(status) }
            throw status.code
        } catch let mistake as Diagnostic {
            throw opened.own.fail(Diagnostics([mistake]))
        } catch let mistakes as Diagnostics {
            throw opened.own.fail(mistakes)
        }
    }

    private typealias Suite = (text: BehaviourText, plan: Plan, host: Host)

    /// - Throws: the mistakes of all files.
    private func suites(_ files: [String]) throws(Diagnostics) -> [Suite] {
        var suites: [Suite] = []
        var mistakes: [Diagnostic] = []
        for file in files {
            do throws(Diagnostics) {
                let text = try BehaviourPlace(file).read()
                let (plan, host) = try text.plan(on: path)
                suites.append((text, plan, host))
            } catch {
                mistakes += error.all
            }
        }
        guard mistakes.isEmpty else { throw Diagnostics(mistakes) }
        return suites
    }

    // MARK: Running

    private func run(
        _ suites: [Suite], of files: [String], _ output: CommandOutput, _ progress: Progress?
    ) -> ExitStatus {
        let choice = CaseChoice(names: name, tags: tag)
        let chosen = CaseSchedule(suites.map { ($0.plan, $0.host) }, selection: choice.selection)
        guard !chosen.entries.isEmpty else {
            output.events.receive(.diagnostic(choice.nothingMatched(suites.flatMap(\.plan.cases))))
            return .nothingMatched
        }
        let (seed, clock) = (options.orderSeed, RunClock())
        output.events.receive(
            .runStarted(RunStartEvent(files: files, seed: seed, shard: options.shard, jobs: options.jobs.count)))
        for warning in suites.flatMap(\.plan.warnings) { output.events.receive(.diagnostic(warning)) }
        let schedule = options.shard.map(chosen.shard) ?? chosen
        var run = TestRun(schedule, options, seed: seed, events: output.events, clock: clock)
        progress?.begin(.cases(options.runs(of: schedule.entries.count)))
        Interrupts.watch()
        let ending = run(on: runner(of: suites, output.events, clock))
        if !output.isJSON, let remark = remark(on: run, of: schedule, ending) {
            StandardStream.error.write(remark + "\n")
        }
        return ending.status
    }

    private func runner(of suites: [Suite], _ events: EventStream, _ clock: RunClock) -> any CaseRunner {
        if options.inProcess { return InProcessRunner(events: events, clock: clock) }
        return WorkerPool(
            options.jobs.count, of: suites.map(\.text), arguments: path.arguments, limits: options.timeLimits,
            events: events, clock: clock)
    }

    /// What people do not see from the sum: that cases which were chosen have not run.
    private func remark(on run: TestRun, of schedule: CaseSchedule, _ ending: TestEnding) -> String? {
        if schedule.entries.isEmpty { return "there are more parts than cases: this one has none" }
        if run.left == 0 { return nil }
        let reason = ending == .interrupted ? "the run was interrupted" : "a case failed, and --fail-fast stops there"
        return "\(run.left) case\(run.left == 1 ? " was" : "s were") not run: \(reason)"
    }
}
