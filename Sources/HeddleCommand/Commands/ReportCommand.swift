// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle report`: makes reports of a run that was kept as JSON Lines, or of the parts of one.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Make reports from a recorded run (JSON Lines), or merge its parts.",
        discussion: """
            heddle run behaviour.json --json > run.jsonl
            heddle report --from run.jsonl --html run.html --junit run.xml --tap - --trace run.trace.json
            heddle report --from parts/*.jsonl --junit all.xml --verdict

            Without options the report goes to the console. A file is written completely or not at all. Whatever is whole \
            in the runs is reported, and the rest is named. The exit status says whether the reports were made of all of \
            it; with --verdict it also says whether the run held.
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The events of --json; - is standard input. Several files are parts of one run.", valueName: "file"))
    var from: [String]

    @Flag(help: "End with the status of the whole run; parts that are missing or have no end count as interrupted.")
    var verdict = false

    @OptionGroup var files: ReportFileOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var details: DetailOptions

    func validate() throws {
        if from.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input can be read once") }
        try files.validate(isOutputTaken: output.json)
        try details.validate(beside: output)
    }

    func run() throws {
        let output = output.open(detail: details.detail)
        do {
            let (stream, reportFiles) = try open(output)
            var merge = RunMerge(
                into: stream, telling: files.isEmpty || output.isJSON ? nil : output.events,
                version: RunOrigin.ownVersion)
            var mistakes: [Diagnostic] = []
            for file in from {
                do throws(Diagnostic) { merge.add(try KeptText(at: file)) } catch {
                    mistakes.append(error)
                    merge.tell(error)
                }
            }
            // Without any event there is nothing to report.
            guard merge.hasEvents else {
                throw (mistakes.isEmpty ? .wrongFile : ExitStatus(Diagnostics(mistakes))).code
            }
            let status = merge.finish()
            try reportFiles.commit()
            let own = merge.hasMistakes ? ExitStatus.wrongFile : .held
            throw (verdict ? ExitStatus.gravest(own, status) : own).code
        } catch let mistake as Diagnostic {
            throw output.fail(Diagnostics([mistake]))
        } catch let mistakes as Diagnostics {
            throw output.fail(mistakes)
        }
    }

    /// The stream for the events, and the files that are committed when all is written.
    private func open(_ output: CommandOutput) throws(Diagnostic) -> (stream: EventStream, files: [WholeFile]) {
        if files.isEmpty { return (output.events, []) }
        let reports = try files.open(data: output.data, beside: InputFiles(from))
        let (files, sinks) = (reports.files, reports.sinks)
        return (EventStream(to: output.isJSON ? sinks + [output.events] : sinks), files)
    }
}
