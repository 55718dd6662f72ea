// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The console output of a test run, and the reports that are written besides it.
///
/// If a report goes to standard output, it alone is written there, and the text for people goes to standard error.
struct TestOutput {
    /// Takes messages before the reports begin and after they have ended.
    let own: CommandOutput
    private let reserved: StandardStream
    private let options: OutputOptions
    private let detail: ConsoleDetail
    private let reports: ReportFileOptions
    private let progress: Progress?

    init(_ options: OutputOptions, _ detail: ConsoleDetail, besides reports: ReportFileOptions, progress: Progress?) {
        self.progress = progress
        self.options = options
        self.detail = detail
        self.reports = reports
        reserved = options.output(isReserved: options.json || reports.useOutput)
        let data = reports.useOutput ? StandardStream.error : reserved
        own = CommandOutput(isJSON: options.json, data: data, events: EventStream(to: [options.report(to: data)]))
        MessageLog.shared.tell(own.events)
    }

    /// Begins all reports.
    ///
    /// - Parameters:
    ///   - inputs: the files that the run reads, which no report may replace.
    ///   - slowest: how many of the slowest cases people are shown.
    ///   - advised: puts something before all reports.
    /// - Returns: the files that are to be committed when the run is over, too.
    /// - Throws: why a file cannot be written.
    func begin(
        beside inputs: InputFiles, slowest: Int?, advised: ([any EventSink]) -> any EventSink
    ) throws(Diagnostic) -> (output: CommandOutput, files: [WholeFile]) {
        let reports = try reports.open(data: reserved, beside: inputs)
        let (files, data) = (reports.files, own.data)
        var sinks = [options.report(to: data, detail)] + reports.sinks
        if let progress { sinks.append(progress) }
        if let slowest { sinks.append(SlowestCasesReport(count: slowest, output: options.people(data))) }
        let events = EventStream(to: [advised(sinks)])
        MessageLog.shared.tell(events, worker: 0)
        return (CommandOutput(isJSON: options.json, data: data, events: events), files)
    }
}
