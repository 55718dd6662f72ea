// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The control interface", .serialized)
struct ControlTests {
    private let host: RunningHost

    init() throws {
        host = try RunningHost()
        try host.folder.write("add.json", adding(1, 2, is: 3))
    }

    @Test("answers on a socket that the owner alone may open, and that is gone with the host")
    func socket() throws {
        try host.start(#""add": {"from": "add.json"}"#)
        let attributes = try FileManager.default.attributesOfItem(atPath: host.folder("control"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try host.stop()
        #expect(!FileManager.default.fileExists(atPath: host.folder("control")))
    }

    @Test("refuses a path where another host listens, and takes over that of a killed one")
    func takenSocket() throws {
        try host.start(#""add": {"from": "add.json"}"#)
        let second = try Program.built("heddle").run(["serve", host.folder("host.json")])
        #expect(second.status == 8)
        let start = "error: the control socket \(host.folder.path)/control cannot be made: another"
        #expect(second.errors.hasPrefix(start))
        host.signal(SIGKILL)
        _ = try host.ended()
        try host.start(#""add": {"from": "add.json"}"#)
    }

    @Test("gives up clients that send nothing, or half a request, and waits for the end of a run")
    func idle() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3).replacing("\"steps\"", with: Self.delayed))
        try host.start(#""add": {"from": "add.json"}"#, control: #", "idle": "300 ms""#)
        let script = """
            import socket, sys
            for words in [b"", b"GET /status HTTP/1.1\\r\\nHo"]:
                client = socket.socket(socket.AF_UNIX)
                client.settimeout(100)
                client.connect(sys.argv[1])
                client.sendall(words)
                print(client.recv(100))
            """
        #expect(try Program("python3").succeed(["-c", script, host.folder("control")]) == "b''\nb''\n")
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("answers long lines at once with 431, and a body without a length with 411")
    func bounds() throws {
        try host.start(#""add": {"from": "add.json"}"#)
        let long = "X-Long: \(String(repeating: "a", count: 60_000))\r\n"
        #expect(try host.ask("GET", "/status", long).status == 431)
        #expect(try host.ask("GET", "/\(String(repeating: "a", count: 60_000))").status == 431)
        let body = "5\r\nhello\r\n0\r\n\r\n"
        let chunked = "Transfer-Encoding: chunked\r\n"
        #expect(try host.ask("PUT", "/behaviours/add/added/x", chunked, body: body).status == 411)
        #expect(try host.ask("GET", "/status").status == 200)
    }

    @Test("answers several requests over one connection, and one whose client says nothing more")
    func connections() throws {
        try host.start(#""add": {"from": "add.json"}"#)
        let script = """
            import http.client, socket, sys
            connection = http.client.HTTPConnection("host")
            connection.sock = socket.socket(socket.AF_UNIX)
            connection.sock.connect(sys.argv[1])
            for turn in range(3):
                connection.request("POST", "/behaviours/add/run")
                print(b'"held"' in connection.getresponse().read())
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(50)
            client.connect(sys.argv[1])
            client.sendall(b"POST /behaviours/add/run HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
            client.shutdown(socket.SHUT_WR)
            answer = b""
            while piece := client.recv(4096): answer += piece
            print(b'"held"' in answer)
            """
        #expect(try Program("python3").succeed(["-c", script, host.folder("control")]) == "True\nTrue\nTrue\nTrue\n")
    }

    private static let delayed = #""hooks": [{"on": "probe.add", "before": {"delay": {"for": "1 s"}}}], "steps""#

    @Test("lists the calls with their hooks")
    func plan() throws {
        let counted = #""hooks": [{"on": "probe.add", "after": {"count": {}}}], "steps""#
        try host.folder.write("add.json", adding(1, 2, is: 3).replacing("\"steps\"", with: counted))
        try host.start(#""add": {"from": "add.json"}"#)
        let lines = try host.ask("GET", "/behaviours/add/plan").body.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines[0].contains(#""call":"probe.add""#) && lines[0].contains(#""runs":"count""#))
    }

    @Test("counts calls for Prometheus, whose own reader takes the text")
    func metrics() throws {
        try host.start(#""add": {"from": "add.json"}"#)
        for _ in 0..<3 { try host.run("add") }
        _ = try host.refresh("add")
        let answer = try host.ask("GET", "/metrics")
        #expect(!answer.body.contains("heddle_source_requests_total{"), "a file is read without a request")
        #expect(answer.head.contains("text/plain; version=0.0.4"))
        #expect(answer.body.contains(#"heddle_behaviour_state{behaviour="add",state="ready"} 1"#))
        #expect(answer.body.contains(#"heddle_runs_total{behaviour="add",ending="held"} 3"#))
        #expect(answer.body.contains(#"heddle_calls_total{behaviour="add",action="probe.add",status="returned"} 3"#))
        let times = #"heddle_call_duration_seconds_bucket{behaviour="add",action="probe.add",le="+Inf"} 3"#
        #expect(answer.body.contains(times))
        guard Self.hasReader else { return }
        try host.folder.write("metrics", answer.body)
        let read = try Program("python3").run(["-c", Self.reader, host.folder("metrics")])
        #expect(read.errors == "")
        #expect(read.output.contains("heddle_calls counter\n"))
        #expect(read.output.contains("heddle_call_duration_seconds histogram\n"))
    }

    @Test(
        "says what it has not and what it wants",
        arguments: [
            ("GET", "/nothing", 404), ("GET", "/behaviours/none", 404), ("GET", "/behaviours/add/run", 405),
            ("POST", "/status", 405), ("GET", "/behaviours/add/run/more", 404), ("DELETE", "/", 405),
        ])
    func mistakes(_ method: String, _ path: String, _ status: Int) throws {
        try host.start(#""add": {"from": "add.json"}"#)
        let answer = try host.ask(method, path)
        #expect(answer.status == status)
        #expect(answer.json["error"] != nil)
    }

    @Test("listens on a port only where that is said, on this machine alone, for those who show the token")
    func port() throws {
        let port = try VersionServer().port
        try host.folder.write("token", "0123456789abcdef0123456789abcdef\n")
        try host.start(#""add": {"from": "add.json"}"#, control: #", "port": \#(port), "token": "token""#)
        #expect(try host.ask("GET", "/status", port: port).status == 401)
        #expect(try host.ask("GET", "/status", "Authorization: Bearer 0123\r\n", port: port).status == 401)
        let token = "Authorization: Bearer 0123456789abcdef0123456789abcdef\r\n"
        #expect(try host.ask("GET", "/status", token, port: port).status == 200)
        #expect(try host.ask("POST", "/behaviours/add/run", token, port: port).json["ending"] as? String == "held")
        let page = try host.ask("GET", "/", port: port)
        #expect(page.status == 200 && page.body.contains("<title>Heddle</title>"))
        #expect(page.head.contains("Content-Security-Policy: default-src 'none'"))
    }

    private static let hasReader =
        (try? Program("python3").run(["-c", "import prometheus_client"]).status == 0) ?? false
    private static let reader = """
        import sys
        from prometheus_client.parser import text_string_to_metric_families
        for family in text_string_to_metric_families(open(sys.argv[1]).read()):
            print(family.name, family.type)
        """
}
