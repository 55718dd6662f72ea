// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("TAP")
struct TAPReportTests {
    private func tap(_ events: [Event]) -> String { text(of: events) { TAPReport(write: $0) } }

    @Test("a case that passed is a line, and the plan stands at the end")
    func passed() {
        #expect(
            tap(Scene.attempt(Scene.attempt("a", name: "the # of \\"), CaseEnding(.passed), Scene.call(0)))
                == "TAP version 14\nok 1 - the \\# of \\\\\n1..1\n")
    }

    @Test("one that passed has a block for its warnings")
    func warnings() {
        #expect(
            tap(Scene.leak) == """
                TAP version 14
                ok 1 - a
                  ---
                  outcome: "passed"
                  id: "a"
                  at: "cases.json:2:3"
                  duration_ms: 0.000412
                  attempts: 1
                  warnings: |
                    warning: handle 1 was not released
                     = call del
                  ...
                1..1

                """)
    }

    @Test("a warning or notice that belongs to no case is a comment")
    func remarks() {
        #expect(
            tap(Scene.attempt(Scene.attempt("a"), CaseEnding(.passed), Scene.call(0)) + Scene.unfinished) == """
                TAP version 14
                ok 1 - a
                # notice: 5 cases were not run: a case failed, and --fail-fast stops there
                # warning: b.jsonl:1:1: part 3 of 3 is missing
                1..1

                """)
    }

    @Test("one that failed has a block with all that is known")
    func failed() {
        let events =
            [.runStarted(RunStartEvent(files: ["a"], seed: 7))]
            + Scene.attempt(
                Scene.attempt("s/a", name: "a"), CaseEnding(.failed, nanoseconds: 1_234_567), Scene.call(0),
                Scene.expectation(0, isHeld: false), .output(OutputEvent(.output, " x\n", worker: 0)))
        #expect(
            tap(events) == """
                TAP version 14
                # seed 7, 1 job
                not ok 1 - a
                  ---
                  outcome: "failed"
                  id: "s/a"
                  message: "result of z.crc32 is not what was expected: expected number 5, actual number 1"
                  at: "cases.json:2:3"
                  duration_ms: 1.234567
                  attempts: 1
                  findings_1: |
                    error: result of z.crc32 is not what was expected
                     --> cases.json:2:27
                      |
                    2 |   { "expect": { "result": 5 } }
                      |                           ^
                      = expected: number 5
                      = actual:   number 1
                  output_1: |2
                     x
                  ...
                1..1

                """)
    }

    @Test("the time of a case is that of all its attempts together, as in JUnit's XML")
    func time() {
        let events =
            Scene.attempt(Scene.attempt("b"), CaseEnding(.failed, nanoseconds: 1_000_001, isRetried: true))
            + Scene.attempt(Scene.attempt("b", attempt: 2), CaseEnding(.flaky, nanoseconds: 2_000_000))
        #expect(tap(events).contains("\n  duration_ms: 3.000001\n  attempts: 2\n"))
        #expect(text(of: events) { JUnitReport(write: $0) }.contains(#" time="0.003000001">"#))
    }

    @Test("a skipped case says why, and a case that was tried again is one point")
    func directives() {
        let text = tap(
            Scene.attempt(Scene.attempt("a"), CaseEnding(.skipped, reason: "there is # none\n1..9"))
                + Scene.attempt(Scene.attempt("b"), CaseEnding(.failed, reason: "once", isRetried: true))
                + Scene.attempt(Scene.attempt("b", attempt: 2), CaseEnding(.flaky)))
        #expect(text.hasPrefix("TAP version 14\nok 1 - a # SKIP there is \\# none 1..9\nok 2 - b\n  ---\n"))
        #expect(text.contains("\n  outcome: \"flaky\"\n"))
        #expect(text.contains("\n  attempts: 2\n  findings_1: |\n    once\n  ...\n1..2\n"))
    }

    @Test("a run without cases is skipped, and one that was cut off has no plan")
    func plan() {
        #expect(tap([]) == "TAP version 14\n1..0 # SKIP there are no cases\n")
        let collector = Collector()
        let report = TAPReport(write: collector.write)
        for event in Scene.attempt(Scene.attempt("a"), CaseEnding(.passed)) { report.receive(event) }
        #expect(collector.text == "TAP version 14\nok 1 - a\n")
    }

    @Test("what happened outside of cases is the last point")
    func outside() {
        #expect(
            tap([Scene.call(nil, .failed(Scene.failure))]).hasPrefix("TAP version 14\nnot ok 1 - outside of cases\n"))
        #expect(tap([Scene.call(nil)]) == "TAP version 14\nok 1 - outside of cases\n1..1\n")
    }

    @Test("each line is one that the protocol knows, whatever texts there are")
    func hostile() throws {
        let lines = tap(Scene.everything).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let form = /TAP version 14|# .*|(not )?ok \d+ - .*|  .*|1\.\.\d+/
        for line in lines {
            #expect(line.wholeMatch(of: form) != nil, "\(line)")
            guard line.hasPrefix("  ") else { continue }
            #expect(line.unicodeScalars.allSatisfy { $0.isPrintableInYAML }, "\(line)")
        }
        #expect(lines.count { $0.hasPrefix("ok ") } == 4)
        #expect(lines.count { $0.hasPrefix("not ok ") } == 5)
        #expect(lines.last == "1..9")
    }

    @Test("prove understands it, blocks included; that of Debian 12 knows no version beyond 13 and is told that one")
    func prove() throws {
        let folder = try ScratchFolder()
        try folder.write("run.tap", tap(Scene.everything).replacing("TAP version 14", with: "TAP version 13"))
        let ended = try Program("prove").run(["--exec", "cat", "run.tap"], in: folder.path)
        #expect(ended.output.contains("Failed 5/9 subtests"))
        #expect(ended.output.contains("(less 1 skipped subtest: 3 okay)"))
        #expect(!ended.output.contains("Parse errors"))
        #expect(ended.status == 1)
    }
}

extension Unicode.Scalar {
    /// By YAML 1.2, section 5.1, without what would end a line.
    fileprivate var isPrintableInYAML: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: value != 0x2028 && value != 0x2029
        default: false
        }
    }
}
