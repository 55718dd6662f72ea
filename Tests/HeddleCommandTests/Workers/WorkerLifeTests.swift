// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The processes of heddle test")
struct WorkerLifeTests {
    private let bench: WorkerBench

    init() throws { bench = try WorkerBench() }

    @Test("have the behaviour as it was when it was found to be right")
    func text() throws {
        try bench.write(("rewrites", [#"rewrite "cases.json" "{}" = 0"#, "crash"]), ("behind", ["add 1 1 = 2"]))
        #expect(try bench.test("--json").outcomes == ["crashed rewrites", "passed behind"])
    }

    @Test("have one that came through a pipe")
    func pipe() throws {
        let text = bench.behaviour([
            #"{ "name": "crash\u0000es", "steps": [{ "call": "odd.crash" }] }"#,
            #"{ "name": "b", "steps": [{ "call": "odd.add", "with": [1, 2], "expect": { "result": 3 } }] }"#,
        ])
        let run = try Program.built("heddle").run(["test", "-", "--json"], in: bench.folder.path, input: text)
        #expect(try run.outcomes == ["crashed crash\0es", "passed b"])
    }

    @Test("say where a file that was included has changed meanwhile")
    func changed() throws {
        let call = #"{ "call": "odd.rewrite", "with": ["b.json", "{ \"behaviour\": 1, \"steps\": [] }"] }"#
        let first = #"{ "name": "first", "steps": [\#(call), { "call": "odd.crash" }] }"#
        let second = #"{ "name": "second", "steps": [{ "call": "odd.add", "with": [1, 2] }] }"#
        try bench.folder.write("a.json", #"{ "behaviour": 1, "cases": [\#(first)] }"#)
        try bench.folder.write("b.json", #"{ "behaviour": 1, "cases": [\#(second)] }"#)
        let text = bench.behaviour([])
        try bench.folder.write(
            "cases.json",
            text.replacing(#""behaviour": 1,"#, with: #""behaviour": 1, "include": ["a.json", "b.json"],"#))
        let run = try bench.test("--json", "--share")
        #expect(run.status == 5)
        #expect(
            try run.reason(of: "second") == "the case no longer exists: a file changed during the run")
    }

    @Test("may print between cases, while others run")
    func chatting() throws {
        try bench.write(("chats", ["start_chatting"]), ("naps", ["nap 300"]), ("also", ["nap 300"]))
        let run = try bench.test("--json", "--jobs", "2", "--share")
        #expect(run.status == 0)
        #expect(try run.outcomes.sorted() == ["passed also", "passed chats", "passed naps"])
        let lines = try run.events.filter { $0.kind == "output" }.compactMap { $0["text"] as String? }.joined()
        #expect(lines.split(separator: "\n").count == 3000)
    }

    @Test("that crash between cases are missed, and are followed by others")
    func betweenCases() throws {
        try bench.write(
            ("good", ["fall_later"]), ("long", ["nap 600"]), ("next", ["add 1 1 = 2"]), needs: ["next": ["long"]])
        let run = try bench.test("--json", "--jobs", "2", "--share")
        #expect(run.status == 5)
        #expect(try run.outcomes.sorted() == ["passed good", "passed long", "passed next"])
        let codes: [String] = try run.events.filter { $0.kind == "diagnostic" }.compactMap { $0["code"] }
        #expect(codes == ["test.bad-end"])
    }

    @Test(
        "end with the command, however that ends, and so do the processes that native code has started",
        .timeLimit(.minutes(5)), arguments: [[SIGKILL], [SIGTERM, SIGTERM]])
    func orphans(signals: [Int32]) throws {
        try bench.write(("hangs", [#"write_number "number""#, #"start_daemon "daemon""#, "hang_stubbornly"]))
        let run = try bench.start()
        func number(in file: String) -> Int32 {
            while true {
                if let number = bench.folder.text(of: file).flatMap(Int32.init) { return number }
                usleep(5_000)
            }
        }
        let processes = [number(in: "number"), number(in: "daemon")]
        for signal in signals {
            run.signal(signal)
            usleep(100_000)
        }
        _ = run.ended()
        for process in processes { while kill(process, 0) == 0, !isZombie(process) { usleep(10_000) } }
    }

    private func isZombie(_ number: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        return status?.contains(") Z ") ?? true
    }

    @Test("what happens in a case begins and ends within it, also in a process that had to load modules first")
    func oneTime() throws {
        try bench.write(
            ("first", ["add 1 2 = 3", "add 1 2"]), ("crashes", ["crash"]), ("second", ["add 1 2", "nap 1"]))
        let events = try bench.test("--json", "--jobs", "2").events
        var running: [Int: (start: Int, calls: [Range<Int>])] = [:]
        var latest = 0
        for event in events {
            guard let worker: Int = event["worker"] else { continue }
            let start: Int? = event["start"]
            if event.kind == "caseStarted" { running[worker] = (try #require(start), []) }
            if event.kind == "call", let start, let time: Int = event["ns"] {
                running[worker]?.calls.append(start..<start + time)
            }
            guard event.kind == "caseEnded", let time: Int = event["ns"], let one = running[worker] else { continue }
            for call in one.calls { #expect((one.start...one.start + time).contains(call.lowerBound)) }
            #expect(one.calls.allSatisfy { $0.upperBound <= one.start + time })
            latest = max(latest, one.start)
        }
        #expect(latest > 0)
    }

    @Test("a case begins when its process has loaded the modules, and not when it was asked for")
    func loading() throws {
        try BuiltModules.compile(
            "#include <unistd.h>\n__attribute__((constructor)) static void load(void) { usleep(100000); }\n"
                + "int one(void) { return 1; }\nvoid crash(void) { __builtin_trap(); }", to: "libslow.so",
            in: bench.folder)
        try bench.folder.write(
            "cases.json",
            #"""
            { "behaviour": 1,
              "modules": {
                "slow": { "library": "./libslow.so", "declarations": ["int one(void)", "void crash(void)"] } },
              "cases": [{ "name": "crashes", "steps": [{ "call": "slow.crash" }] },
                        { "name": "a", "steps": [{ "call": "slow.one" }] }] }
            """#)
        let events = try bench.test("--json", "--share").events
        // The process of the first case had its modules loaded before the run began; that of the second one has not.
        let starts: [Int] = events.filter { $0.kind == "caseStarted" }.compactMap { $0["start"] }
        let start = starts.last
        #expect(starts.count == 2 && starts[1] - starts[0] >= 100_000_000)
        let call: Int? = try #require(events.first { $0.kind == "call" })["start"]
        #expect(try #require(call) >= #require(start))
    }

    @Test("are started by heddle test alone")
    func alone() throws {
        let run = try Program.built("heddle").run(["test-worker"])
        #expect(run.status == 2)
        #expect(run.errors.contains("heddle test-worker is started by heddle test"))
    }
}
