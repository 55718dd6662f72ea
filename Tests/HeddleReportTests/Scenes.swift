// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport

/// A text with everything in it that some format gives a meaning to.
let hostileText =
    "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> \"'&]]> \0\u{1B}[31m\u{FFFE}\u{FFFF}\u{2028}\u{85} "
    + "# SKIP \\ ü漢🙂\r\n---\n...\n  key: [bad\tend"

/// Events of runs, in few words.
enum Scene {
    static let file = SourceText(name: "cases.json", "[\n  { \"expect\": { \"result\": 5 } }\n]")

    static func attempt(
        _ id: String, name: String? = nil, tags: [String] = [], attempt: Int = 1, worker: Int = 0,
        start: UInt64? = nil, file: SourceText = file
    ) -> CaseEvent {
        CaseEvent(
            id: id, name: name ?? id, tags: tags, range: place(of: "{", in: file), attempt: attempt, worker: worker,
            start: start)
    }

    static func call(
        _ worker: Int?, _ status: CallEvent.Status = .returned(.integer(1)), index: Int = 0, start: UInt64? = nil,
        nanoseconds: UInt64 = 100, hooks: [String] = [], mayFail: Bool = false
    ) -> Event {
        let hasFailed = if case .failed = status { true } else { false }
        return .call(
            CallEvent(
                index: index, call: crc32, arguments: [.integer(7)], status: status, nanoseconds: nanoseconds,
                start: start, hooks: hooks, worker: worker,
                circumstances: hasFailed && !mayFail ? FailureContext() : nil))
    }

    static func expectation(
        _ worker: Int?, path: String = "result", isHeld: Bool, index: Int = 0
    ) -> Event {
        .expectation(
            ExpectationEvent(
                index: index, path: path, isHeld: isHeld, expected: .integer(5), actual: .integer(1),
                range: place(of: "5", in: file), worker: worker))
    }

    /// A whole attempt with what happened in it.
    static func attempt(
        _ event: CaseEvent, _ ending: CaseEnding, _ inside: Event...
    ) -> [Event] {
        [.caseStarted(event)] + inside + [.caseEnded(event, ending)]
    }

    /// A case that passed, and left a handle behind.
    static let leak = attempt(
        attempt("a"), CaseEnding(.passed, nanoseconds: 412), call(0),
        .diagnostic(
            Diagnostic(
                .warning, .module, code: .run(.unreleasedHandle), "handle 1 was not released", suggestion: "call del"),
            worker: 0))

    /// The notice of a run that did not come to its end, and the warning of one whose part is missing.
    static let unfinished: [Event] = [
        .diagnostic(
            Diagnostic(
                .notice, .document, code: .cases(.notRun),
                "5 cases were not run: a case failed, and --fail-fast stops there")),
        .diagnostic(
            Diagnostic(
                .warning, code: .report(.missingPart), "part 3 of 3 is missing",
                at: SourceText(name: "b.jsonl", "{}").whole)),
    ]

    /// The rows of a table, one of which failed.
    static let table = (1...3).flatMap { number in
        let row = [Value.Member("n", .integer(Int128(number))), .init("text", .string("<b>"))]
        let event = CaseEvent(
            id: "cases.json/adds [\(number)]", name: "adds [\(number)]", range: place(of: "{", in: file),
            family: "adds", row: row)
        return attempt(event, CaseEnding(number == 2 ? .failed : .passed, nanoseconds: 100), call(0))
    }

    static let failure = Failure(code: "io", message: "gone")

    /// A case of each outcome, one that was tried again, and a call outside of cases.
    static let everything: [Event] =
        [.runStarted(RunStartEvent(files: ["cases.json"], seed: .max, shard: .init(index: 1, of: 2), jobs: 2))]
        + attempt(attempt("good", tags: ["fast"], start: 10), CaseEnding(.passed, nanoseconds: 300), call(0, start: 20))
        + attempt(
            attempt("bad", worker: 1), CaseEnding(.failed, nanoseconds: 1500), call(1),
            expectation(1, isHeld: false), .output(OutputEvent(.output, "printed\n", worker: 1)))
        + attempt(attempt("shaky"), CaseEnding(.failed, isRetried: true), call(0, .failed(failure)))
        + attempt(attempt("shaky", attempt: 2), CaseEnding(.flaky), call(0))
        + attempt(attempt("never"), CaseEnding(.failed, isRetried: true), call(0, .failed(failure)))
        + attempt(attempt("never", attempt: 2), CaseEnding(.crashed, reason: "SIGSEGV in z.crc32"))
        + attempt(attempt("absent"), CaseEnding(.skipped, reason: "there is # none"))
        + attempt(attempt("slow"), CaseEnding(.timedOut, reason: "it took longer than 1 s"))
        + attempt(
            attempt(hostileText, name: hostileText, tags: [hostileText], file: SourceText(name: "a & \"b\".json", "{")),
            CaseEnding(.failed, reason: hostileText),
            .call(
                CallEvent(
                    index: 0, call: ActionName(module: hostileText, action: "f"), arguments: [.string(hostileText)],
                    status: .failed(Failure(code: hostileText, message: hostileText)),
                    out: [.init(hostileText, .string(hostileText))], hooks: [hostileText], worker: 0,
                    circumstances: FailureContext())),
            .output(OutputEvent(.error, hostileText, worker: 0)),
            .emitted(EmittedEvent(name: hostileText, value: .string(hostileText), call: nil, worker: 0)),
            .diagnostic(Diagnostic(code: .json(.syntax), hostileText, suggestion: hostileText), worker: 0))
        + [.caseStarted(attempt("stopped", worker: 1)), call(nil, index: 9)]
}

/// The output of a report for events, with the summary at the end.
func text(of events: [Event], _ make: (@escaping (String) -> Void) -> any EventSink) -> String {
    let collector = Collector()
    let report = make(collector.write)
    var tally = Tally()
    for event in events {
        tally.add(event)
        report.receive(event)
    }
    report.receive(.summary(tally.summary))
    return collector.text
}
