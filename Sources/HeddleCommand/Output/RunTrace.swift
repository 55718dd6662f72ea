// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleAspects
import HeddleReport
import HeddleSystem
import HeddleTelemetry
import Synchronization

/// The trace of one run: its report, and the way to the collector.
final class RunTrace: EventSink, Sendable {
    /// Tells the start of calls.
    let clock: RunClock
    private let report: Mutex<SpanReport>
    private let writer: any LineWriter

    init(
        at place: TracePlace, source: String, _ attributes: [TelemetryAttribute], resource: [TelemetryAttribute],
        writer: any LineWriter
    ) {
        self.writer = writer
        clock = RunClock()
        let name = LexicalPath(String(source.prefix { $0 != "?" })).name
        let report = SpanReport(
            of: SpanReport.Subject(
                name: name, source: source, attributes: attributes, resource: resource,
                version: HeddleCommand.configuration.version),
            at: place, now: { WallClock.nanoseconds }
        ) { line in
            // The queue tells at the end that it could not keep some.
            _ = writer.append(line, 0, from: nil)
        }
        self.report = Mutex(report)
    }

    func receive(_ event: Event) { report.withLock { $0.receive(event) } }

    /// Ends the span of the run, and says what has none.
    func end(_ ending: Run.Ending) {
        let left = report.withLock { report in
            report.end("\(ending)")
            return report.callsLeftOut
        }
        writer.flush()
        if left > 0 {
            StandardStream.error.write(
                "warning: \(counted(left, "call has", plural: "calls have")) no span: a trace has at most \(SpanReport.mostCalls) calls, and "
                    + "\(SpanReport.mostFailures) more that failed\n")
        }
    }
}
