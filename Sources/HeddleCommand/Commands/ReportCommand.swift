// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// `heddle report`: makes reports of a run that was kept as JSON Lines.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Make reports from a recorded run (JSON Lines).",
        discussion: """
            heddle run behaviour.json --json > run.jsonl
            heddle report --from run.jsonl --html run.html --junit run.xml --tap - --trace run.trace.json

            Without options the report goes to the console. A file is written completely or not at all. The exit \
            status says whether the reports were made, not whether the run held.
            """)

    @Option(help: ArgumentHelp("The events of --json; - is standard input.", valueName: "file"))
    var from: String

    @OptionGroup var files: ReportFileOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var details: DetailOptions

    func validate() throws {
        try files.validate(isOutputTaken: output.json)
        try details.validate(beside: output)
    }

    func run() throws {
        let output = output.open(detail: details.detail)
        do {
            let text = try readText(at: from, limit: Self.limit, kind: .run)
            if files.isEmpty { try RecordedRun(text).replay(into: output.events) } else { try write(text, output) }
        } catch let mistake as Diagnostic {
            throw output.fail(Diagnostics([mistake]))
        } catch let mistakes as Diagnostics {
            throw output.fail(mistakes)
        }
    }

    private func write(_ text: SourceText, _ output: CommandOutput) throws {
        let reports = try files.open(data: output.data, beside: InputFiles([from]))
        let (files, sinks) = (reports.files, reports.sinks)
        if let warning = try RecordedRun(text).replay(into: EventStream(to: sinks)) {
            output.events.receive(.diagnostic(warning))
        }
        try files.commit()
    }

    /// A run of some millions of calls.
    private static let limit = 4 << 30
}
