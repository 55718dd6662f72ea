// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("Calls as they happen", .serialized)
struct LiveCallTests {
    private let host: RunningHost

    init() throws {
        host = try RunningHost()
    }

    private func calls(_ text: String) -> [[String: Any]] {
        text.split(separator: "\n").compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
        }
    }

    @Test("are shown during the run, with arguments, result, hooks and time, behind the latest ones")
    func during() throws {
        let hooked = #""hooks": [{"on": "probe.add", "after": "count"}], "steps""#
        let text = adding(1, 2, is: 3).replacing("\"steps\"", with: hooked)
            .replacing("}]}", with: #"}, {"call": "probe.wait_ms", "with": [4000]}]}"#)
        try host.folder.write("add.json", text)
        try host.start(#""add": {"from": "add.json", "run": {"timeLimit": "30 s"}}"#)
        let watcher = try host.watch("/behaviours/add/calls/live")
        defer { watcher.signal(SIGKILL) }
        #expect(watcher.waits(untilOutputHas: "200 application/x-ndjson\n"))
        let began = ContinuousClock.now
        let run = try Program("python3").start(
            ["-c", RunningHost.client, host.folder("control"), "POST", "/behaviours/add/run", "", ""])
        #expect(watcher.waits(untilOutputHas: "probe.add"))
        #expect(!run.outputSoFar.contains("held") && ContinuousClock.now - began < .seconds(4))
        let call = try #require(calls(watcher.outputSoFar).first)
        #expect(call["behaviour"] as? String == "add" && call["run"] as? Int == 1)
        #expect(call["call"] as? String == "probe.add" && call["status"] as? String == "returned")
        #expect(call["with"] as? [String] == ["1", "2"] && call["result"] as? String == "3")
        #expect(call["hooks"] as? [String] == ["count"])
        #expect(call["ns"] is Int && call["start"] is Int && call["began"] is String)
        #expect(run.ended().output.contains("held"))
        #expect(watcher.waits(untilOutputHas: "probe.wait_ms"))
        let recent = try host.ask("GET", "/behaviours/add/calls/recent")
        #expect(calls(recent.body).map { $0["call"] as? String } == ["probe.add", "probe.wait_ms"])
        let late = try host.watch("/calls/live")
        defer { late.signal(SIGKILL) }
        #expect(late.waits(untilOutputHas: "probe.wait_ms"))
    }

    @Test("are shortened")
    func long() throws {
        let text = String(repeating: "x", count: 30_000)
        let step = #"{"call": "probe.mutter", "with": ["\#(text)"]}, "#
        try host.folder.write("add.json", adding(1, 2, is: 3, before: step))
        try host.start(#""add": {"from": "add.json"}"#)
        try host.run("add")
        let recent = calls(try host.ask("GET", "/behaviours/add/calls/recent").body)
        let shown = try #require((recent.first?["with"] as? [String])?.first)
        #expect(shown.hasPrefix("\"xxxx") && shown.count < 100)
        #expect(recent.count == 2)
    }

    @Test("are all shown, with whatever characters in their arguments")
    func separators() throws {
        let texts = ["a\u{2028}b", "a\u{2029}b", "a\u{85}b", "a\u{7F}b"]
        let steps = texts.map { #"{"call": "probe.mutter", "with": ["\#($0)"]}, "# }
        try host.folder.write("add.json", adding(1, 2, is: 3, before: steps.joined()))
        try host.start(#""add": {"from": "add.json"}"#)
        try host.run("add")
        #expect(calls(try host.ask("GET", "/behaviours/add/calls/recent").body).count == texts.count + 1)
    }

    @Test("that one who reads slowly misses are counted, and the run does not wait")
    func slow() throws {
        let steps = (0..<4000).map { #"{"call": "probe.add", "with": [\#($0), 0]}, "# }
        try host.folder.write("add.json", adding(1, 2, is: 3, before: steps.joined()))
        try host.start(#""add": {"from": "add.json"}"#)
        let watcher = try host.watch("/behaviours/add/calls/live", pause: 3)
        defer { watcher.signal(SIGKILL) }
        #expect(watcher.waits(untilOutputHas: "200 "))
        for _ in 0..<3 { #expect(try host.run("add")["ending"] as? String == "held") }
        #expect(host.wait { calls(watcher.outputSoFar).last.map { $0["with"] as? [String] } == ["1", "2"] })
        #expect(
            host.wait {
                let lines = calls(watcher.outputSoFar)
                let dropped = lines.compactMap { $0["dropped"] as? Int }.reduce(0, +)
                return dropped > 0 && lines.count { $0["call"] != nil } + dropped == 3 * 4001
            })
        #expect(calls(try host.ask("GET", "/behaviours/add/calls/recent").body).count == 128)
    }

    @Test("show no secret")
    func secrets() throws {
        try BuiltModules.compile(Self.vault, to: "vault.so", in: host.folder)
        try host.folder.write(
            "vault.json",
            """
            {"behaviour": 1, "modules": {"vault": {"library": "./vault.so"}},
             "steps": [{"call": "vault.open_box", "with": ["ada", "hunter2"]}, {"call": "vault.issue", "with": ["ada"]}]}
            """)
        try host.start(#""vault": {"from": "vault.json"}"#)
        #expect(try host.run("vault")["ending"] as? String == "held")
        let recent = try host.ask("GET", "/behaviours/vault/calls/recent").body
        #expect(!recent.contains("hunter2"))
        #expect(calls(recent).first?["with"] as? [String] == [#""ada""#, #""<secret>""#])
        #expect(calls(recent).last?["out"] as? [String: String] == ["token": #""<secret>""#])
    }

    @Test("end with their behaviour, and with the host")
    func end() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try host.start(#""add": {"from": "add.json"}, "other": {"from": "add.json"}"#)
        let (one, all) = (try host.watch("/behaviours/add/calls/live"), try host.watch("/calls/live"))
        #expect(one.waits(untilOutputHas: "200 ") && all.waits(untilOutputHas: "200 "))
        try host.configure(#""other": {"from": "add.json"}"#)
        host.signal(SIGHUP)
        #expect(one.ended().status == 0)
        #expect(try host.stop().status == 0)
        #expect(all.ended().status == 0)
    }

    @Test("are shown to so many at once, and a place is free again when somebody leaves")
    func audience() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try host.start(#""add": {"from": "add.json", "run": {"every": "200 ms"}}"#)
        let watchers = try (0..<32).map { _ in try host.watch("/calls/live") }
        defer { for watcher in watchers { watcher.signal(SIGKILL) } }
        for watcher in watchers { #expect(watcher.waits(untilOutputHas: "200 ")) }
        #expect(try host.ask("GET", "/calls/live").status == 503)
        watchers[0].signal(SIGKILL)
        var next: Started?
        #expect(
            host.wait {
                let watcher = try host.watch("/calls/live")
                guard watcher.waits(untilOutputHas: "200 ") else { return false }
                next = watcher
                return true
            })
        next?.signal(SIGKILL)
    }

    private static let vault = """
        #include <heddle/module.h>
        #include <string.h>

        HEDDLE_MODULE("vault", "1.0.0")
        HEDDLE_ACTION(int32_t, open_box, const char *user, _Secret_ const char *pin)
        HEDDLE_ACTION(void, issue, const char *user, _Secret_ _Out_writes_(16) char *token)

        int32_t open_box(const char *user, const char *pin) { return (int32_t)(strlen(user) + strlen(pin)); }
        void issue(const char *user, char *token) { (void)user; strcpy(token, "hunter2"); }
        """
}
