// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle test`: runs the cases of behaviours.
struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Run the cases of behaviours.",
        discussion: """
            Nothing is called before all files are checked. Each case has its own instances and hooks. Steps outside of \
            cases do not run. Cases that the chosen ones need run as well.

            A folder stands for the behaviours with cases in it and below it. Reports are written when the run is over. \
            If one goes to standard output (-), the console report goes to standard error.
            """)

    @ArgumentParser.Argument(
        help: "Behaviour files, folders of them, - for standard input, or http or https URLs.")
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "Run the cases with this name; * stands for any characters, \\* for a star.", valueName: "pattern"),
        completion: .custom { words, _, _ in CaseNameCompletion(words).names })
    var name: [String] = []

    @Option(help: "Run the cases with this tag.", completion: .custom { words, _, _ in CaseNameCompletion(words).tags })
    var tag: [String] = []

    @OptionGroup var options: TestRunOptions
    @OptionGroup var path: BehaviourOptions
    @OptionGroup(title: "Additional reports") var reports: ReportFileOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var details: DetailOptions

    func validate() throws {
        try details.validate(beside: output)
        try reports.validate(isOutputTaken: output.json)
        if options.debug != nil, !name.isEmpty || !tag.isEmpty {
            throw ValidationError("--debug names the case: give no --name or --tag")
        }
        if output.json, options.slowest != nil {
            throw ValidationError("--slowest writes to the console: with --json each caseEnded has its time in ns")
        }
    }

    func run() throws {
        let progress = output.showProgress("reading \(files.joined(separator: ", "))")
        defer { StatusLine.end() }
        let opened = TestOutput(output, details.detail, besides: reports, progress: progress)
        do {
            let found = try BehaviourSearch().files(of: files)
            let suites =
                options.inProcess
                ? try TestSuites.inProcess(found, on: path, options)
                : try TestSuites.inWorkers(found, on: path, options)
            if let pattern = options.debug {
                let debugging = CaseDebugging(pattern: pattern, suites: suites, options: options, path: path)
                if let status = try debugging() { throw status.code }
            }
            let part = try options.shard.map { option throws(Diagnostic) in
                try ChosenPart(option, durations: options.durations)
            }
            let inputs = suites.inputs.with(options.durations)
            let shortage = GoldenShortage()
            let (output, reportFiles) = try opened.begin(beside: inputs, slowest: options.slowest) { sinks in
                RerunAdvice(to: sinks + [shortage], suites: suites, on: path, options.placeOfCases)
            }
            let status = shortage.status(behind: run(suites, part, output, progress))
            output.events.finish(status)
            try reportFiles.commit()
            throw status.code
        } catch let mistake as Diagnostic {
            throw opened.own.fail(Diagnostics([mistake]))
        } catch let mistakes as Diagnostics {
            throw opened.own.fail(mistakes)
        }
    }

    // MARK: Running

    private func run(
        _ suites: TestSuites, _ part: ChosenPart?, _ output: CommandOutput, _ progress: Progress?
    ) -> ExitStatus {
        let choice = CaseChoice(names: name + (options.debug.map { [$0] } ?? []), tags: tag)
        let chosen = CaseSchedule(suites.cases, selection: choice.selection)
        guard !chosen.entries.isEmpty else {
            output.events.receive(.diagnostic(choice.nothingMatched(suites.allCases)))
            return .nothingMatched
        }
        let (seed, clock) = (options.orderSeed, RunClock())
        let (schedule, shard) =
            part.map { $0.cut(chosen, settings: suites.settings, options.ofVerdict) } ?? (chosen, nil)
        output.events.receive(
            .runStarted(
                RunStartEvent(
                    files: suites.files, seed: seed, shard: shard, jobs: options.jobs.count, origin: .here)))
        for warning in suites.warnings + choice.warnings(suites.allCases) + (part?.warnings(on: chosen) ?? []) {
            output.events.receive(.diagnostic(warning))
        }
        var run = TestRun(schedule, options, seed: seed, events: output.events, clock: clock)
        progress?.begin(.cases(options.runs(of: schedule.entries.count)))
        Interrupts.watch()
        let ending = run(on: suites.runner(output.events, clock))
        if run.left > 0 { output.events.receive(.diagnostic(.notRun(run.left, ending))) }
        if !output.isJSON, schedule.entries.isEmpty {
            StandardStream.error.write("there are more parts than cases: this one has none\n")
        }
        return ending
    }
}

extension Diagnostic {
    /// The notice that chosen cases have not run, which the summary does not show.
    fileprivate static func notRun(_ count: Int, _ ending: ExitStatus) -> Diagnostic {
        let reason = ending == .interrupted ? "the run was interrupted" : "a case failed, and --fail-fast stops there"
        return Diagnostic(
            .notice, code: .cases(.notRun), "\(counted(count, "case was", plural: "cases were")) not run: \(reason)")
    }
}
