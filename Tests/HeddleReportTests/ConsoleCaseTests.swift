// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("Console: cases")
struct ConsoleCaseTests {
    @Test("a case is a line with its outcome, name and time, once it has ended; its calls are not shown")
    func passed() {
        let output = console(
            Scene.attempt(Scene.attempt("the seat is free"), CaseEnding(.passed, nanoseconds: 3100), Scene.call(0)))
        #expect(output.data == "  passed       the seat is free   3.1 µs\n")
        #expect(output.messages == "")
    }

    @Test("one that passed tells its warnings all the same")
    func warnings() {
        let output = console(Scene.leak)
        #expect(output.data == "  passed       a   412 ns\n")
        #expect(output.messages == "warning: handle 1 was not released\n = call del\n")
    }

    @Test("one that failed says where it stands, what was wrong and what it printed")
    func failed() {
        let output = console(
            Scene.attempt(
                Scene.attempt("a"), CaseEnding(.failed, nanoseconds: 412), Scene.call(0),
                Scene.expectation(0, isHeld: false), .output(OutputEvent(.output, "one\n\u{1B}two", worker: 0))))
        #expect(output.data == "  failed       a   412 ns   cases.json:2:3\n")
        #expect(
            output.messages == """
                error: result of z.crc32 is not what was expected
                 --> cases.json:2:27
                  |
                2 |   { "expect": { "result": 5 } }
                  |                           ^
                  = expected: number 5
                  = actual:   number 1
                one
                \\u001btwo

                """)
    }

    @Test("one that failed ends with the command that runs it again, once")
    func rerun() {
        let output = console(
            Scene.attempt(Scene.attempt("a"), CaseEnding(.failed, isRetried: true))
                + Scene.attempt(
                    Scene.attempt("a", attempt: 2), CaseEnding(.failed, rerun: "heddle test a.json --name 'a\u{1B}'"),
                    .output(OutputEvent(.output, "printed", worker: 0))))
        #expect(output.messages == "printed\nrun again: heddle test a.json --name 'a\\u001b'\n")
    }

    @Test("every outcome has its words, and says why where it has a reason")
    func outcomes() {
        let events = [
            CaseEnding(.flaky), CaseEnding(.skipped, reason: "no printer"),
            CaseEnding(.timedOut, reason: "longer than 1 s"),
            CaseEnding(.crashed, reason: "SIGSEGV"), CaseEnding(.interrupted),
        ].flatMap { Scene.attempt(Scene.attempt("a"), $0) }
        let output = console(events)
        #expect(
            output.data == """
                  flaky        a   0 ns
                  skipped      a: no printer
                  timed out    a   0 ns   cases.json:2:3
                  crashed      a   0 ns   cases.json:2:3
                  interrupted  a   0 ns   cases.json:2:3

                """)
        #expect(output.messages == "longer than 1 s\nSIGSEGV\n")
    }

    @Test("attempts are numbered where there is more than one")
    func attempts() {
        let output = console(
            Scene.attempt(Scene.attempt("a"), CaseEnding(.failed, isRetried: true))
                + Scene.attempt(Scene.attempt("a", attempt: 2), CaseEnding(.flaky)))
        #expect(
            output.data == "  failed       a (attempt 1)   0 ns   cases.json:2:3\n  flaky        a (attempt 2)   0 ns\n"
        )
    }

    @Test("calls outside of cases are lines as ever")
    func outside() {
        let output = console([.caseStarted(Scene.attempt("a")), Scene.call(nil), Scene.call(0)])
        #expect(output.data == "  z.crc32(7) = 1   100 ns\n")
    }

    @Test("the seed is told first, and the summary counts the cases")
    func summary() {
        var summary = Summary()
        (summary.returned, summary.failed) = (2, 1)
        summary.cases = [.passed: 2, .failed: 1, .timedOut: 1]
        let output = console([.runStarted(RunStartEvent(files: ["a"], seed: 7)), .summary(summary)])
        #expect(output.messages == "seed 7\n4 cases: 2 passed, 1 failed, 1 timed out. 3 calls: 2 returned, 1 failed.\n")
        summary.cases = [.flaky: 1, .skipped: 1, .passed: 1]
        #expect(console([.summary(summary)], isStyled: true).messages.hasPrefix("\u{1B}[32m3 cases: 1 passed, 1 flaky"))
    }

    @Test("only what did not pass is told where it is to be quiet, with warnings and the summary")
    func quiet() {
        let events =
            Scene.attempt(Scene.attempt("a"), CaseEnding(.passed), Scene.call(0))
            + Scene.attempt(Scene.attempt("b"), CaseEnding(.skipped, reason: "there is none"))
            + Scene.leak + [Scene.call(nil), Scene.call(nil, .failed(Scene.failure), mayFail: true)]
            + Scene.attempt(
                Scene.attempt("c"), CaseEnding(.failed), Scene.call(0), Scene.expectation(0, isHeld: false))
        let output = console(events, detail: .problems)
        #expect(output.data == "  passed       a   412 ns\n  failed       c   0 ns   cases.json:2:3\n")
        #expect(output.messages.hasPrefix("warning: handle 1 was not released\n = call del\nerror: result of"))
    }

    @Test("the calls and the output of a case stand below its line where they are asked for")
    func verbose() {
        let output = console(
            Scene.attempt(
                Scene.attempt("a"), CaseEnding(.passed), Scene.call(0), Scene.call(0, .failed(Scene.failure)),
                .output(OutputEvent(.output, "printed", worker: 0))), detail: .calls)
        #expect(
            output.data == """
                  passed       a   0 ns
                    z.crc32(7) = 1   100 ns
                    z.crc32(7) failed: io: gone
                printed

                """)
    }

    @Test("nothing of a kept run can steer the terminal")
    func hostile() {
        let file = SourceText(name: "a\u{1B}[2J.json", "\u{1B}[2J")
        let note = Diagnostic.Note(hostileText, at: place(of: "[", in: file))
        let events =
            Scene.everything
            + Scene.attempt(
                Scene.attempt("a", file: file), CaseEnding(.failed),
                .diagnostic(
                    Diagnostic(
                        code: .json(.syntax), hostileText, at: place(of: "[", in: file), label: hostileText,
                        suggestion: hostileText, notes: [note]), worker: 0))
        let output = console(events)
        let all = (output.data + output.messages).unicodeScalars
        #expect(all.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }
}
