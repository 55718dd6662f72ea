// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A behaviour from a server", .serialized)
struct PollingTests {
    private let host: RunningHost
    private let server: VersionServer

    init() throws {
        (host, server) = (try RunningHost(), try VersionServer())
        try server.folder.write("add.json", adding(1, 2, is: 3))
    }

    private func start(_ rest: String = "") throws {
        try host.start(following: server, rest)
    }

    @Test("is asked for again with its version, and comes whole only when it is another")
    func polling() throws {
        try start()
        #expect(host.wait { server.requests.count >= 4 })
        #expect(server.requests[0] == "200 None")
        #expect(server.requests.dropFirst().allSatisfy { $0.hasPrefix("304 \"") })
        try server.folder.write("add.json", adding(2, 2, is: 4))
        #expect(host.wait { try host.status(of: "add")["swaps"] as? Int == 2 })
        #expect(try host.run("add")["ending"] as? String == "held")
        let counted = #"heddle_source_requests_total{behaviour="add",result="answered"}"#
        #expect(try host.ask("GET", "/metrics").body.contains(counted))
    }

    @Test("runs from disk when the server is away at the start, byte for byte as it came")
    func away() throws {
        try start()
        #expect(host.wait { host.folder.text(of: "state/add/active") == adding(1, 2, is: 3) })
        try host.stop()
        server.stop()
        try start()
        #expect(try host.state(of: "add") == "ready")
        #expect(try host.run("add")["ending"] as? String == "held")
        #expect(
            host.wait {
                (try host.status(of: "add")["sourceFailure"] as? [String: Any])?["code"] as? String
                    == "source.unreachable"
            })
    }

    @Test(
        "goes on while the server has something else to say",
        arguments: [("404", "source.status"), ("500", "source.status")])
    func failures(_ status: String, _ code: String) throws {
        try start()
        try server.folder.write("failure", status)
        #expect(
            host.wait {
                (try host.status(of: "add")["sourceFailure"] as? [String: Any])?["code"] as? String == code
            })
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("that is an error page with status 200 is refused")
    func page() throws {
        try start()
        try server.folder.write("add.json", "<!DOCTYPE html><html>maintenance</html>")
        #expect(
            host.wait {
                (try host.status(of: "add")["sourceFailure"] as? [String: Any])?["code"] as? String
                    == "source.not-a-behaviour"
            })
        #expect(try host.state(of: "add") == "ready")
    }

    @Test("that is bad is asked for without its version, since it may be mended under the same name")
    func rejected() throws {
        try start()
        try server.folder.write("add.json", "{")
        #expect(host.wait { try host.status(of: "add")["rejected"] != nil })
        let count = server.requests.count
        #expect(host.wait { server.requests.count >= count + 3 })
        #expect(server.requests.suffix(2).allSatisfy { $0 == "200 None" })
        #expect(try host.status(of: "add")["rejections"] as? Int == 1, "the same bytes are not checked again")
    }

    @Test("is stale, and runs, when nothing is heard of the server for long")
    func isStale() throws {
        try start(#", "staleAfter": "1 s""#)
        server.stop()
        #expect(host.wait { try host.state(of: "add") == "stale" })
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("is expired, and runs no more, when nothing is heard of the server for longer")
    func expires() throws {
        try start(#", "staleAfter": "1 s", "expiresAfter": "3 s""#)
        server.stop()
        #expect(host.wait { try host.state(of: "add") == "expired" })
        let report = try host.run("add")
        #expect(report["ending"] as? String == "refused")
        #expect((report["reason"] as? String)?.hasPrefix("nothing was heard of the source since") == true)
    }

    @Test("does not become fresh by a restart of the host, nor by a clock that was ahead")
    func agesOnDisk() throws {
        try start(#", "staleAfter": "2 s""#)
        server.stop()
        for _ in 0..<2 {
            try host.stop()
            sleep(2)
            try start(#", "staleAfter": "2 s""#)
            #expect(try host.state(of: "add") == "stale")
        }
        try host.stop()
        let notes = try #require(host.folder.text(of: "state/add/active.json"))
        let future = notes.replacing(try Regex(#""seen":"[^"]*""#), with: #""seen":"2099-01-01T00:00:00Z""#)
        try host.folder.write("state/add/active.json", future)
        try start(#", "staleAfter": "2 s""#)
        #expect(host.wait { try host.state(of: "add") == "stale" })
    }

    @Test("may use the modules and actions that the configuration allows, and no others")
    func allowance() throws {
        try start()
        try server.folder.write(
            "add.json", adding(1, 2, is: 3).replacing(#""library": "probe""#, with: #""library": "counter""#))
        #expect(host.wait { try code() == "source.not-allowed" })
        try host.stop()
        try server.folder.write("add.json", adding(1, 2, is: 3, before: #"{"call": "probe.mutter", "with": ["x"]}, "#))
        try start(#", "actions": ["probe.add", "probe.same_*"]"#)
        #expect(host.wait { try code() == "source.not-allowed" })
        let message = (try diagnostics())?.first?["message"] as? String
        #expect(
            message
                == #"the action "probe.mutter" may not be called here: the configuration allows "probe.add", "probe.same_*""#
        )
    }

    @Test("has no way around what it may use by other names, hooks or providers")
    func narrowing() throws {
        let ways = [
            #"{"behaviour": 1, "modules": {"probe": {"library": "/usr/lib/x86_64-linux-gnu/libc.so.6"}}, "steps": []}"#,
            #"{"behaviour": 1, "modules": {"probe": {"library": "libc.so.6"}}, "steps": []}"#,
            #"{"behaviour": 1, "modules": {"a": {"library": "probe"}}, "steps": [{"call": "a.mutter", "with": ["x"]}]}"#,
            #"{"behaviour": 1, "modules": {"a": {"library": "probe"}}, "hooks": [{"on": "a.add", "after": {"track": {"#
                + #""label": "l", "to": {"action": "a.mutter"}}}}], "steps": [{"call": "a.add", "with": [1, 2]}]}"#,
            #"{"behaviour": 1, "modules": {"a": {"library": "probe"}}, "hooks": [{"on": "a.add", "after": {"track": {"#
                + #""label": "l", "to": {"file": "out"}}}}], "steps": [{"call": "a.add", "with": [1, 2]}]}"#,
            #"{"behaviour": 1, "include": ["/etc/passwd"], "steps": []}"#,
            #"{"behaviour": 1, "modules": {"a": {"library": "probe"}}, "hooks": [{"on": "a.add", "#
                + #""before": "a.see_add"}], "steps": [{"call": "a.add", "with": [1, 2]}]}"#,
        ]
        try start(#", "actions": ["probe.add"]"#)
        for (count, way) in ways.enumerated() {
            try server.folder.write("add.json", way)
            #expect(host.wait { try host.status(of: "add")["rejections"] as? Int == count + 1 }, "\(way)")
        }
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("that lacks a module is tried again until the module is there")
    func laterModule() throws {
        let modules = try ScratchFolder()
        try host.start(
            #""add": {"from": "\#(server.url("add.json"))", "modules": ["probe"], "poll": {"every": "150 ms"}}"#,
            rest: #", "x-modulePath": 1"#, modules: modules.path)
        #expect(try host.state(of: "add") == "rejected")
        try FileManager.default.copyItem(
            atPath: "\(RunningHost.modules)/probe.so", toPath: modules("probe.so"))
        #expect(host.wait { try host.state(of: "add") == "ready" })
    }

    private func diagnostics() throws -> [[String: Any]]? {
        (try host.status(of: "add")["rejected"] as? [String: Any])?["diagnostics"] as? [[String: Any]]
    }

    private func code() throws -> String? { try diagnostics()?.first?["code"] as? String }
}
