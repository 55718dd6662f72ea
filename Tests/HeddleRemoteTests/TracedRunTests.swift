// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The trace of a run", .serialized, .timeLimit(.minutes(30)), .enabled(if: OTLPReader.isThere))
struct TracedRunTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            #include <stdlib.h>
            #include <unistd.h>
            int add(int a, int b) { usleep(2000); return a + b; }
            int login(const char *password) { return password[0]; }
            const char *parent(void) { const char *value = getenv("TRACEPARENT"); return value ? value : ""; }
            """, to: "n.so", in: folder)
    }

    private func write(_ steps: String, rest: String = "") throws {
        try folder.write(
            "b.json",
            """
            { "behaviour": 1,
              "modules": { "n": { "library": "./n.so", "declarations": [
                "int add(int a, int b)", "int login(_Secret_ const char *password)", "const char *parent(void)"] } },
              \(rest) "steps": [ \(steps) ] }
            """)
    }

    private func run(_ variables: String = "", _ options: String) throws -> Program.Ended {
        try Program("/bin/sh").run([
            "-c",
            "cd '\(folder.path)'; unset TRACEPARENT; \(variables) XDG_STATE_HOME='\(folder("state"))' "
                + "exec '\(Program.built("heddle").path)' run b.json \(options)",
        ])
    }

    /// The spans that a server got, as the official protocol reads them.
    private func spans(at server: Server) throws -> [[String: Any]] {
        try server.requests.flatMap { request in
            let body = request.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
            try folder.write("body", Data(body.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }))
            try folder.write("read.py", Self.reader)
            let read = try Program("python3").succeed([folder("read.py"), folder("body")])
            return try #require(try JSONSerialization.jsonObject(with: Data(read.utf8)) as? [[String: Any]])
        }
    }

    private static let reader = """
        import json, sys
        from google.protobuf import json_format
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

        def plain(value):
            kind = value.WhichOneof("value")
            if kind == "array_value": return [plain(each) for each in value.array_value.values]
            return getattr(value, kind) if kind else None

        def attributes(of): return {each.key: plain(each.value) for each in of.attributes}

        request = json_format.Parse(open(sys.argv[1], "rb").read(), ExportTraceServiceRequest())
        # json_format reads names as base64; OTLP writes hexadecimal digits, which base64 has as well.
        raw = [span for resource in json.load(open(sys.argv[1]))["resourceSpans"] for scope in resource["scopeSpans"]
               for span in scope["spans"]]
        found = []
        for resource in request.resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    own = raw[len(found)]
                    assert len(bytes.fromhex(own["traceId"])) == 16 and len(bytes.fromhex(own["spanId"])) == 8
                    found.append({
                        "trace": own["traceId"], "span": own["spanId"], "parent": own.get("parentSpanId", ""),
                        "state": span.trace_state, "flags": span.flags, "kind": span.kind, "name": span.name,
                        "start": span.start_time_unix_nano, "end": span.end_time_unix_nano,
                        "attributes": attributes(span), "resource": attributes(resource.resource),
                        "status": span.status.code, "message": span.status.message,
                        "events": [{"name": each.name, **attributes(each)} for each in span.events]})
        print(json.dumps(found))
        """

    private func text(_ span: [String: Any], _ name: String) -> String { span[name] as? String ?? "" }
    private func number(_ span: [String: Any], _ name: String) -> Int { span[name] as? Int ?? -1 }
    private func attributes(_ span: [String: Any], _ name: String = "attributes") -> [String: Any] {
        span[name] as? [String: Any] ?? [:]
    }

    @Test("has a span for the run and one for each call within, with times, hooks and failures")
    func whole() async throws {
        try write(
            """
            { "call": "n.add", "with": [1, 2], "expect": { "result": 3 } },
            { "call": "n.add", "with": [1, 2], "expect": { "result": 4 } }
            """,
            rest: #""policy": { "onFailure": "continue" }, "hooks": [ { "on": "n.add", "after": ["time"] } ],"#)
        try await Server.run({ _ in ["/v1/traces": .status("200 OK").kept] }) { server async throws in
            let before = Int(Date().timeIntervalSince1970 * 1e9)
            let run = try run("OTEL_SERVICE_NAME=shop", "--otlp \(server.url(""))")
            #expect(run.status == 1, "\(run.errors)")
            let spans = try spans(at: server)
            let root = try #require(spans.last)
            #expect(spans.map { text($0, "name") } == ["n.add", "n.add", "run b.json"])
            #expect(text(root, "parent") == "" && number(root, "status") == 2 && number(root, "flags") == 0x101)
            #expect(attributes(root)["heddle.run.ending"] as? String == "failed")
            #expect(attributes(root)["heddle.calls.returned"] as? Int == 2)
            #expect(attributes(root, "resource")["service.name"] as? String == "shop")
            for (index, call) in spans.dropLast().enumerated() {
                #expect(text(call, "trace") == text(root, "trace") && text(call, "parent") == text(root, "span"))
                #expect(attributes(call)["code.function.name"] as? String == "n.add")
                #expect(attributes(call)["heddle.step"] as? Int == index)
                #expect(attributes(call)["heddle.hooks"] as? [String] == ["time"])
                #expect(number(call, "start") >= number(root, "start") && number(call, "end") <= number(root, "end"))
                #expect(number(call, "end") - number(call, "start") >= 2_000_000)
                #expect(number(call, "kind") == 1)
            }
            #expect(number(root, "start") >= before)
            #expect(spans.map { number($0, "status") } == [0, 2, 2])
            #expect(attributes(spans[1])["error.type"] as? String == "expectation.failed")
            #expect(text(spans[1], "message") == "result is not what was expected")
        }
    }

    @Test("tells failures of calls as exceptions, and no value of any call")
    func failures() async throws {
        try write(
            """
            { "call": "n.login", "with": ["hunter2"], "expect": { "result": 5 } },
            { "call": "n.add", "with": [31337, 2] }
            """,
            rest: """
                "policy": { "onFailure": "continue" },
                "hooks": [ { "on": "n.add", "instead": { "fault": { "code": "offline", "message": "no answer" } } } ],
                """)
        try await Server.run({ _ in ["/v1/traces": .status("200 OK").kept] }) { server async throws in
            let run = try run("OTEL_EXPORTER_OTLP_HEADERS=x-key=abc%20d", "--otlp \(server.url("/v1/traces"))")
            #expect(run.status == 1, "\(run.errors)")
            let spans = try spans(at: server)
            let call = try #require(spans.first { text($0, "name") == "n.add" })
            #expect(number(call, "status") == 2 && attributes(call)["error.type"] as? String == "offline")
            let exception = try #require((call["events"] as? [[String: Any]])?.first)
            #expect(text(exception, "name") == "exception" && text(exception, "exception.type") == "offline")
            #expect(text(exception, "exception.message") == "no answer")
            let requests = server.requests.joined()
            #expect(requests.contains("x-key: abc d\r\n"))
            #expect(!requests.contains("hunter2") && !requests.contains("31337"))
            let kept = try Program("/bin/sh").run(["-c", "grep -rc 'abc d' '\(folder("state"))'"])
            #expect(!kept.output.contains(":1"))
        }
    }

    @Test("continues that of the caller, which native code sees as well, and carries its state on")
    func continued() async throws {
        let (trace, span) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331")
        try write(#"{ "call": "n.parent", "expect": { "result": { "matches": "^00-\#(trace)-[0-9a-f]{16}-01$" } } }"#)
        try await Server.run({ _ in ["/v1/traces": .status("200 OK").kept] }) { server async throws in
            let run = try run(
                "TRACEPARENT=00-\(trace)-\(span)-01 TRACESTATE=a=1,b=2 OTEL_TRACES_EXPORTER=otlp "
                    + "OTEL_EXPORTER_OTLP_ENDPOINT=\(server.url(""))", "")
            #expect(run.status == 0, "\(run.errors)")
            let root = try #require(try spans(at: server).last)
            #expect(text(root, "trace") == trace && text(root, "parent") == span && text(root, "state") == "a=1,b=2")
            #expect(number(root, "flags") == 0x301)
        }
    }

    @Test("is not sent where the caller's is not recorded, and begins anew where that is wrong")
    func others() async throws {
        try write(#"{ "call": "n.add", "with": [1, 2] }"#)
        let trace = "0af7651916cd43dd8448eb211c80319c"
        try await Server.run({ _ in ["/v1/traces": .status("200 OK").kept] }) { server async throws in
            let off = try run("TRACEPARENT=00-\(trace)-b7ad6b7169203331-00", "--otlp \(server.url(""))")
            #expect(off.status == 0 && server.requests.isEmpty, "\(off.errors)")
            let wrong = try run("TRACEPARENT=ff-\(trace)-b7ad6b7169203331-01", "--otlp \(server.url(""))")
            #expect(wrong.status == 0)
            let root = try #require(try spans(at: server).last)
            #expect(text(root, "trace") != trace && text(root, "parent") == "")
        }
    }

    @Test("has a limit, and says how many calls have no span")
    func limit() async throws {
        try write(Array(repeating: #"{ "call": "n.login", "with": ["a"] }"#, count: 10_050).joined(separator: ", "))
        try await Server.run({ _ in ["/v1/traces": .status("200 OK").kept] }) { server async throws in
            let run = try run("", "--otlp \(server.url(""))")
            #expect(run.status == 0)
            #expect(run.errors.contains("warning: 50 calls have no span"), "\(run.errors)")
            let sent = server.requests.joined()
            #expect(sent.components(separatedBy: #""name":"n.login""#).count == 10_001)
            #expect(sent.contains(#"{"key":"heddle.spans.dropped","value":{"intValue":"50"}}"#))
        }
    }

    @Test("is named by the records of events that a collector gets")
    func records() async throws {
        try write(
            #"{ "call": "n.add", "with": [1, 2] }"#,
            rest:
                #""tracking": { "providers": { "o": { "otlp": "PLACE" } }, "events": [ { "module": "n", "action": "add", "label": "l" } ] },"#
        )
        let replies = ["/v1/traces": Reply.status("200 OK").kept, "/v1/logs": Reply.status("200 OK").kept]
        try await Server.run({ _ in replies }) { server async throws in
            let text = try #require(folder.text(of: "b.json"))
            try folder.write("b.json", text.replacing("PLACE", with: server.url("")))
            #expect(try run("", "--otlp \(server.url(""))").status == 0)
            let logs = try #require(server.requests.first { $0.hasPrefix("POST /v1/logs") })
            let traces = try #require(server.requests.first { $0.hasPrefix("POST /v1/traces") })
            let name = try #require(logs.firstMatch(of: /"traceId":"([0-9a-f]{32})"/)).1
            #expect(traces.contains("\"traceId\":\"\(name)\""))
        }
    }

    @Test("is refused at once where it can be sent nowhere")
    func refused() throws {
        try write(#"{ "call": "n.add", "with": [1, 2] }"#)
        for (variables, options) in [
            ("", "--otlp localhost:4318"), ("OTEL_EXPORTER_OTLP_PROTOCOL=grpc OTEL_TRACES_EXPORTER=otlp", ""),
            ("OTEL_EXPORTER_OTLP_HEADERS=secret", "--otlp http://127.0.0.1:1"),
            ("", "--otlp 'http://127.0.0.1:1?key=secret'"),
        ] {
            let run = try run(variables, options)
            #expect(run.status == 2 && !run.errors.contains("secret"), "\(run.status) \(run.errors)")
        }
    }
}
