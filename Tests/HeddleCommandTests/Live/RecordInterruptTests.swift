// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A recording that is interrupted")
struct RecordInterruptTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        let source = """
            #include <stdio.h>
            #include <unistd.h>
            void write_number(void); void write_number(void) {
                FILE *file = fopen("number", "w"); fprintf(file, "%d", (int)getpid()); fclose(file);
            }
            int spin(void); int spin(void) { puts("SPINS"); fflush(stdout); for (volatile int i = 0;; i++) {} return 0; }
            """
        try BuiltModules.compile(source, to: "spin.so", in: bench.folder)
    }

    private func start(_ steps: String, _ options: String...) throws -> Started {
        try bench.folder.write(
            "stack.json",
            """
            { "behaviour": 1,
              "modules": { "probe": { "library": "probe" },
                           "spin": { "library": "./spin.so", "declarations": ["int spin(void)", "void write_number(void)"] } },
              "steps": [{ "call": "probe.add", "with": [1, 2] }, \(steps), { "call": "probe.say", "with": ["NOT REACHED"] }],
              "always": [{ "call": "probe.say", "with": ["TIDIED"] }] }
            """)
        return try Program.built("heddle").start(
            ["record", "-m", bench.modules, "stack.json", "-o", "recorded.json"] + options, in: bench.folder.path)
    }

    private static let wait =
        #"{ "call": "probe.say", "with": ["WAITS"] }, { "call": "probe.wait_ms", "with": [1500] }"#

    @Test(
        "stops in order whichever signal only the command gets, and writes what came until then",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func inOrder(signal: Int32) throws {
        let run = try start(Self.wait)
        #expect(run.waits(untilErrorsHave: "WAITS"))
        run.signal(signal)
        let ended = run.ended()
        #expect(ended.status == 130)
        #expect(ended.errors.contains("TIDIED") && !ended.errors.contains("NOT REACHED\n"))
        #expect(ended.errors.contains("warning: the recording was interrupted: "))
        let recording = try #require(bench.folder.text(of: "recorded.json"))
        #expect(recording.contains(#"{ "call": "probe.add", "with": [1, 2], "expect": { "result": 3 } }"#))
        #expect(recording.contains(#""with": ["WAITS"]"#) && !recording.contains("NOT REACHED"))
        #expect(try bench.heddle("check", "-m", bench.modules, "recorded.json").status == 0)
    }

    @Test("has the answers that there are, where answers are asked for")
    func stubs() throws {
        let run = try start(Self.wait, "--stub", "probe")
        #expect(run.waits(untilErrorsHave: "WAITS"))
        run.signal(SIGTERM)
        #expect(run.ended().status == 130)
        let recording = try #require(bench.folder.text(of: "recorded.json"))
        #expect(recording.contains(#"{ "call": "probe.add", "with": [1, 2], "result": 3 }"#))
        #expect(try bench.heddle("run", "-m", bench.modules, "recorded.json").status == 0)
    }

    @Test("the second signal ends it at once, and the run with it")
    func atOnce() throws {
        let run = try start(#"{ "call": "spin.write_number" }, { "call": "spin.spin" }"#)
        #expect(run.waits(untilErrorsHave: "SPINS"))
        run.signal(SIGTERM)
        #expect(run.waits(untilErrorsHave: "interrupted: the run stops"))
        run.signal(SIGTERM)
        #expect(run.ended().status == 128 + SIGTERM)
        #expect(bench.folder.text(of: "recorded.json") == nil)
        let number = try #require(bench.folder.text(of: "number").flatMap { Int32($0) })
        while kill(number, 0) == 0, !isZombie(number) { usleep(10_000) }
    }

    private func isZombie(_ number: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        return status?.contains(") Z ") ?? true
    }
}
