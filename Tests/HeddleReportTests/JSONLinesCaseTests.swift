// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("JSON Lines: cases")
struct JSONLinesCaseTests {
    @Test("a case that did not pass has the command that runs it again")
    func rerun() {
        let line = jsonLines(.caseEnded(Scene.attempt("a"), CaseEnding(.failed, rerun: "heddle test 'a'")))
        #expect(line.hasSuffix(#","outcome":"failed","ns":0,"rerun":"heddle test 'a'"}"# + "\n"))
    }

    @Test("the start of a run, with and without what it need not have")
    func runStarted() {
        #expect(
            jsonLines(
                .runStarted(
                    RunStartEvent(files: ["a.json", "b\".json"], seed: .max, shard: .init(index: 2, of: 3), jobs: 4)),
                .runStarted(RunStartEvent(files: []))) == #"""
                    {"event":"runStarted","files":["a.json","b\".json"],"seed":18446744073709551615,"shard":{"index":2,"count":3},"jobs":4}
                    {"event":"runStarted","files":[],"jobs":1}

                    """#)
    }

    @Test("an attempt at a case begins and ends")
    func attempts() {
        let event = Scene.attempt("s/a", name: "a", tags: ["x"], attempt: 2, worker: 3, start: 7)
        let ending = CaseEnding(.crashed, reason: "SIGSEGV", nanoseconds: 9, isRetried: true)
        #expect(
            jsonLines(
                .caseStarted(event), .caseEnded(event, ending), .caseEnded(Scene.attempt("b"), CaseEnding(.passed)))
                    == #"""
                    {"event":"caseStarted","id":"s/a","name":"a","tags":["x"],"at":"cases.json:2:3","attempt":2,"worker":3,"start":7}
                    {"event":"caseEnded","id":"s/a","name":"a","tags":["x"],"at":"cases.json:2:3","attempt":2,"worker":3,"start":7,"outcome":"crashed","reason":"SIGSEGV","ns":9,"retried":true}
                    {"event":"caseEnded","id":"b","name":"b","tags":[],"at":"cases.json:2:3","attempt":1,"worker":0,"outcome":"passed","ns":0}

                    """#)
    }

    @Test("the row of a table begins with its values, and is known by what all rows have in common")
    func row() {
        let lines = jsonLines(Scene.table[0], Scene.table[2])
        #expect(
            lines == #"""
                {"event":"caseStarted","id":"cases.json/adds [1]","name":"adds [1]","tags":[],"at":"cases.json:2:3","attempt":1,"worker":0,"family":"adds","row":{"n":1,"text":"<b>"}}
                {"event":"caseEnded","id":"cases.json/adds [1]","name":"adds [1]","tags":[],"at":"cases.json:2:3","attempt":1,"worker":0,"outcome":"passed","ns":100}

                """#)
    }

    @Test("what happens in a case carries its worker, at the end of the line")
    func workers() {
        let lines = jsonLines(
            Scene.call(0, start: 5, hooks: ["log", "time"]), Scene.call(1, .skipped(reason: "r")),
            Scene.expectation(2, isHeld: true), Scene.expectation(2, isHeld: false),
            .emitted(EmittedEvent(name: "e", value: nil, call: nil, worker: 3)),
            .output(OutputEvent(.error, "t", worker: 4)), .diagnostic(Diagnostic(code: .json(.syntax), "m"), worker: 5))
        #expect(
            lines == #"""
                {"event":"call","index":0,"call":"z.crc32","with":[7],"status":"returned","result":1,"out":{},"errno":0,"ns":100,"start":5,"hooks":["log","time"],"worker":0}
                {"event":"call","index":0,"call":"z.crc32","with":[7],"status":"skipped","reason":"r","worker":1}
                {"event":"expectation","index":0,"path":"result","held":true,"expected":5,"actual":1,"at":"cases.json:2:27","worker":2}
                {"event":"expectation","index":0,"path":"result","held":false,"expected":5,"actual":1,"at":"cases.json:2:27","quote":{"text":"  { \"expect\": { \"result\": 5 } }","column":1,"width":1},"worker":2,"code":"expectation.failed"}
                {"event":"emitted","name":"e","worker":3}
                {"event":"output","stream":"stderr","text":"t","worker":4}
                {"event":"diagnostic","severity":"error","code":"json.syntax","message":"m","subject":"document","worker":5}

                """#)
    }

    @Test("the summary of a run with cases has the number of each outcome")
    func summary() {
        var summary = Summary()
        summary.cases = [.passed: 2, .timedOut: 1]
        #expect(
            jsonLines(.summary(summary)) == #"""
                {"event":"summary","calls":0,"returned":0,"failed":0,"skipped":0,"expectations":{"held":0,"failed":0},"cases":{"passed":2,"flaky":0,"failed":0,"skipped":0,"timedOut":1,"crashed":0,"interrupted":0}}

                """#)
    }

    @Test("of a long line only what is shown of it is quoted")
    func longLine() {
        let source = SourceText(
            name: "m", String(repeating: "x", count: 500) + "!" + String(repeating: "y", count: 500))
        let line = jsonLines(.diagnostic(Diagnostic(code: .json(.syntax), "m", at: place(of: "!", in: source))))
        let quoted = String(repeating: "x", count: 101) + "!" + String(repeating: "y", count: 120)
        #expect(line.hasSuffix(#""quote":{"text":"\#(quoted)","column":400,"width":1}}"# + "\n"))
    }
}
