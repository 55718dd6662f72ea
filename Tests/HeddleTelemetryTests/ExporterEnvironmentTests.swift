// SPDX-License-Identifier: Apache-2.0

import HeddleTelemetry
import Testing

@Suite("The variables of OpenTelemetry")
struct ExporterEnvironmentTests {
    private func environment(_ values: [String: String]) -> ExporterEnvironment { ExporterEnvironment { values[$0] } }

    @Test("name the endpoint: that of traces as it is, the general one with the path of traces")
    func endpoint() throws {
        let (general, own) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
        #expect(try environment([:]).endpoint(for: .traces) == "http://localhost:4318/v1/traces")
        #expect(try environment([general: "http://a:1/x"]).endpoint(for: .traces) == "http://a:1/x/v1/traces")
        #expect(try environment([general: "http://a/", own: "http://b/t"]).endpoint(for: .traces) == "http://b/t")
        #expect(throws: ExporterEnvironment.Mistake.self) {
            try environment(["OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"]).endpoint(for: .traces)
        }
    }

    @Test("switch traces on by OTEL_TRACES_EXPORTER alone, and everything off")
    func switched() {
        #expect(!environment(["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a"]).wants(.traces))
        #expect(environment(["OTEL_TRACES_EXPORTER": "otlp"]).wants(.traces))
        #expect(!environment(["OTEL_TRACES_EXPORTER": "otlp", "OTEL_SDK_DISABLED": "TRUE"]).wants(.traces))
        #expect(environment(["OTEL_TRACES_EXPORTER": "console, otlp"]).wants(.traces))
        #expect(!environment(["OTEL_TRACES_EXPORTER": "none"]).wants(.traces))
    }

    @Test("are of each signal on its own")
    func signals() throws {
        let metrics = environment(["OTEL_METRICS_EXPORTER": "otlp"])
        #expect(metrics.wants(.metrics) && !metrics.wants(.traces))
        #expect(try metrics.endpoint(for: .metrics) == "http://localhost:4318/v1/metrics")
        let own = ["OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "http://m/", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://all"]
        #expect(try environment(own).endpoint(for: .metrics) == "http://m/")
        #expect(try environment(own).endpoint(for: .traces) == "http://all/v1/traces")
    }

    @Test("say how often metrics are sent, in milliseconds")
    func interval() throws {
        let name = "OTEL_METRIC_EXPORT_INTERVAL"
        #expect(try environment([:]).metricsInterval() == .seconds(60))
        #expect(try environment([name: "250"]).metricsInterval() == .milliseconds(250))
        for wrong in ["0", "-1", "1 s", "99999999999"] {
            let mistake = #expect(throws: ExporterEnvironment.Mistake.self) {
                try environment([name: wrong]).metricsInterval()
            }
            #expect(mistake?.message == "\(name) is \"\(wrong)\", expected a number of milliseconds above 0")
        }
    }

    @Test("names the exporters that there are none of")
    func otherExporters() {
        for quiet in ["", "otlp", "none", "otlp,none"] {
            #expect(environment(["OTEL_TRACES_EXPORTER": quiet]).objectionToExporters(of: .traces) == nil, "\(quiet)")
        }
        #expect(
            environment(["OTEL_TRACES_EXPORTER": "zipkin,otlp, console"]).objectionToExporters(of: .traces)
                == "OTEL_TRACES_EXPORTER asks for \"zipkin\", \"console\", and heddle sends traces by otlp alone")
        let off = environment(["OTEL_TRACES_EXPORTER": "zipkin", "OTEL_SDK_DISABLED": "true"])
        #expect(off.objectionToExporters(of: .traces) == nil)
        #expect(
            environment(["OTEL_METRICS_EXPORTER": "prometheus"]).objectionToExporters(of: .metrics)
                == "OTEL_METRICS_EXPORTER asks for \"prometheus\", and heddle sends metrics by otlp alone")
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
