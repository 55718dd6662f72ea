// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("JSON Lines: all other events")
struct JSONLinesEventTests {
    private let source = SourceText(name: "a \"b\".json", "{\n  \"ü\": 1, \"result\": 2\n}")

    @Test("an expectation that held")
    func held() {
        let event = ExpectationEvent(
            index: 0, path: "result", isHeld: true, expected: .integer(1), actual: .integer(1),
            range: place(of: "2", in: source))
        #expect(
            jsonLines(.expectation(event)) == #"""
                {"event":"expectation","index":0,"path":"result","held":true,"expected":1,"actual":1,"at":"a \"b\".json:2:21"}

                """#)
    }

    @Test("an expectation with an operator says it in words too, and one that led to nothing has no actual value")
    func condition() {
        let event = ExpectationEvent(
            index: 7, path: "out.n", isHeld: false, expected: .object([Value.Member("gt", .integer(5))]),
            condition: "greater than 5", actual: nil, range: place(of: "{", in: source))
        #expect(
            jsonLines(.expectation(event)) == #"""
                {"event":"expectation","index":7,"path":"out.n","held":false,"expected":{"gt":5},"condition":"greater than 5","at":"a \"b\".json:1:1","quote":{"text":"{","column":1,"width":1},"code":"expectation.failed"}

                """#)
    }

    @Test("what a module emitted")
    func emitted() {
        #expect(
            jsonLines(
                .emitted(EmittedEvent(name: "tick", value: nil, call: nil)),
                .emitted(EmittedEvent(name: "a\"", value: .null, call: crc32))) == #"""
                    {"event":"emitted","name":"tick"}
                    {"event":"emitted","name":"a\"","value":null,"call":"z.crc32"}

                    """#)
    }

    @Test("what is logged, by a module and by the aspect")
    func logged() {
        #expect(
            jsonLines(
                .logged(LoggedEvent(.debug, "a\nb", from: "greeter", worker: 2)),
                .logged(LoggedEvent(.warning, "z.crc32()"))) == #"""
                    {"event":"log","level":"debug","module":"greeter","message":"a\nb","worker":2}
                    {"event":"log","level":"warning","message":"z.crc32()"}

                    """#)
    }

    @Test("a finding, with and without the name of its hook")
    func finding() {
        let facts = [Value.Member("calls", .integer(2)), Value.Member("totalNs", .integer(824))]
        #expect(
            jsonLines(
                .finding(FindingEvent(aspect: "time", hook: "seen", action: crc32, facts: facts)),
                .finding(FindingEvent(aspect: "count", hook: nil, action: crc32, facts: []))) == #"""
                    {"event":"finding","aspect":"time","hook":"seen","action":"z.crc32","facts":{"calls":2,"totalNs":824}}
                    {"event":"finding","aspect":"count","action":"z.crc32","facts":{}}

                    """#)
    }

    @Test("a diagnostic with nothing but a sentence")
    func bareDiagnostic() {
        #expect(
            jsonLines(.diagnostic(Diagnostic(.warning, .module, code: .module(.missing), "no \\ here"))) == #"""
                {"event":"diagnostic","severity":"warning","code":"module.missing","message":"no \\ here","subject":"module"}

                """#)
    }

    @Test("a diagnostic with everything")
    func fullDiagnostic() {
        let diagnostic = Diagnostic(
            code: .json(.syntax), "m", at: place(of: "\"result\"", in: source), label: "l", suggestion: "s",
            notes: [Diagnostic.Note("one"), Diagnostic.Note("two", at: place(of: "}", in: source))])
        #expect(
            jsonLines(.diagnostic(diagnostic)) == #"""
                {"event":"diagnostic","severity":"error","code":"json.syntax","message":"m","at":"a \"b\".json:2:11","subject":"document","label":"l","suggestion":"s","notes":[{"text":"one"},{"text":"two","at":"a \"b\".json:3:1"}],"quote":{"text":"  \"ü\": 1, \"result\": 2","column":1,"width":8}}

                """#)
    }

    @Test("the summary has the documented shape")
    func summary() {
        var summary = Summary()
        summary.returned = 2
        summary.failed = 1
        summary.skipped = 3
        summary.expectationsHeld = 4
        summary.expectationsFailed = 5
        #expect(
            jsonLines(.summary(summary)) == #"""
                {"event":"summary","calls":6,"returned":2,"failed":1,"skipped":3,"expectations":{"held":4,"failed":5}}

                """#)
    }
}
