// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("Hooks that an operator adds to a behaviour that runs", .serialized)
struct AdditionTests {
    private let host: RunningHost

    init() throws {
        host = try RunningHost()
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try host.start(#""add": {"from": "add.json"}"#)
    }

    private func put(_ key: String, _ text: String) throws -> RunningHost.Answer {
        try host.ask("PUT", "/behaviours/add/added/\(key)", "Content-Length: \(text.utf8.count)\r\n", body: text)
    }

    private func hooks(_ hook: String) -> String { #"{"behaviour": 1, "hooks": [\#(hook)]}"# }

    private var plan: String { get throws { try host.ask("GET", "/behaviours/add/plan").body } }

    @Test("are around its calls until they are taken away, and it goes on meanwhile")
    func addition() throws {
        #expect(try put("watch", hooks(#"{"on": "probe.add", "after": {"count": {}}}"#)).status == 200)
        #expect(try plan.contains(#""runs":"count""#))
        #expect(try plan.contains(#""why":"added:watch:1:"#))
        #expect(try host.run("add")["ending"] as? String == "held")
        #expect(try host.status(of: "add")["added"] as? [String] == ["watch"])
        #expect(try host.ask("DELETE", "/behaviours/add/added/watch").status == 200)
        #expect(try !plan.contains("count"))
        #expect(try host.ask("DELETE", "/behaviours/add/added/watch").status == 404)
    }

    @Test("stay when another version comes")
    func update() throws {
        #expect(try put("watch", hooks(#"{"on": "probe.add", "after": {"count": {}}}"#)).status == 200)
        try host.folder.write("add.json", adding(2, 2, is: 4))
        #expect(host.wait { try host.status(of: "add")["swaps"] as? Int == 2 })
        #expect(try plan.contains(#""with":[2,2]"#) && plan.contains(#""runs":"count""#))
    }

    @Test("change nothing when they are wrong, and the answer says what is wrong, and where")
    func mistakes() throws {
        let answer = try put("watch", hooks(#"{"on": "probe.ad", "after": {"count": {}}}"#))
        #expect(answer.status == 422)
        let found = try #require(answer.json["diagnostics"] as? [[String: Any]])
        #expect((found.first?["at"] as? String)?.hasPrefix("added:watch:1:") == true)
        #expect(try host.status(of: "add")["added"] == nil)
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    /// Begins a request, whose answer then stands in the output.
    private func begin(_ method: String, _ path: String, _ body: String = "") throws -> Started {
        try Program("python3").start([
            "-c", RunningHost.client, host.folder("control"), method, "/behaviours/add/\(path)",
            "Content-Length: \(body.utf8.count)\r\n", body,
        ])
    }

    @Test("at the same time as wrong ones are found right, and only the wrong ones are refused")
    func together() throws {
        for round in 0..<5 {
            let wrong = try (0..<2).map {
                try begin("PUT", "added/wrong\($0)", hooks(#"{"on": "probe.ad", "after": {"count": {}}}"#))
            }
            let right = try (0..<2).map {
                try begin("PUT", "added/r\(round)\($0)", hooks(#"{"on": "probe.add", "after": {"count": {}}}"#))
            }
            for answer in wrong.map({ $0.ended().output }) { #expect(answer.hasPrefix("HTTP/1.1 422 ")) }
            for answer in right.map({ $0.ended().output }) { #expect(answer.hasPrefix("HTTP/1.1 200 ")) }
        }
        let names = (0..<5).flatMap { ["r\($0)0", "r\($0)1"] }
        #expect(try host.status(of: "add")["added"] as? [String] == names)
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    private func makeSlow() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [4000]}, "#))
        #expect(host.wait { try host.status(of: "add")["swaps"] as? Int == 2 })
    }

    @Test("are not made behind a run once whoever asked for them is gone, and the log says so")
    func gone() throws {
        #expect(try put("there", hooks(#"{"on": "probe.add", "after": {"count": {}}}"#)).status == 200)
        try makeSlow()
        let run = try begin("POST", "run")
        #expect(host.wait { try host.status(of: "add")["running"] != nil })
        let askers = [
            try begin("PUT", "added/watch", hooks(#"{"on": "probe.add", "after": {"count": {}}}"#)),
            try begin("DELETE", "added/there"),
        ]
        usleep(1_000_000)
        for asker in askers {
            asker.signal(SIGKILL)
            _ = asker.ended()
        }
        #expect(host.wait { host.log.contains(#""watch" was not added"#) })
        #expect(host.wait { host.log.contains(#""there" was not taken away"#) })
        _ = run.ended()
        #expect(try host.run("add")["ending"] as? String == "held")
        #expect(try host.status(of: "add")["added"] as? [String] == ["there"])
    }

    @Test("are made behind a run for somebody who says nothing more, and still waits for the answer")
    func silent() throws {
        try makeSlow()
        let run = try begin("POST", "run")
        #expect(host.wait { try host.status(of: "add")["running"] != nil })
        let silent = RunningHost.client.replacing(
            "answer = b", with: "connection.shutdown(socket.SHUT_WR)\nanswer = b")
        let text = hooks(#"{"on": "probe.add", "after": {"count": {}}}"#)
        let answer = try Program("python3").succeed([
            "-c", silent, host.folder("control"), "PUT", "/behaviours/add/added/watch",
            "Content-Length: \(text.utf8.count)\r\n", text,
        ])
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        _ = run.ended()
        #expect(try host.status(of: "add")["added"] as? [String] == ["watch"])
    }

    @Test("are there if and only if the answer says so, also when they do not fit the version that comes meanwhile")
    func misfit() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [3000]}, "#))
        #expect(host.wait { try host.status(of: "add")["swaps"] as? Int == 2 })
        let run = try begin("POST", "run")
        usleep(500_000)
        // It waits for the end of the run, and so do the hooks, which fit the version before alone.
        let other = adding(2, 2, is: 4).replacing(#""probe": {"#, with: #""other": {"#)
        try host.folder.write("add.json", other.replacing("probe.add", with: "other.add"))
        usleep(1_000_000)
        let answer = try put("watch", hooks(#"{"on": "probe.add", "after": {"count": {}}}"#))
        _ = run.ended()
        let isAdded = try host.status(of: "add")["added"] as? [String] == ["watch"]
        #expect((answer.status == 200) == isAdded, "\(answer.body)")
        #expect(answer.status == 200 || answer.status == 422)
    }
}
