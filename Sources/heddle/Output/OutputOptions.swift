// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Foreign
import Report

/// How a command speaks: to people, or as JSON Lines.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write one JSON object an event to standard output; what modules print goes to standard error.")
    var json = false

    @Flag(help: "Use no colour.")
    var noColor = false

    /// Whether colour is used on a stream.
    func isStyled(_ stream: StandardStream) -> Bool {
        stream.isTerminal && !noColor && (Environment.value(of: "NO_COLOR") ?? "").isEmpty
            && Environment.value(of: "TERM") != "dumb"
    }

    /// A stream of events into the report that was asked for.
    func makeEvents() -> EventStream {
        guard json else {
            let (data, messages) = (StandardStream.output, StandardStream.error)
            return EventStream(to: [
                ConsoleReport(
                    data: ReportOutput(isStyled: isStyled(data)) { data.write($0) },
                    messages: ReportOutput(isStyled: isStyled(messages)) { messages.write($0) })
            ])
        }
        let data = StandardStream.reserveOutput() ?? .output
        return EventStream(to: [JSONLinesReport { data.write($0) }])
    }

    /// Tells mistakes, and ends the command with their status.
    func fail(_ mistakes: Diagnostics) -> ExitCode {
        let events = makeEvents()
        for mistake in mistakes.all { events.receive(.diagnostic(mistake)) }
        if !json { StandardStream.error.write(mistakes.countSentence + "\n") }
        return ExitStatus(mistakes).code
    }
}

extension Diagnostics {
    /// `2 errors, 1 warning`
    fileprivate var countSentence: String {
        let warnings = all.count - errors.count
        let parts = [Self.plural(errors.count, "error"), Self.plural(warnings, "warning")]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private static func plural(_ count: Int, _ noun: String) -> String? {
        count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
