// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleSystem
import HeddleTelemetry

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
        guard let collector = try TraceCollector(otlp) else { return nil }
        let parent = Environment.value(of: "TRACEPARENT").flatMap {
            TraceContext(parent: $0, state: Environment.value(of: "TRACESTATE"))
        }
        guard let place = TracePlace(within: parent) else { return nil }
        let trace = try collector.begin(source, at: place)
        Environment.set("TRACEPARENT", to: place.context.parent)
        Environment.set("TRACESTATE", to: place.context.state.isEmpty ? nil : place.context.state)
        return trace
    }
}
