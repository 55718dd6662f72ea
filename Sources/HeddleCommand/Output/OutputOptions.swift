// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The output format of a command: for people, or JSON Lines.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write one JSON object for each event to standard output; output of modules goes to standard error.")
    var json = false

    @Option(help: ArgumentHelp("Use colour: auto (the default: on terminals), always or never.", valueName: "when"))
    var color = ColorUse.auto

    @Flag(help: "Use no colour: --color never.")
    var noColor = false

    /// When colour is used.
    enum ColorUse: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never
    }

    /// For people, with colour if the stream is a terminal.
    static var plain: OutputOptions {
        var options = OutputOptions()
        (options.json, options.color, options.noColor) = (false, .auto, false)
        return options
    }

    /// Refuses an option for the console where there is none.
    func requireConsole(for option: String) throws {
        if json { throw ValidationError("\(option) is for the console: --json has all events") }
    }

    /// Returns whether colour is used on a stream: as the options say, else as `NO_COLOR` and `CLICOLOR_FORCE` do.
    func isStyled(_ stream: StandardStream) -> Bool {
        switch noColor ? .never : color {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if Environment.value(of: "NO_COLOR") ?? "" != "" { return false }
        if !["", "0"].contains(Environment.value(of: "CLICOLOR_FORCE") ?? "") { return true }
        return stream.isTerminal && Environment.value(of: "TERM") != "dumb"
    }

    /// Opens the command's output. With `--json` standard output is reserved for data from here on, so that nothing
    /// that a module prints, its constructors among it, stands between the events.
    ///
    /// - Parameters:
    ///   - progress: the sink that gets the events too.
    ///   - trace: another one.
    ///   - detail: how much people are told.
    func open(progress: Progress? = nil, trace: RunTrace? = nil, detail: ConsoleDetail = .usual) -> CommandOutput {
        let data = output(isReserved: json)
        var sinks = [report(to: data, detail)]
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
    func report(to data: StandardStream, _ detail: ConsoleDetail = .usual) -> any EventSink {
        json
            ? JSONLinesReport(line: { data.write($0) })
            : ConsoleReport(data: people(data), messages: people(StandardStream.error), detail: detail)
    }

    /// A stream that people read.
    func people(_ stream: StandardStream) -> ReportOutput {
        ReportOutput(isStyled: isStyled(stream)) { stream.write($0) }
    }
}
