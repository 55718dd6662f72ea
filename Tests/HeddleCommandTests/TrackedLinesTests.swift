// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("Events in files, whatever ends the run", .timeLimit(.minutes(30)))
struct TrackedLinesTests {
    private let bench: Bench
    private static let count = 300

    init() throws {
        bench = try Bench()
        let source = """
            #include <signal.h>
            #include <stdlib.h>
            #include <unistd.h>
            int next(void) { static int n; return n++; }
            void crash(void) { *(volatile int *)8 = 0; }
            void call_abort(void) { abort(); }
            void call_exit(void) { exit(0); }
            void call_quick_exit(void) { quick_exit(0); }
            void end_at_once(void) { _exit(3); }
            void overflow(void) { volatile char room[4096]; room[0] = 1; overflow(); (void)room[1]; }
            void end_well(void) {}
            void wait_long(void) { sleep(60); }
            """
        try BuiltModules.compile(
            source, to: "ends.so", flags: ["-Wno-array-bounds", "-Wno-infinite-recursion"], in: bench.folder)
    }

    private func behaviour(endingBy action: String) -> String {
        let actions = [
            "crash", "call_abort", "call_exit", "call_quick_exit", "end_at_once", "overflow", "end_well", "wait_long",
        ]
        let declarations = ["int next(void)"] + actions.map { "void \($0)(void)" }
        return """
            { "behaviour": 1,
              "modules": { "ends": { "library": "\(bench.folder("ends.so"))", "declarations": [
                \(declarations.map { "\"\($0)\"" }.joined(separator: ", "))] } },
              "tracking": {
                "providers": { "a": { "file": "a.jsonl" }, "b": { "file": "b.jsonl" } },
                "events": [ { "module": "ends", "action": "next", "label": "next", "data": { "n": "result" } } ] },
              "steps": [
                \(String(repeating: #"{ "call": "ends.next" }, "#, count: Self.count)){ "call": "ends.\(action)" } ] }
            """
    }

    private static let lines = (0..<count).map { n in
        #"{"label":"next","action":"ends.next","data":{"n":\#(n)}}"# + "\n"
    }.joined()

    @Test(
        "All events before the end are in each file, in their order",
        arguments: [
            "end_well", "crash", "call_abort", "call_exit", "call_quick_exit", "end_at_once", "overflow",
        ])
    func ending(_ action: String) throws {
        let run = try bench.heddle("run", behaviour: behaviour(endingBy: action))
        #expect(run.status == (action == "end_well" ? 0 : 5), "\(run.errors)")
        #expect(bench.folder.text(of: "a.jsonl") == Self.lines)
        #expect(bench.folder.text(of: "b.jsonl") == Self.lines)
    }

    @Test("They are there some milliseconds later, also if the process is killed then", arguments: [9, 15])
    func kill(_ signal: Int32) throws {
        let started = try bench.start("run", behaviour: behaviour(endingBy: "wait_long"))
        defer { started.signal(9) }
        for _ in 0..<3_000 where bench.folder.text(of: "b.jsonl") != Self.lines { Thread.sleep(forTimeInterval: 0.01) }
        for _ in 0..<3_000 where bench.folder.text(of: "a.jsonl") != Self.lines { Thread.sleep(forTimeInterval: 0.01) }
        started.signal(signal)
        started.signal(9)
        _ = started.ended()
        #expect(bench.folder.text(of: "a.jsonl") == Self.lines)
    }

    @Test("A file that takes nothing more is told of, with the number of the events that it has not got")
    func full() throws {
        let text = behaviour(endingBy: "end_well").split(separator: "a.jsonl").joined(separator: "/dev/full")
        let run = try bench.heddle("run", behaviour: text, "--json")
        let finding = try #require(try run.events.first { $0.kind == "finding" })
        #expect(finding.line.contains(#""events":0,"left":0,"lost":300,"reason":"/dev/full: no space left on device""#))
        #expect(bench.folder.text(of: "b.jsonl") == Self.lines)
    }
}
