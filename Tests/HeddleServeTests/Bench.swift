// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// A host that runs, in a folder of its own, with what a test wants of it.
final class RunningHost {
    let folder: ScratchFolder
    private var started: Started?

    /// Behaviours call these modules by path or, if they are fetched, by name.
    static var modules: String { get throws { try BuiltModules.probes } }

    /// Variables for the host, such as `NAME=value`.
    var environment: [String] = []

    init() throws {
        folder = try ScratchFolder()
    }

    deinit {
        started?.signal(SIGKILL)
        _ = started?.ended()
    }

    /// Starts the host with a configuration of these behaviours, and waits until its control socket answers and the
    /// behaviours from files are active or rejected.
    ///
    /// - Parameters:
    ///   - behaviours: the members of "behaviours".
    ///   - rest: further members of the configuration, each behind a comma.
    ///   - control: further members of "control", each behind a comma.
    ///   - modules: the folder of the modules.
    func start(_ behaviours: String, rest: String = "", control: String = "", modules: String? = nil) throws {
        try configure(behaviours, rest: rest, control: control, modules: modules)
        let program = try Program.built("heddle")
        let words = environment + [program.path, "serve", folder("host.json"), "--log-level", "debug"]
        started = try Program("/usr/bin/env").start(words, in: folder.path)
        try #require(wait { (try? self.status())?["host"] != nil }, "the host does not start: \(log)")
        guard !behaviours.contains("http") else { return }
        try #require(wait { try !self.ask("GET", "/status").body.contains(#""state":"starting""#) }, "\(log)")
    }

    /// Writes the configuration.
    func configure(_ behaviours: String, rest: String = "", control: String = "", modules: String? = nil) throws {
        try folder.write(
            "host.json",
            """
            {"serve": 1, "name": "till-1", "state": "state", "control": {"socket": "control"\(control)},
             "modulePath": ["\(modules ?? Self.modules)"]\(rest),
             "behaviours": {\(behaviours)}}
            """)
    }

    /// What the host has said so far.
    var log: String { started?.errorsSoFar ?? "" }

    func signal(_ number: Int32) { started?.signal(number) }

    /// Waits for the end of the host.
    func ended() throws -> Program.Ended {
        let ended = try #require(started).ended()
        started = nil
        return ended
    }

    /// Ends the host as a service manager does.
    @discardableResult
    func stop() throws -> Program.Ended {
        signal(SIGTERM)
        return try ended()
    }

    // MARK: The control interface

    struct Answer {
        let status: Int
        let head: String
        let body: String

        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
        }
    }

    /// - Parameters:
    ///   - head: further lines of the request, each with its end.
    ///   - port: the port of this machine to ask instead of the socket.
    func ask(
        _ method: String, _ path: String, _ head: String = "", port: Int? = nil, body: String = ""
    ) throws -> Answer {
        let place = port.map(String.init) ?? folder("control")
        let parts = try Program("python3").succeed(["-c", Self.client, place, method, path, head, body]).components(
            separatedBy: "\r\n\r\n")
        let words = parts[0].split(separator: " ")
        return Answer(
            status: Int(words[1]) ?? 0, head: parts[0], body: parts.dropFirst().joined(separator: "\r\n\r\n"))
    }

    /// Begins to read a stream of lines, each of which then stands in the output of the program.
    ///
    /// - Parameter pause: the seconds before it begins to read what the host sends.
    func watch(_ path: String, pause: Double = 0) throws -> Started {
        try Program("python3").start(["-u", "-c", Self.watcher, folder("control"), path, "\(pause)"])
    }

    func status() throws -> [String: Any] { try ask("GET", "/status").json }

    /// The status of a behaviour.
    func status(of name: String) throws -> [String: Any] { try ask("GET", "/behaviours/\(name)").json }

    func state(of name: String) throws -> String? { try status(of: name)["state"] as? String }

    /// Runs a behaviour, and returns how that ended.
    @discardableResult
    func run(_ name: String) throws -> [String: Any] { try ask("POST", "/behaviours/\(name)/run").json }

    func refresh(_ name: String) throws -> [String: Any] { try ask("POST", "/behaviours/\(name)/refresh").json }

    /// Waits, at most for half a minute, until something holds.
    func wait(until holds: () throws -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            if (try? holds()) == true { return true }
            usleep(30_000)
        }
        return false
    }

    private static let watcher = """
        import http.client, socket, sys, time
        path, target, pause = sys.argv[1:]
        connection = http.client.HTTPConnection("host")
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sock.connect(path)
        connection.request("GET", target)
        answer = connection.getresponse()
        print(answer.status, answer.headers["Content-Type"])
        time.sleep(float(pause))
        for line in answer:
            print(line.decode(), end="")
        """

    static let client = """
        import socket, sys
        path, method, target, head, body = sys.argv[1:]
        connection = socket.socket(socket.AF_INET if path.isdigit() else socket.AF_UNIX)
        connection.settimeout(50)
        connection.connect(("127.0.0.1", int(path)) if path.isdigit() else path)
        connection.sendall(f"{method} {target} HTTP/1.1\\r\\nHost: host\\r\\n{head}Connection: close\\r\\n\\r\\n{body}".encode())
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
        sys.stdout.buffer.write(answer)
        """
}

/// A server with the files of a folder, which names their versions and can be told to fail.
final class VersionServer {
    let folder: ScratchFolder
    let port: Int
    private let started: Started

    init(port: Int = 0) throws {
        folder = try ScratchFolder()
        started = try Program("python3").start(["-u", "-c", Self.script, folder.path, "\(port)"])
        try #require(started.waits(untilOutputHas: "\n"))
        self.port = try #require(Int(started.outputSoFar.split(separator: "\n")[0]))
    }

    deinit { stop() }

    func stop() {
        started.signal(SIGKILL)
        _ = started.ended()
    }

    /// Lets it answer nothing for a while.
    func pause() { started.signal(SIGSTOP) }
    func resume() { started.signal(SIGCONT) }

    func url(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

    /// Lets it answer with these bytes, as they are, in which BOMB stands for much in little; nil for the files again.
    func answer(_ bytes: String?) throws {
        if let bytes {
            try folder.write("raw", bytes)
        } else {
            try FileManager.default.removeItem(atPath: folder("raw"))
        }
    }

    /// Lets it answer what is sent to it with JSON.
    func answerPosts(_ text: String) throws { try folder.write("posted", text) }

    /// The requests so far: status and version that was known, a line each.
    var requests: [String] { started.outputSoFar.split(separator: "\n").dropFirst().map(String.init) }

    /// What was sent to it so far.
    var reports: [String] { started.errorsSoFar.split(separator: "\n").map(String.init) }

    private static let script = """
        import gzip, hashlib, http.server, os, sys
        folder, port = sys.argv[1], int(sys.argv[2])
        # Members of a gzip file may follow each other.
        bomb = gzip.compress(bytes(1 << 20)) * 200
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                known = self.headers.get("If-None-Match")
                path = folder + self.path
                if os.path.exists(folder + "/raw"):
                    print("raw", known, flush=True)
                    self.wfile.write(open(folder + "/raw", "rb").read().replace(b"BOMB", bomb))
                    self.close_connection = True
                    return
                status, body, etag = 404, b"", None
                if os.path.exists(folder + "/failure"):
                    status = int(open(folder + "/failure").read())
                elif os.path.exists(path):
                    body = open(path, "rb").read()
                    etag = '"' + hashlib.sha256(body).hexdigest()[:8] + '"'
                    status = 304 if known == etag else 200
                print(status, known, flush=True)
                self.send_response(status)
                if etag: self.send_header("ETag", etag)
                if status != 304: self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if status != 304: self.wfile.write(body)
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                print(body.decode(), file=sys.stderr, flush=True)
                if not os.path.exists(folder + "/posted"):
                    self.send_response(204)
                    self.end_headers()
                    return
                answer = open(folder + "/posted", "rb").read()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)
            def log_message(self, *words): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        print(server.server_port, flush=True)
        server.serve_forever()
        """
}

extension RunningHost {
    /// Starts the host with the behaviour `add.json` of a server, which it asks for often, and waits until it has it.
    ///
    /// - Parameter isThere: false if neither the server nor the disk has it.
    func start(following server: VersionServer, _ rest: String = "", isThere: Bool = true) throws {
        try start(
            #""add": {"from": "\#(server.url("add.json"))", "modules": ["probe"], "poll": {"every": "150 ms"}\#(rest)}"#
        )
        if isThere { #expect(wait { try status(of: "add")["active"] != nil }) }
    }
}

/// A behaviour that adds two numbers and expects their sum.
func adding(_ one: Int, _ two: Int, is sum: Int, before: String = "") -> String {
    """
    {"behaviour": 1, "modules": {"probe": {"library": "probe"}},
     "steps": [\(before){"call": "probe.add", "with": [\(one), \(two)], "expect": {"result": \(sum)}}]}
    """
}
