// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// A real HTTP server on loopback, at a port that the system chooses, for the files of a folder.
struct Server {
    let folder: ScratchFolder
    let port: Int
    private let started: Started

    static let isPossible = Program.isInstalled("python3")

    init() throws {
        folder = try ScratchFolder()
        started = try Program("python3").start(["-u", "-c", Self.script], in: folder.path)
        port = try #require(Self.port(of: started))
    }

    func stop() {
        started.signal(15)
        _ = started.ended()
    }

    func url(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

    private static func port(of started: Started) -> Int? {
        guard started.waits(untilOutputHas: "\n") else { return nil }
        return Int(started.outputSoFar.split(separator: "\n")[0])
    }

    private static let script = """
        import http.server
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
        print(server.server_port)
        server.serve_forever()
        """
}
