// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The log for a collector of OpenTelemetry", .serialized)
struct CollectedLogTests {
    private let host: RunningHost
    private let server: VersionServer

    init() throws {
        (host, server) = (try RunningHost(), try VersionServer())
        try host.folder.write("add.json", adding(1, 2, is: 4))
    }

    private func start() throws {
        try host.start(#""add": {"from": "add.json"}"#, rest: #", "logs": {"to": "\#(server.url(""))"}"#)
    }

    private struct Record: Equatable {
        let level: String
        let number: Int
        let message: String
        let behaviour: String?
    }

    /// The messages that have arrived.
    private var records: [Record] {
        server.reports.flatMap { line -> [[String: Any]] in
            let body = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
            let resources = body?["resourceLogs"] as? [[String: Any]] ?? []
            let scopes = resources.flatMap { $0["scopeLogs"] as? [[String: Any]] ?? [] }
            return scopes.flatMap { $0["logRecords"] as? [[String: Any]] ?? [] }
        }.map { record in
            let attributes = record["attributes"] as? [[String: Any]] ?? []
            let behaviour = attributes.first { $0["key"] as? String == "heddle.behaviour" }
            return Record(
                level: record["severityText"] as? String ?? "", number: record["severityNumber"] as? Int ?? 0,
                message: (record["body"] as? [String: Any])?["stringValue"] as? String ?? "",
                behaviour: (behaviour?["value"] as? [String: Any])?["stringValue"] as? String)
        }
    }

    @Test("says what stands on standard error, also of the end of the host")
    func whole() throws {
        try start()
        try host.run("add")
        let said = try host.stop().errors
        let failure = try #require(records.first { $0.level == "ERROR" })
        #expect(failure.number == 17 && failure.behaviour == "add")
        #expect(failure.message.hasPrefix("run 1 failed: ") && said.contains(failure.message))
        let news = Record(level: "INFO", number: 9, message: "a version is active, \(try hash)", behaviour: "add")
        #expect(records.contains(news))
        #expect(records.allSatisfy { said.contains($0.message) })
    }

    private var hash: String {
        get throws { String(try Program("sha256sum").succeed([host.folder("add.json")]).prefix(12)) }
    }

    @Test("waits for a collector that is away, and holds up neither runs nor the end")
    func silence() throws {
        server.pause()
        try start()
        #expect(try host.run("add")["ending"] as? String == "failed")
        server.resume()
        #expect(host.wait { records.contains { $0.message.hasPrefix("run 1 failed: ") } })
        server.pause()
        try host.run("add")
        #expect(try host.stop().status == 0)
    }

    @Test("is sent where OTEL_LOGS_EXPORTER asks for it")
    func environment() throws {
        host.environment = ["OTEL_LOGS_EXPORTER=otlp", "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=\(server.url("logs"))"]
        try host.start(#""add": {"from": "add.json"}"#)
        #expect(host.wait { !records.isEmpty })
    }

    @Test("is read by the official protocol", .enabled(if: Self.hasProtocol))
    func decoded() throws {
        try start()
        try host.stop()
        try host.folder.write("body.json", try #require(server.reports.first { $0.contains("resourceLogs") }))
        let reader = """
            import sys
            from google.protobuf import json_format
            from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
            request = json_format.Parse(open(sys.argv[1]).read(), ExportLogsServiceRequest())
            resource = request.resource_logs[0]
            names = {each.key: each.value.string_value for each in resource.resource.attributes}
            print(names["service.instance.id"], resource.scope_logs[0].log_records[0].severity_number)
            """
        #expect(try Program("python3").succeed(["-c", reader, host.folder("body.json")]) == "till-1 9\n")
    }

    private static var hasProtocol: Bool {
        (try? Program("python3").run(["-c", "import opentelemetry.proto.collector.logs.v1"]))?.status == 0
    }
}
