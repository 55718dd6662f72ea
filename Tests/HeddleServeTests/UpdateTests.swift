// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("An update of a behaviour", .serialized)
struct UpdateTests {
    private let host: RunningHost

    init() throws {
        host = try RunningHost()
        try host.folder.write("add.json", adding(1, 2, is: 3))
    }

    private var rejection: [[String: Any]]? {
        get throws { (try host.status(of: "add")["rejected"] as? [String: Any])?["diagnostics"] as? [[String: Any]] }
    }

    @Test("is active as soon as its file has changed")
    func change() throws {
        try host.start(#""add": {"from": "add.json", "run": {"onChange": true}}"#)
        try host.folder.write("add.json", adding(2, 2, is: 4))
        #expect(host.wait { try host.status(of: "add")["swaps"] as? Int == 2 })
        #expect(
            host.wait { (try host.status(of: "add")["lastRun"] as? [String: Any])?["cause"] as? String == "change" })
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("that is wrong changes nothing but the status, which says what is wrong, and where")
    func wrong() throws {
        try host.start(#""add": {"from": "add.json"}"#)
        try host.folder.write("add.json", adding(1, 2, is: 3).replacing("probe.add", with: "probe.ad"))
        #expect(host.wait { try rejection != nil })
        #expect(try rejection?.first?["code"] as? String == "action.missing")
        #expect((try rejection?.first?["at"] as? String)?.hasSuffix("add.json:2:21") == true)
        #expect(try host.state(of: "add") == "ready")
        #expect(try host.run("add")["ending"] as? String == "held")
        try host.folder.write("add.json", adding(2, 3, is: 5))
        #expect(host.wait { try rejection == nil })
        #expect(try host.status(of: "add")["swaps"] as? Int == 2)
    }

    @Test("whose modules crash as they are loaded is rejected, and the old one runs on")
    func crash() throws {
        try BuiltModules.compile(
            """
            #include <stdlib.h>
            __attribute__((constructor)) static void begin(void) { abort(); }
            int one(void) { return 1; }
            """,
            to: "bad.so", in: host.folder)
        try host.start(#""add": {"from": "add.json"}"#)
        try host.folder.write(
            "add.json",
            #"{"behaviour": 1, "modules": {"bad": {"library": "./bad.so", "declarations": ["int one(void)"]}}, "#
                + #""steps": [{"call": "bad.one"}]}"#)
        #expect(host.wait { try rejection != nil })
        #expect((try rejection?.first?["message"] as? String)?.contains("bad.so") == true)
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("of an included file counts as one of the behaviour")
    func include() throws {
        let parts = #"{"behaviour": 1, "hooks": [{"on": "probe.add", "before": {"expectCalls": {"times": 1}}}]}"#
        try host.folder.write("hooks.json", parts)
        try host.folder.write(
            "add.json", adding(1, 2, is: 3).replacing("\"modules\"", with: "\"include\": [\"hooks.json\"], \"modules\"")
        )
        try host.start(#""add": {"from": "add.json"}"#)
        #expect(try host.run("add")["ending"] as? String == "held")
        try host.folder.write("hooks.json", parts.replacing("\"times\": 1", with: "\"times\": 2"))
        #expect(host.wait { try host.status(of: "add")["swaps"] as? Int == 2 })
        #expect(try host.run("add")["ending"] as? String == "failed")
    }

    @Test("waits for the run under way, so that no run sees two versions")
    func between() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [800]}, "#))
        try host.start(#""add": {"from": "add.json", "run": {"onStart": true}}"#)
        usleep(100_000)
        try host.folder.write("add.json", adding(2, 2, is: 4))
        #expect(host.wait { try host.status(of: "add")["swaps"] as? Int == 2 })
        #expect(try host.status(of: "add")["runs"] as? [String: Int] == ["held": 1])
    }

    @Test("that is bad at the start leaves the version that was good before the restart")
    func restart() throws {
        try host.start(#""add": {"from": "add.json"}"#)
        try host.stop()
        try host.folder.write("add.json", "{")
        try host.start(#""add": {"from": "add.json"}"#)
        #expect(try host.state(of: "add") == "ready")
        #expect(try rejection?.first?["code"] as? String == "json.syntax")
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("that is the first and bad leaves nothing to run")
    func first() throws {
        try host.folder.write("add.json", "{")
        try host.start(#""add": {"from": "add.json"}"#)
        #expect(try host.state(of: "add") == "rejected")
        let report = try host.run("add")
        #expect(report["ending"] as? String == "refused")
        #expect(report["reason"] as? String == "no version is active")
        #expect(try host.ask("GET", "/health").status == 503)
    }

    @Test("that lacks a module runs once the module has come")
    func laterModule() throws {
        let modules = try ScratchFolder()
        try host.folder.write("add.json", adding(1, 2, is: 3))
        try host.start(#""add": {"from": "add.json"}"#, modules: modules.path)
        #expect(try host.state(of: "add") == "rejected")
        try FileManager.default.copyItem(atPath: "\(RunningHost.modules)/probe.so", toPath: modules("probe.so"))
        #expect(host.wait { try host.state(of: "add") == "ready" })
    }

    @Test("of the configuration comes with SIGHUP, and a wrong one changes nothing")
    func reload() throws {
        try host.folder.write("more.json", adding(2, 2, is: 4))
        try host.start(#""add": {"from": "add.json"}"#)
        try host.run("add")
        try host.configure(#""add": {"from": "add.json"}, "more": {"from": "more.json"}"#)
        host.signal(SIGHUP)
        #expect(host.wait { try host.state(of: "more") == "ready" })
        #expect(try host.status(of: "add")["runs"] as? [String: Int] == ["held": 1], "it goes on")
        try host.configure(#""add": {"fron": "add.json"}"#)
        host.signal(SIGHUP)
        #expect(host.wait { host.log.contains("the configuration is not taken over") })
        #expect(host.log.contains("did you mean \"from\"?"))
        #expect(try host.state(of: "more") == "ready")
        try host.configure(#""more": {"from": "more.json"}"#)
        host.signal(SIGHUP)
        #expect(host.wait { try host.ask("GET", "/behaviours/add").status == 404 })
    }

    @Test("survives a host that is killed at any moment")
    func killed() throws {
        for round in 0..<12 {
            try host.start(#""add": {"from": "add.json", "run": {"onStart": true, "every": "5 ms"}}"#)
            try #require(try host.state(of: "add") == "ready", "round \(round)")
            try host.folder.write("add.json", adding(round, 1, is: round + 1))
            usleep(UInt32.random(in: 0..<150_000))
            host.signal(SIGKILL)
            _ = try host.ended()
            try host.folder.write("add.json", "{")
            try host.start(#""add": {"from": "add.json"}"#)
            try #require(try host.state(of: "add") == "ready", "round \(round)")
            try #require(try host.run("add")["ending"] as? String == "held", "round \(round)")
            host.signal(SIGKILL)
            _ = try host.ended()
            try host.folder.write("add.json", adding(round, 1, is: round + 1))
        }
    }
}
