// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The output format of a command: for people, or JSON Lines.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write one JSON object for each event to standard output; output of modules goes to standard error.")
    var json = false

    @Flag(help: "Use no colour.")
    var noColor = false

    /// For people, with colour if the stream is a terminal.
    static var plain: OutputOptions {
        var options = OutputOptions()
        (options.json, options.noColor) = (false, false)
        return options
    }

    /// Returns whether colour is used on a stream.
    func isStyled(_ stream: StandardStream) -> Bool {
        stream.isTerminal && !noColor && (Environment.value(of: "NO_COLOR") ?? "").isEmpty
            && Environment.value(of: "TERM") != "dumb"
    }

    /// Opens the command's output. With `--json` standard output is reserved for data from here on, so that nothing
    /// that a module prints, its constructors among it, stands between the events.
    ///
    /// - Parameters:
    ///   - progress: the sink that gets the events too.
    ///   - trace: another one.
    func open(progress: Progress? = nil, trace: RunTrace? = nil) -> CommandOutput {
        let data = output(isReserved: json)
        var sinks = [report(to: data)]
        if let progress { sinks.append(progress) }
        if let trace { sinks.append(trace) }
        let events = EventStream(to: sinks)
        MessageLog.shared.tell(events)
        return CommandOutput(isJSON: json, data: data, events: events)
    }

    /// Standard output, reserved for data or as it is.
    func output(isReserved: Bool) -> StandardStream {
        isReserved ? StandardStream.reserveOutput() ?? .output : .output
    }

    /// The command's own report.
    func report(to data: StandardStream) -> any EventSink {
        json
            ? JSONLinesReport(line: { data.write($0) })
            : ConsoleReport(data: people(data), messages: people(StandardStream.error))
    }

    /// A stream that people read.
    func people(_ stream: StandardStream) -> ReportOutput {
        ReportOutput(isStyled: isStyled(stream)) { stream.write($0) }
    }
}
