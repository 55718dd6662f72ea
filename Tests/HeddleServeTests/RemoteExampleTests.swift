// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The app of Examples/remote.json, whose behaviour is on a server", .serialized)
struct RemoteExampleTests {
    private let host: RunningHost
    private let server: VersionServer
    private let opener: RecordingOpener
    private let sequence: String

    /// The host as in the example, but for what a test must have of its own: server, disk, socket and modules.
    init() throws {
        (host, server) = (try RunningHost(), try VersionServer())
        sequence = try String(contentsOfFile: "\(Sources.root)/Examples/sequence.json", encoding: .utf8)
        try server.folder.write("sequence.json", sequence)
        opener = try RecordingOpener(in: host.folder)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        host.environment = ["PATH=\(host.folder.path):\(path)"]
        let example = try String(contentsOfFile: "\(Sources.root)/Examples/remote.json", encoding: .utf8)
        let address = "http://127.0.0.1:8642/"
        #expect(example.contains(address))
        // The members of "behaviours": what stands between its brace and the last two.
        let members = try #require(example.firstMatch(of: #/(?s)"behaviours": \{(.*)\}\s*\}\s*$/#)).1
        try host.start(String(members).replacing(address, with: server.url("")), modules: BuiltModules.plugins)
    }

    /// What the modules have said so far.
    private var said: [String] {
        host.log.split(separator: "\n").filter { $0.contains("My name") }.map { line in
            line.split(separator: "] ").last.map(String.init) ?? ""
        }
    }

    @Test(
        "does what the server says, skips what its modules lack, and does something else once the server does",
        .enabled(if: BuiltModules.hasSwift))
    func changes() throws {
        #expect(host.wait { said.count == 4 }, "\(host.log)")
        #expect(
            said == [
                "Hello My name is MyFirstModule", "GoodBye My name was MyFirstModule",
                "What's up? My name is MySecondModule", "See you, My name was MySecondModule",
            ])
        #expect(host.wait { opener.opened == "1\nhttps://eleven-labs.com/\n" })
        #expect(
            host.wait { (try host.status(of: "app")["lastRun"] as? [String: Any])?["ending"] as? String == "held" },
            "\(host.log)")

        // A feature is switched off and another one has a parameter of its own, by a change of the file alone.
        try server.folder.write(
            "sequence.json",
            sequence.replacing(#/,\s*\{\s*"func": "sayGoodBye"\s*\}/#, with: "")
                .replacing("https://eleven-labs.com/", with: "https://example.org/"))
        #expect(host.wait { try host.status(of: "app")["swaps"] as? Int == 2 }, "\(host.log)")
        #expect(host.wait { said.count == 6 }, "\(host.log)")
        #expect(said.suffix(2) == ["Hello My name is MyFirstModule", "What's up? My name is MySecondModule"])
        #expect(
            host.wait { opener.opened == "1\nhttps://eleven-labs.com/\n1\nhttps://example.org/\n" })
    }

    @Test(
        "uses none but the modules that the host allows, and goes on with what it has",
        .enabled(if: BuiltModules.hasSwift))
    func narrowed() throws {
        try server.folder.write("sequence.json", #"[{ "name": "libc.so.6", "actions": [{ "func": "abort" }] }]"#)
        #expect(
            host.wait {
                let rejected = try host.status(of: "app")["rejected"] as? [String: Any]
                let diagnostics = rejected?["diagnostics"] as? [[String: Any]]
                return diagnostics?.first?["code"] as? String == "source.not-allowed"
            }, "\(host.log)")
        #expect(try host.state(of: "app") == "ready")
        #expect(try host.run("app")["ending"] as? String == "held")
    }

    @Test(
        "says of a run that failed which call did, and not which one was skipped", .enabled(if: BuiltModules.hasSwift))
    func reason() throws {
        try opener.end(by: "exit 3")
        #expect(try host.run("app")["ending"] as? String == "failed")
        #expect(
            host.wait {
                host.log.contains(#/run [0-9]+ failed: GenericProtocol\.MyThirdModule\.openUrlWithUrl: failed: /#)
            }, "\(host.log)")
    }
}
