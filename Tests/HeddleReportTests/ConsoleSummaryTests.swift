// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@testable import HeddleReport

@Suite("Console: summary, findings and diagnostics")
struct ConsoleSummaryTests {
    private func summary(_ returned: Int, _ failed: Int, _ skipped: Int, held: Int = 0, broken: Int = 0) -> Summary {
        var summary = Summary()
        (summary.returned, summary.failed, summary.skipped) = (returned, failed, skipped)
        (summary.expectationsHeld, summary.expectationsFailed) = (held, broken)
        return summary
    }

    @Test("the summary is one sentence or two")
    func sentences() {
        #expect(summary(3, 1, 0, held: 2).sentence == "4 calls: 3 returned, 1 failed. 2 expectations held.")
        #expect(summary(1, 0, 0).sentence == "1 call: 1 returned.")
        #expect(summary(0, 0, 2).sentence == "2 calls: 2 skipped.")
        #expect(summary(0, 0, 0).sentence == "No calls.")
        #expect(summary(1, 0, 0, held: 1).sentence == "1 call: 1 returned. 1 expectation held.")
        #expect(summary(1, 0, 0, held: 2, broken: 1).sentence == "1 call: 1 returned. 1 of 3 expectations failed.")
        #expect(summary(1, 0, 0, broken: 1).sentence == "1 call: 1 returned. 1 of 1 expectation failed.")
    }

    @Test("the summary is a message, green where nothing failed and red where something did")
    func styled() {
        let good = console([.summary(summary(1, 0, 0))], isStyled: true)
        #expect(good.data == "")
        #expect(good.messages == "\u{1B}[32m1 call: 1 returned.\u{1B}[0m\n")
        #expect(console([.summary(summary(0, 1, 0))], isStyled: true).messages.hasPrefix("\u{1B}[1;31m"))
        #expect(console([.summary(summary(1, 0, 0, broken: 1))], isStyled: true).messages.hasPrefix("\u{1B}[1;31m"))
    }

    @Test("diagnostics are messages as people read them")
    func diagnostics() {
        let output = console([
            .diagnostic(Diagnostic(.warning, code: .json(.syntax), "look here", suggestion: "do this"))
        ])
        #expect(output.data == "")
        #expect(output.messages == "warning: look here\n = do this\n")
    }

    @Test("findings come at the end as aligned tables, one an aspect")
    func findings() {
        let long = ActionName(module: "shop", action: "buyEverything")
        let events = [
            finding("time", crc32, "seen", ["calls": 2, "totalNs": 824, "maxNs": 1_500_000]),
            finding("count", crc32, nil, ["entered": 2]),
            finding("time", long, nil, ["calls": 1234, "totalNs": 90, "maxNs": 90]),
            finding("count", long, nil, ["failed": 10, "entered": 12]),
        ]
        #expect(console(events).data == "")
        let output = console(events + [.summary(Summary())])
        #expect(
            output.data == """
                time                  calls   total     max
                  z.crc32 (seen)          2  824 ns  1.5 ms
                  shop.buyEverything   1234   90 ns   90 ns
                count                 entered  failed
                  z.crc32                   2        
                  shop.buyEverything       12      10

                """)
        #expect(output.messages == "No calls.\n")
    }

    @Test("findings are told once")
    func findingsOnce() {
        let output = console([finding("count", crc32, nil, ["entered": 1]), .summary(Summary()), .summary(Summary())])
        #expect(output.data == "count      entered\n  z.crc32        1\n")
    }

    @Test("facts that are no numbers are shown too, and a time that is none is no time")
    func otherFacts() {
        let facts = [Value.Member("note", .string("a\nb")), Value.Member("oddNs", .integer(-5))]
        let event = FindingEvent(aspect: "x", hook: nil, action: crc32, facts: facts)
        #expect(
            console([.finding(event), .summary(Summary())]).data == """
                x            note  odd
                  z.crc32  "a\\nb"   -5

                """)
    }

    private func finding(
        _ aspect: String, _ action: ActionName, _ hook: String?, _ facts: KeyValuePairs<String, Int128>
    ) -> Event {
        let members = facts.map { Value.Member($0.key, .integer($0.value)) }
        return .finding(FindingEvent(aspect: aspect, hook: hook, action: action, facts: members))
    }

    @Test("a failure that its step expected is no reason for alarm, and is counted by itself")
    func expected() {
        var summary = Summary()
        (summary.returned, summary.failed, summary.judgedFailures) = (3, 2, 1)
        #expect(console([.summary(summary)]).messages == "5 calls: 3 returned, 1 failed, 1 failed as expected.\n")
        #expect(console([.summary(summary)], isStyled: true).messages.hasPrefix("\u{1B}[1;31m"))
        summary.failed = 1
        #expect(console([.summary(summary)]).messages == "4 calls: 3 returned, 1 failed as expected.\n")
        #expect(console([.summary(summary)], isStyled: true).messages.hasPrefix("\u{1B}[32m"))
    }

    @Test("no failure is called expected where an expectation did not hold, which may be that of the failure")
    func misjudged() {
        var summary = summary(3, 1, 0, held: 1, broken: 1)
        summary.judgedFailures = 1
        #expect(summary.sentence == "4 calls: 3 returned, 1 failed. 1 of 2 expectations failed.")
        #expect(!summary.isClean)
    }
}
