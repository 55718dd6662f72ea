// SPDX-License-Identifier: Apache-2.0

import HeddleTelemetry
import Testing

@Suite("The variables of OpenTelemetry")
struct ExporterEnvironmentTests {
    private func environment(_ values: [String: String]) -> ExporterEnvironment { ExporterEnvironment { values[$0] } }

    @Test("name the endpoint: that of traces as it is, the general one with the path of traces")
    func endpoint() throws {
        let (general, own) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
        #expect(try environment([:]).tracesEndpoint() == "http://localhost:4318/v1/traces")
        #expect(try environment([general: "http://a:1/x"]).tracesEndpoint() == "http://a:1/x/v1/traces")
        #expect(try environment([general: "http://a/", own: "http://b/t"]).tracesEndpoint() == "http://b/t")
        #expect(throws: ExporterEnvironment.Mistake.self) {
            try environment(["OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"]).tracesEndpoint()
        }
    }

    @Test("switch traces on by OTEL_TRACES_EXPORTER alone, and everything off")
    func switched() {
        #expect(!environment(["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a"]).wantsTraces)
        #expect(environment(["OTEL_TRACES_EXPORTER": "otlp"]).wantsTraces)
        #expect(!environment(["OTEL_TRACES_EXPORTER": "otlp", "OTEL_SDK_DISABLED": "TRUE"]).wantsTraces)
        #expect(environment(["OTEL_TRACES_EXPORTER": "console, otlp"]).wantsTraces)
        #expect(!environment(["OTEL_TRACES_EXPORTER": "none"]).wantsTraces)
    }

    @Test("names the exporters that there are none of")
    func otherExporters() {
        for quiet in ["", "otlp", "none", "otlp,none"] {
            #expect(environment(["OTEL_TRACES_EXPORTER": quiet]).objectionToExporters == nil, "\(quiet)")
        }
        #expect(
            environment(["OTEL_TRACES_EXPORTER": "zipkin,otlp, console"]).objectionToExporters
                == "OTEL_TRACES_EXPORTER asks for \"zipkin\", \"console\", and heddle sends traces by otlp alone")
        let off = environment(["OTEL_TRACES_EXPORTER": "zipkin", "OTEL_SDK_DISABLED": "true"])
        #expect(off.objectionToExporters == nil)
    }

    @Test("give headers, and a mistake in them shows no value")
    func headers() throws {
        let name = "OTEL_EXPORTER_OTLP_HEADERS"
        #expect(
            try environment([name: "a=1, x-key = s%20t%3D ,"]).headers(for: .traces) == ["a: 1", "x-key: s t="])
        let both = [name: "a=1", "OTEL_EXPORTER_OTLP_METRICS_HEADERS": "b=2"]
        #expect(try environment(both).headers(for: .metrics) == ["b: 2"])
        #expect(try environment(both).headers(for: .traces) == ["a: 1"])
        for wrong in ["secret", "=secret", "a=%zzsecret", "a b=secret", "content-length=secret", "a=secret%0d%0ab: c"] {
            let mistake = #expect(throws: ExporterEnvironment.Mistake.self) {
                try environment([name: wrong]).headers(for: .traces)
            }
            #expect(mistake?.message.contains("secret") == false)
        }
    }

    @Test("name the service and its attributes")
    func resource() throws {
        let sdk = [
            TelemetryAttribute("telemetry.sdk.name", "heddle"), TelemetryAttribute("telemetry.sdk.language", "swift"),
            TelemetryAttribute("telemetry.sdk.version", "1"),
        ]
        let attributes = try environment([
            "OTEL_RESOURCE_ATTRIBUTES": "service.name=a,deployment.environment.name=test", "OTEL_SERVICE_NAME": "b",
        ]).resource(version: "1", [TelemetryAttribute("service.name", "c"), TelemetryAttribute("d", 1)])
        #expect(
            attributes == [
                TelemetryAttribute("deployment.environment.name", "test"), TelemetryAttribute("service.name", "b"),
            ] + sdk + [TelemetryAttribute("d", 1)])
        #expect(
            try environment([:]).resource(version: "1") == [TelemetryAttribute("service.name", "heddle")] + sdk)
    }
}
