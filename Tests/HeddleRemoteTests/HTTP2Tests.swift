// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import Testing
import Workbench

@Suite("HTTP/2", .enabled(if: Program.isInstalled("nghttpd")), .serialized, .timeLimit(.minutes(30)))
struct HTTP2Tests {
    /// Serves a folder by nghttpd, which speaks nothing else.
    private func serve(_ files: [String: String], _ body: (String, String) async throws -> Void) async throws {
        let folder = try ScratchFolder()
        for (name, text) in files { try folder.write(name, text) }
        let identity = try await Identity.made(for: "IP:127.0.0.1", in: folder.path)
        let fetcher = try await script(
            "SSL_CERT_FILE='\(identity.certificate)' exec '\(builtFetcher)' \"$@\"", in: folder.path)
        let (nghttpd, port) = try start(folder, identity)
        defer {
            nghttpd.signal(9)
            _ = nghttpd.ended()
        }
        try await body("https://127.0.0.1:\(port)", fetcher)
    }

    /// It does not say which port the system chose for it, so it gets one that the system chooses for nobody.
    private func start(_ folder: ScratchFolder, _ identity: Identity) throws -> (Started, port: Int) {
        for _ in 0..<20 {
            let port = Int.random(in: 20_000..<32_000)
            let nghttpd = try Program("nghttpd").start(
                ["-v", "-a", "127.0.0.1", "-d", folder.path, "\(port)", identity.key, identity.certificate])
            if nghttpd.waits(untilOutputHas: "listen 127.0.0.1:\(port)") { return (nghttpd, port) }
        }
        throw ShellFailure(message: "nghttpd does not start")
    }

    @Test("is spoken with a server that speaks it")
    func spoken() async throws {
        try await serve(["a.json": "[1]"]) { server, fetcher in
            let body = try await fetch("\(server)/a.json", by: fetcher)
            #expect(body == "[1]")
        }
    }

    @Test("changes nothing of what is refused")
    func refused() async throws {
        let files = ["page.html": "<html>", "empty.json": "", "large.json": String(repeating: "1", count: 5_000)]
        try await serve(files) { server, fetcher in
            let missing = await refusal(of: "\(server)/none.json", by: fetcher)
            #expect(missing?.message == "\(server)/none.json answered 404 instead of 200 OK")
            #expect(await refusal(of: "\(server)/page.html", by: fetcher)?.code == .source(.notABehaviour))
            #expect(await refusal(of: "\(server)/empty.json", by: fetcher)?.code == .source(.notABehaviour))
            #expect(await refusal(of: "\(server)/large.json", by: fetcher)?.code == .source(.tooLarge))
        }
    }
}
