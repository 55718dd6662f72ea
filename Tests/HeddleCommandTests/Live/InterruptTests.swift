// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A run that is interrupted")
struct InterruptTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        let source = """
            #include <signal.h>
            #include <stdio.h>
            int spin(void); int spin(void) { puts("SPINS"); fflush(stdout); for (volatile int i = 0;; i++) {} return 0; }
            """
        try BuiltModules.compile(source, to: "libspin.so", in: bench.folder)
    }

    private static let reports = ["r.xml", "r.tap", "r.html", "r.json"]

    private static let text = """
        { "behaviour": 1,
          "modules": {
            "probe": { "library": "probe" },
            "spin": { "library": "./libspin.so", "declarations": ["int spin(void)"] },
            "c": { "library": "libc.so.6",
                   "declarations": ["void free(void *memory)", "_Free_(free) char *strdup(const char *text)"] }
          },
          "cases": [
            { "name": "waits",
              "steps": [
                { "call": "probe.box_make", "with": [7], "save": "box" },
                { "call": "probe.say", "with": ["WAITS"] },
                { "call": "CALL" },
                { "call": "probe.say", "with": ["NOT REACHED"] }
              ],
              "always": [{ "call": "probe.box_free", "with": [{ "ref": "box" }] }, { "call": "probe.say", "with": ["TIDIED"] }] },
            { "name": "not begun", "steps": [{ "call": "probe.say", "with": ["NOR THIS"] }] }
          ] }
        """

    private func start(_ call: String, _ options: String...) throws -> Started { try start(call, options) }

    private func start(_ call: String, _ options: [String]) throws -> Started {
        try bench.folder.write("a.json", Self.text.replacing(#""CALL""#, with: call))
        return try Program.built("heddle").start(
            [
                "test", "-m", bench.modules, "a.json", "--junit", "r.xml", "--tap", "r.tap", "--html", "r.html",
                "--trace", "r.json",
            ] + options, in: bench.folder.path)
    }

    private static let wait = #""probe.wait_ms", "with": [50000]"#

    private func expectNoReports() throws {
        let left = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
        #expect(left.filter { name in Self.reports.contains { name.hasPrefix($0) } }.isEmpty)
    }

    @Test(
        "stops in order: what is to run in any case runs, and every report is written",
        arguments: [SIGINT, SIGTERM, SIGHUP], ["--in-process", "--json"])
    func inOrder(signal: Int32, option: String) throws {
        let run = try start(Self.wait, option)
        #expect(run.waits(untilOutputHas: "WAITS"))
        run.signal(signal)
        let ended = run.ended()
        #expect(ended.status == 130)
        #expect(
            ended.errors.hasPrefix("interrupted: the run stops after the current call; once more stops it at once\n"))
        if option == "--in-process" {
            #expect(ended.errors.contains("notice: 1 case was not run: the run was interrupted\n"))
        }
        #expect(ended.output.contains("TIDIED") && !ended.output.contains("NO"))
        #expect(bench.folder.text(of: "r.xml")?.hasSuffix("</testsuites>\n") == true)
        #expect(bench.folder.text(of: "r.xml")?.contains("interrupted") == true)
        #expect(bench.folder.text(of: "r.tap")?.contains("\nnot ok 1 - waits\n") == true)
        #expect(bench.folder.text(of: "r.html")?.contains("</html>") == true)
        #expect(bench.folder.text(of: "r.json")?.hasSuffix("]}\n") == true)
    }

    @Test("does not count a case as failed whose call the signal has ended early")
    func endedEarly() throws {
        let run = try start(#""c.sleep", "with": [50], "expect": { "result": 0 }"#, "--json")
        #expect(run.waits(untilOutputHas: "WAITS"))
        run.signal(SIGTERM)
        let ended = run.ended()
        #expect(ended.status == 130)
        let end = try #require(try ended.events.last { $0.kind == "caseEnded" })
        #expect(end["outcome"] == "interrupted")
        #expect(end["reason"] == "the run was interrupted")
    }

    @Test("releases what was given out, the last one first")
    func releases() throws {
        let leak = #""c.strdup", "with": ["left"] }, { "call": \#(Self.wait)"#
        let run = try start(leak, "--json")
        #expect(run.waits(untilOutputHas: "c.strdup"))
        run.signal(SIGINT)
        let ended = run.ended()
        #expect(ended.status == 130)
        let events = try ended.events
        #expect(events.last?.kind == "summary")
        #expect(events.filter { $0.kind == "caseEnded" }.map { $0["outcome"] } == ["interrupted"])
    }

    @Test(
        "the second one stops it at once, also inside of native code that goes on for ever",
        arguments: [SIGINT, SIGTERM], [true, false])
    func atOnce(second: Int32, isInProcess: Bool) throws {
        let run = try start(#""spin.spin""#, isInProcess ? ["--json", "--in-process"] : ["--json"])
        #expect(isInProcess ? run.waits(untilErrorsHave: "SPINS") : run.waits(untilOutputHas: "SPINS"))
        // Lines wait for some milliseconds, so that many are handed over at once.
        #expect(run.waits(untilOutputHas: "probe.say"))
        run.signal(SIGINT)
        #expect(run.waits(untilErrorsHave: "interrupted: the run stops"))
        run.signal(second)
        let ended = run.ended()
        #expect(ended.status == 128 + second)
        #expect(ended.output.hasSuffix("}\n"))
        #expect(try ended.events.last { $0.kind == "call" }?["call"] == "probe.say")
        try expectNoReports()
    }

    @Test("a signal that the process was started to ignore stays ignored")
    func ignored() throws {
        try bench.folder.write("a.json", behaviour(#",{ "call": "probe.wait_ms", "with": [600] }"#))
        let heddle = try Program.built("heddle").path
        let run = try Program("sh").start(
            ["-c", "trap '' INT; '\(heddle)' run -m '\(bench.modules)' a.json & echo $! > pid; wait $!"],
            in: bench.folder.path)
        #expect(run.waits(untilOutputHas: "CALLED"))
        let number = try #require(bench.folder.text(of: "pid").flatMap { Int32($0.dropLast()) })
        kill(number, SIGINT)
        let ended = run.ended()
        #expect(ended.status == 0)
        #expect(ended.errors == "2 calls: 2 returned.\n")
    }
}
