// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A host that keeps a behaviour", .serialized)
struct RunTests {
    private let host: RunningHost

    init() throws {
        host = try RunningHost()
        try host.folder.write("add.json", adding(1, 2, is: 3))
    }

    private func runs(_ ending: String = "held") throws -> Int {
        (try host.status(of: "add")["runs"] as? [String: Int])?[ending] ?? 0
    }

    @Test("runs it when somebody asks, and tells how that ended")
    func request() throws {
        try host.start(#""add": {"from": "add.json"}"#)
        #expect(try host.state(of: "add") == "ready")
        #expect(try runs() == 0)
        let report = try host.run("add")
        #expect(report["ending"] as? String == "held")
        #expect(report["run"] as? Int == 1)
        #expect(report["cause"] as? String == "request")
        #expect(try host.run("add")["run"] as? Int == 2)
    }

    @Test("runs it at the start and on a schedule")
    func occasions() throws {
        try host.start(#""add": {"from": "add.json", "run": {"onStart": true, "every": "100 ms"}}"#)
        #expect(host.wait { try runs() >= 4 })
        #expect(host.log.contains("is active"))
    }

    @Test("shows an expectation that did not hold, with its place")
    func failure() throws {
        try host.folder.write("add.json", adding(1, 2, is: 4))
        try host.start(#""add": {"from": "add.json"}"#)
        let report = try host.run("add")
        #expect(report["ending"] as? String == "failed")
        let problems = try #require(report["problems"] as? [[String: Any]])
        #expect(problems.count == 1)
        #expect((problems[0]["at"] as? String)?.hasSuffix("add.json:2:61") == true)
        #expect(host.log.contains("add.json:2:61: expected 4, found 3"))
    }

    @Test("begins each run with aspects that have seen nothing")
    func aspects() throws {
        let counted = #""hooks": [{"on": "probe.add", "before": {"expectCalls": {"times": 1}}}], "steps""#
        try host.folder.write("add.json", adding(1, 2, is: 3).replacing("\"steps\"", with: counted))
        try host.start(#""add": {"from": "add.json"}"#)
        for _ in 0..<3 { #expect(try host.run("add")["ending"] as? String == "held") }
    }

    @Test("shows the run that is under way, and takes another version before those that wait")
    func waiting() throws {
        try host.folder.write("add.json", adding(1, 2, is: 4, before: #"{"call": "probe.wait_ms", "with": [1500]}, "#))
        try host.start(#""add": {"from": "add.json"}"#)
        let askers = try (0..<2).map { _ in
            try Program("python3").start(
                ["-c", RunningHost.client, host.folder("control"), "POST", "/behaviours/add/run", "", ""])
        }
        #expect(host.wait { (try host.status(of: "add")["running"] as? [String: Any])?["run"] as? Int == 1 })
        try host.folder.write("add.json", adding(2, 2, is: 4))
        for asker in askers { _ = asker.ended() }
        let status = try host.status(of: "add")
        #expect(status["running"] == nil)
        #expect(status["runs"] as? [String: Int] == ["failed": 1, "held": 1], "\(status)")
    }

    @Test("says that it stops while a run is under way")
    func stopping() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [6000]}, "#))
        try host.start(#""add": {"from": "add.json", "run": {"onStart": true}}"#)
        #expect(host.wait { try host.status(of: "add")["running"] != nil })
        host.signal(SIGTERM)
        #expect(host.wait { try host.state(of: "add") == "stopping" })
        #expect(host.wait { host.log.contains("the host stops once run 1 has ended") })
        #expect(try host.ended().status == 0)
    }

    @Test("kills a run that does not end as the host stops, which is interrupted and has not crashed")
    func killedRun() throws {
        try host.folder.write(
            "add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [300000]}, "#))
        try host.start(#""add": {"from": "add.json", "run": {"onStart": true}}"#)
        #expect(host.wait { try host.status(of: "add")["running"] != nil })
        host.signal(SIGTERM)
        let ended = try host.ended()
        #expect(ended.status == 0)
        #expect(ended.errors.contains("run 1 interrupted: it was killed, since the host stops"), "\(ended.errors)")
        #expect(!ended.errors.contains("crashed"))
    }

    @Test("does not run it for somebody who is gone before it begins, and tells that")
    func goneAsker() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [4000]}, "#))
        try host.start(#""add": {"from": "add.json"}"#)
        func ask() throws -> Started {
            try Program("python3").start(
                ["-c", RunningHost.client, host.folder("control"), "POST", "/behaviours/add/run", "", ""])
        }
        let first = try ask()
        #expect(host.wait { try host.status(of: "add")["running"] != nil })
        let second = try ask()
        usleep(800_000)
        second.signal(SIGKILL)
        _ = second.ended()
        #expect(first.ended().output.contains(#""ending":"held""#))
        #expect(host.wait { try host.status(of: "add")["runs"] as? [String: Int] == ["held": 1, "refused": 1] })
        #expect(host.log.contains("whoever asked for it has closed the connection before it began"))
    }

    @Test("runs what several ask for one after the other")
    func order() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [100]}, "#))
        try host.start(#""add": {"from": "add.json"}"#)
        let numbers = try (0..<3).map { _ in try host.run("add")["run"] as? Int }
        #expect(numbers == [1, 2, 3])
    }

    @Test("ends a run at its time limit, which is no crash, and runs it again in another process")
    func timeLimit() throws {
        try host.folder.write(
            "add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [20000]}, "#))
        try host.start(#""add": {"from": "add.json", "run": {"timeLimit": "300 ms"}}"#)
        for _ in 0..<2 {
            let report = try host.run("add")
            #expect(report["ending"] as? String == "timedOut")
            #expect((report["reason"] as? String)?.contains("time limit") == true)
        }
        #expect(try host.state(of: "add") == "ready")
        let status = try host.status(of: "add")
        #expect(status["runs"] as? [String: Int] == ["timedOut": 2])
        #expect(status["crashes"] as? Int == 0)
        let metrics = try host.ask("GET", "/metrics").body
        #expect(metrics.contains(#"heddle_runs_total{behaviour="add",ending="timedOut"} 2"#))
        #expect(!metrics.contains(#"heddle_crashes_total{behaviour="add"}"#))
        #expect(host.log.contains("run 2 timed out: the time limit of "))
        #expect(!host.log.contains("crashed") && !host.log.contains("between two runs"))
    }

    @Test("outlives a crash of native code: it is told, and the next run is in another process")
    func crash() throws {
        try host.folder.write("crash.json", adding(1, 2, is: 3, before: #"{"call": "probe.crash"}, "#))
        try host.start(#""add": {"from": "add.json"}, "crash": {"from": "crash.json"}"#)
        for count in 1...2 {
            let report = try host.run("crash")
            #expect(report["ending"] as? String == "crashed")
            #expect((report["reason"] as? String)?.contains("probe.crash") == true)
            #expect(try host.status(of: "crash")["crashes"] as? Int == count)
        }
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("starts the process of a behaviour again when something else ends it")
    func killedWorker() throws {
        try host.start(#""add": {"from": "add.json"}"#)
        try Program("pkill").succeed(["-KILL", "-f", "serve-worker --module-path \(RunningHost.modules)$"])
        usleep(300_000)
        #expect(host.wait { try host.ask("GET", "/behaviours/add/plan").status == 200 })
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("starts it again after growing pauses where it ends between runs, and tells of that")
    func endingWorker() throws {
        try BuiltModules.compile(
            """
            #include <pthread.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            static void *end(void *none) { usleep(20000); abort(); return none; }
            __attribute__((constructor)) static void begin(void) {
                FILE *starts = fopen("\(host.folder("starts"))", "a");
                fputc('x', starts), fclose(starts);
                pthread_t thread;
                pthread_create(&thread, NULL, end, NULL);
            }
            int two(void) { return 2; }
            """, to: "libend.so", in: host.folder)
        try host.folder.write(
            "end.json",
            #"{"behaviour": 1, "modules": {"end": {"library": "./libend.so", "declarations": ["int two(void)"]}}, "#
                + #""steps": [{"call": "end.two"}]}"#)
        try host.start(#""end": {"from": "end.json"}"#)
        #expect(host.wait { (try host.status(of: "end")["crashes"] as? Int ?? 0) >= 2 })
        #expect(try host.state(of: "end") == "crashed")
        let starts = { try String(contentsOfFile: host.folder("starts"), encoding: .utf8).count }
        let before = try starts()
        usleep(900_000)
        #expect(try starts() - before <= 1)
    }

    @Test("takes results and prints lines of any length")
    func longLines() throws {
        let text = String(repeating: "x", count: 300_000)
        let calls = ["mutter", "same_text"].map { #"{"call": "probe.\#($0)", "with": ["\#(text)"]}, "# }
        try host.folder.write("add.json", adding(1, 2, is: 3, before: calls.joined()))
        try host.start(#""add": {"from": "add.json"}"#)
        for _ in 0..<2 { #expect(try host.run("add")["ending"] as? String == "held") }
    }

    @Test("lists its calls for several at once, also during a run")
    func lists() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [500]}, "#))
        try host.start(#""add": {"from": "add.json", "run": {"onStart": true}}"#)
        let askers = try (0..<3).map { _ in
            try Program("python3").start(
                ["-c", RunningHost.client, host.folder("control"), "GET", "/behaviours/add/plan", "", ""])
        }
        for asker in askers { #expect(asker.ended().output.contains("probe.wait_ms")) }
    }

    @Test("lets the run under way end when it is to stop, and refuses those that wait")
    func drain() throws {
        try host.folder.write("add.json", adding(1, 2, is: 3, before: #"{"call": "probe.wait_ms", "with": [700]}, "#))
        try host.start(#""add": {"from": "add.json", "run": {"onStart": true}}"#)
        #expect(host.wait { host.log.contains("is active") })
        usleep(200_000)
        let ended = try host.stop()
        #expect(ended.status == 0)
        #expect(ended.errors.contains("run 1 held"))
    }
}
