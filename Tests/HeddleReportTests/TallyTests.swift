// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Testing

@testable import HeddleReport

@Suite("Tally")
struct TallyTests {
    private static let statuses: [CallEvent.Status] = [
        .returned(nil), .returned(.null), .failed(Failure(code: "f", message: "")), .skipped(reason: "s"),
        .skipped(reason: "t"), .skipped(reason: "u"),
    ]

    private static let events: [Event] =
        statuses.map { .call(CallEvent(index: 0, call: crc32, arguments: [], status: $0)) }
        + [true, true, true, true, false].map { isHeld in
            .expectation(
                ExpectationEvent(
                    index: 0, path: "result", isHeld: isHeld, expected: .null, actual: nil,
                    range: SourceRange(SourceText(name: "t", ""), 0..<0)))
        }

    private static let silent: [Event] = [
        .emitted(EmittedEvent(name: "e", value: nil, call: nil)),
        .finding(FindingEvent(aspect: "count", hook: nil, action: crc32, facts: [])),
        .diagnostic(Diagnostic(code: .json(.syntax), "m")), .summary(Summary()),
    ]

    private func summary(of events: [Event]) -> Summary {
        var tally = Tally()
        for event in events { tally.add(event) }
        return tally.summary
    }

    @Test("counts calls by status and expectations by whether they held")
    func counts() {
        let summary = summary(of: Self.events)
        #expect(summary.returned == 2)
        #expect(summary.failed == 1)
        #expect(summary.skipped == 3)
        #expect(summary.calls == 6)
        #expect(summary.expectationsHeld == 4)
        #expect(summary.expectationsFailed == 1)
        #expect(summary.expectations == 5)
    }

    @Test("does not depend on the order of the events")
    func order() {
        let expected = summary(of: Self.events)
        for _ in 0..<50 { #expect(summary(of: Self.events.shuffled()) == expected) }
    }

    @Test("counts nothing but calls and expectations, a summary least of all")
    func silentEvents() {
        #expect(summary(of: Self.silent) == Summary())
        #expect(summary(of: Self.events + Self.silent) == summary(of: Self.events))
    }

    @Test("reads a stream in parts as it reads it whole: the sum of the parts")
    func parts() {
        let whole = summary(of: Self.events)
        for cut in 0...Self.events.count {
            let parts = [summary(of: Array(Self.events[..<cut])), summary(of: Array(Self.events[cut...]))]
            #expect(parts.map(\.calls).reduce(0, +) == whole.calls)
            #expect(parts.map(\.expectations).reduce(0, +) == whole.expectations)
            #expect(parts.map(\.failed).reduce(0, +) == whole.failed)
        }
    }
}
