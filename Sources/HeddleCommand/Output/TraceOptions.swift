// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleAspects
import HeddleDelivery
import HeddleReport
import HeddleSystem
import HeddleTelemetry
import Synchronization

/// The option for the trace of a run.
struct TraceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send the run as a trace to a collector of OpenTelemetry, by OTLP over HTTP.",
            discussion:
                "An endpoint such as http://localhost:4318, or the whole URL. OTEL_TRACES_EXPORTER=otlp does it "
                + "without the option, to the endpoint of OTEL_EXPORTER_OTLP_ENDPOINT.", valueName: "URL"))
    var otlp: String?

    /// The trace of a run that begins soon; nil if none is wanted, or the caller's is not recorded.
    ///
    /// Native code and its processes find its place in `TRACEPARENT` and `TRACESTATE`.
    func begin(_ source: String) throws -> RunTrace? {
        let environment = ExporterEnvironment { Environment.value(of: $0) }
        if let objection = environment.objectionToExporters(of: .traces) {
            StandardStream.error.write("warning: \(objection)\n")
        }
        guard !environment.isDisabled, otlp != nil || environment.wants(.traces) else { return nil }
        do {
            let url = try otlp ?? environment.endpoint(for: .traces)
            let parent = Environment.value(of: "TRACEPARENT").flatMap {
                TraceContext(parent: $0, state: Environment.value(of: "TRACESTATE"))
            }
            if let parent, !parent.isSampled { return nil }
            let context = parent?.child ?? TraceContext()
            let trace = RunTrace(
                context: context, parent: parent, source: source,
                resource: try environment.resource(version: HeddleCommand.configuration.version),
                writer: try Delivery.outbox.spanWriter(for: url, headers: try environment.headers(for: .traces)))
            Environment.set("TRACEPARENT", to: context.parent)
            Environment.set("TRACESTATE", to: context.state.isEmpty ? nil : context.state)
            Delivery.outbox.setTrace(context)
            return trace
        } catch let mistake as ExporterEnvironment.Mistake {
            throw ValidationError(mistake.message)
        } catch let refusal as LineFileRefusal {
            let mend = refusal.suggestion.map { ": \($0)" } ?? ""
            throw ValidationError("no trace can be sent: \(refusal.message)\(mend)")
        }
    }
}

/// The trace of one run: its report, and the way to the collector.
final class RunTrace: EventSink, Sendable {
    /// Tells the start of calls.
    let clock: RunClock
    private let report: Mutex<SpanReport>
    private let writer: any LineWriter

    init(
        context: TraceContext, parent: TraceContext?, source: String, resource: [TelemetryAttribute],
        writer: any LineWriter
    ) {
        self.writer = writer
        clock = RunClock()
        let name = LexicalPath(String(source.prefix { $0 != "?" })).name
        let report = SpanReport(
            of: SpanReport.Subject(
                name: name, source: source, resource: resource, version: HeddleCommand.configuration.version),
            context, within: parent, now: { WallClock.nanoseconds }
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
