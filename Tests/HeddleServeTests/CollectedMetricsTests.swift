// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The metrics for a collector of OpenTelemetry", .serialized)
struct CollectedMetricsTests {
    private let host: RunningHost
    private let server: VersionServer

    init() throws {
        (host, server) = (try RunningHost(), try VersionServer())
        try host.folder.write("add.json", adding(1, 2, is: 3))
    }

    private func start() throws {
        try host.start(
            #""add": {"from": "add.json"}"#,
            rest: #", "metrics": {"to": "\#(server.url(""))", "every": "100 ms"}"#)
    }

    /// The latest request, as JSON.
    private func latest() throws -> [String: Any] {
        let text = try #require(server.reports.last)
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("say what those for Prometheus say, and since when they count")
    func numbers() throws {
        try start()
        for _ in 0..<3 { try host.run("add") }
        #expect(host.wait { server.reports.last?.contains(#""asInt":"3""#) == true })
        let resource = try #require((try latest()["resourceMetrics"] as? [[String: Any]])?.first)
        let scope = try #require((resource["scopeMetrics"] as? [[String: Any]])?.first)
        let metrics = try #require(scope["metrics"] as? [[String: Any]])
        let calls = try #require(metrics.first { $0["name"] as? String == "heddle.calls" }?["sum"] as? [String: Any])
        #expect(calls["isMonotonic"] as? Bool == true && calls["aggregationTemporality"] as? Int == 2)
        let point = try #require((calls["dataPoints"] as? [[String: Any]])?.first)
        #expect(point["asInt"] as? String == "3")
        let (start, time) = (point["startTimeUnixNano"] as? String, point["timeUnixNano"] as? String)
        #expect(try #require(start.flatMap(Int.init)) < (try #require(time.flatMap(Int.init))))
        let times = metrics.first { $0["name"] as? String == "heddle.call.duration" }
        let histogram = try #require(times?["histogram"] as? [String: Any])
        let distribution = try #require((histogram["dataPoints"] as? [[String: Any]])?.first)
        #expect(distribution["count"] as? String == "3" && times?["unit"] as? String == "s")
        #expect((distribution["bucketCounts"] as? [String])?.count == 9)
        #expect((distribution["explicitBounds"] as? [Double])?.count == 8)
        let text = try host.ask("GET", "/metrics").body
        #expect(text.contains("heddle_calls_total{behaviour=\"add\",action=\"probe.add\",status=\"returned\"} 3\n"))
        #expect(text.contains("heddle_call_duration_seconds_count{behaviour=\"add\",action=\"probe.add\"} 3\n"))
    }

    @Test("are read by the official protocol", .enabled(if: Self.hasProtocol))
    func decoded() throws {
        try start()
        try host.run("add")
        #expect(host.wait { server.reports.last?.contains("heddle.call.duration") == true })
        try host.folder.write("body.json", try #require(server.reports.last))
        try host.folder.write("read.py", Self.reader)
        let read = try Program("python3").succeed([host.folder("read.py"), host.folder("body.json")])
        #expect(
            read == """
                service.instance.id till-1
                service.name heddle
                telemetry.sdk.language swift
                telemetry.sdk.name heddle
                gauge heddle.behaviour.state 7
                histogram heddle.call.duration 1
                sum heddle.calls 1
                sum heddle.runs 1
                sum heddle.swaps 1

                """)
    }

    @Test("are sent where OTEL_METRICS_EXPORTER asks for it, unless everything is switched off")
    func asked() throws {
        let asked = [
            "OTEL_METRICS_EXPORTER=otlp", "OTEL_METRIC_EXPORT_INTERVAL=100",
            "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT=\(server.url(""))",
        ]
        host.environment = asked
        try host.start(#""add": {"from": "add.json"}"#)
        #expect(host.wait { server.reports.last?.contains("heddle.swaps") == true })
        try host.stop()
        let count = server.reports.count
        host.environment = asked + ["OTEL_SDK_DISABLED=true"]
        try start()
        sleep(1)
        #expect(server.reports.count == count)
    }

    @Test("tell in the log what the collector refuses, once")
    func refused() throws {
        try server.answerPosts(
            #"{"partialSuccess": {"rejectedDataPoints": "2", "errorMessage": "the name is taken"}}"#)
        try start()
        let words = "the collector has refused 2 data points: the name is taken"
        #expect(host.wait { host.log.contains(words) })
        sleep(1)
        #expect(host.log.components(separatedBy: words).count == 2)
    }

    @Test("are not waited for")
    func silence() throws {
        server.stop()
        try start()
        #expect(host.wait { host.log.contains("the metrics are not reported") })
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    private static var hasProtocol: Bool {
        (try? Program("python3").run(["-c", "import opentelemetry.proto.collector.metrics.v1"]))?.status == 0
    }

    private static let reader = """
        import sys
        from google.protobuf import json_format
        from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest

        request = json_format.Parse(open(sys.argv[1]).read(), ExportMetricsServiceRequest())
        for resource in request.resource_metrics:
            for each in sorted(resource.resource.attributes, key=lambda each: each.key):
                if each.key != "telemetry.sdk.version": print(each.key, each.value.string_value)
            lines = []
            for scope in resource.scope_metrics:
                for metric in scope.metrics:
                    kind = metric.WhichOneof("data")
                    lines.append(f"{kind} {metric.name} {len(getattr(metric, kind).data_points)}")
            print("\\n".join(sorted(lines)))
        """
}
