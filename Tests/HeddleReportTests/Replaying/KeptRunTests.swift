// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Synchronization
import Testing

/// Keeps events, and what reports make of them.
final class Replayed: EventSink, Sendable {
    private let kept = Mutex<[Event]>([])
    private let written = Mutex("")

    var events: [Event] { kept.withLock { $0 } }
    var lines: String { written.withLock { $0 } }

    func receive(_ event: Event) { kept.withLock { $0.append(event) } }
    func write(_ text: String) { written.withLock { $0 += text } }
}

@Suite("A kept run")
struct KeptRunTests {
    /// The last line of a run; what it says is counted anew.
    private static let ending = #"{"event":"summary"}"# + "\n"

    private func lines(_ events: [Event]) -> String {
        let replayed = Replayed()
        let report = JSONLinesReport(write: replayed.write)
        for event in events { report.receive(event) }
        return replayed.lines
    }

    private func forPeople(_ events: [Event]) -> String {
        let replayed = Replayed()
        let output = ReportOutput(write: replayed.write)
        let report = ConsoleReport(data: output, messages: output)
        for event in events { report.receive(event) }
        return replayed.lines
    }

    /// The events of a merge of texts, the lines that they make, and what the merge has to say.
    @discardableResult
    private func replay(_ texts: String...) -> (events: [Event], lines: String, told: [Diagnostic]) {
        let (replayed, messages) = (Replayed(), Replayed())
        let stream = EventStream(to: [replayed, JSONLinesReport(write: replayed.write)])
        var merge = RunMerge(into: stream, telling: EventStream(to: [messages]), version: "1.0.0")
        for text in texts { merge.add(KeptText(SourceText(name: "run.jsonl", text))) }
        _ = merge.finish()
        let told = messages.events.compactMap {
            if case .diagnostic(let diagnostic, _) = $0 { diagnostic } else { nil }
        }
        return (replayed.events, replayed.lines, told)
    }

    private func mistake(_ text: String) -> String? {
        let mistakes = replay(text).told.filter { $0.severity == .error }
        if mistakes.isEmpty { return nil }
        return mistakes.map { "\($0.range?.location ?? ""): \($0.message)" }.joined(separator: "; ")
    }

    @Test("every event is read back as it was written", arguments: 1...200 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = RandomEvents(seed: seed)
        for event in (0..<20).map({ _ in random.event() }) {
            let kept = lines([event])
            let read = try Event(kept: SourceText(name: "run.jsonl", String(kept.dropLast())))
            #expect(lines([read]) == kept)
            // With a space it is none of the lines that are read faster.
            let spaced = try Event(kept: SourceText(name: "run.jsonl", "{ " + kept.dropFirst().dropLast()))
            #expect(lines([spaced]) == kept)
            #expect(event.plainPart == read.plainPart)
            #expect(forPeople([event]) == forPeople([read]))
        }
    }

    @Test("the summary is counted anew")
    func summary() {
        let replayed = replay(
            lines([
                .call(CallEvent(index: 0, call: .init(module: "m", action: "f"), arguments: [], status: .returned(nil)))
            ])
                + #"{"event":"summary","calls":99}"# + "\n")
        guard case .summary(let summary)? = replayed.events.last else { return #expect(Bool(false)) }
        #expect(summary.calls == 1)
        #expect(replayed.events.count == 2)
    }

    @Test("a run that was cut off anywhere is told as far as it goes, with a warning")
    func cutOff() throws {
        let line = #"{"event":"emitted","name":"ü"}"#
        let text = line + "\n" + line
        for length in 1..<text.utf8.count {
            let cut = String(decoding: text.utf8.prefix(length), as: UTF8.self)
            let isWhole = length == line.utf8.count || length == line.utf8.count + 1
            let replayed = replay(cut)
            #expect(replayed.told.map(\.code) == [isWhole ? .report(.noEnd) : .report(.cutOff)])
            let names = replayed.events.count { if case .emitted = $0 { true } else { false } }
            #expect(names == (length >= line.utf8.count ? 1 : 0))
        }
        let warning = try #require(replay(line + "\n{\"ev").told.first)
        #expect(warning.range?.location == "run.jsonl:2:1")
        #expect(warning.severity == .warning)
        #expect(replay(line + "\n" + Self.ending).told.isEmpty)
    }

    private static let kinds =
        "\"runStarted\" or \"caseStarted\" or \"caseEnded\" or \"call\" or \"expectation\" or \"emitted\" or \"log\" or "
        + "\"output\" or \"finding\" or \"diagnostic\" or \"summary\""

    @Test(
        "garbage is refused with its line and column",
        arguments: [
            ("x", "1:1: found \"x\", expected a value"), ("[]", "1:1: an event is an array, expected an object"),
            ("{}", "1:1: the event has no \"event\""),
            ("{\"event\":7}", "1:10: \"event\" of an event is a number, expected \(kinds)"),
            ("{\"event\":\"cal\"}", "1:10: \"event\" of an event is \"cal\", expected \(kinds)"),
            (#"{"event":"emitted","name":7}"#, "1:27: \"name\" of an event is a number, expected text"),
            (#"{"event":"emitted"}"#, "1:1: the event has no \"name\""),
            (
                #"{"event":"emitted","name":"n","worker":1.5}"#,
                "1:40: \"worker\" of an event is 1.5, expected a whole number from 0 to 4294967295"
            ),
            (
                #"{"event":"emitted","name":"n","call":"m"}"#,
                "1:38: found \"m\", expected a module and an action with a dot between them"
            ),
            (#"{"event":"emitted","name":"n","name":"n"}"#, "1:31: the name \"name\" appears twice in one object"),
            (
                #"{"event":"finding","aspect":"a","action":"m.f","facts":[]}"#,
                "1:56: \"facts\" of an event is an array, expected an object"
            ),
            (
                #"{"event":"diagnostic","severity":"fatal","code":"c","message":"m","subject":"usage"}"#,
                "1:34: \"severity\" of an event is \"fatal\", expected \"error\" or \"warning\" or \"notice\""
            ),
            (
                #"{"event":"caseStarted","id":"a","name":"a","tags":[1],"at":"f:1:1","attempt":1,"worker":0}"#,
                "1:52: an element of \"tags\" of an event is a number, expected text"
            ),
            (
                #"{"event":"caseStarted","id":"a","name":"a","tags":[],"at":"f:0:1","attempt":1,"worker":0}"#,
                "1:59: found \"f:0:1\", expected file:line:column"
            ),
        ])
    func garbage(line: String, message: String) {
        #expect(mistake(line + "\n") == "run.jsonl:\(message)")
        let good = #"{"event":"emitted","name":"n"}"# + "\n"
        #expect(mistake(good + "\n" + line + "\n") == "run.jsonl:\(message.replacing(/^1/, with: "3"))")
    }

    @Test("a last line that is whole JSON but no event is refused, with or without its end")
    func lastLine() {
        #expect(mistake("{}") == "run.jsonl:1:1: the event has no \"event\"")
    }

    @Test("nothing may stand behind the summary, and a text without events is no run")
    func ends() {
        let summary = Self.ending
        #expect(mistake(summary + "\n \n") == nil)
        let emitted = #"{"event":"emitted","name":"n"}"# + "\n"
        #expect(mistake(summary + summary)?.hasPrefix("run.jsonl:2:1: found another event") == true)
        #expect(
            mistake(summary + emitted + emitted)
                == "run.jsonl:2:1: found another event, expected nothing after the summary of the run; it and all behind "
                + "it is left out")
        #expect(!replay(summary + emitted).events.contains { if case .emitted = $0 { true } else { false } })
        for text in ["", "\n", " \r\n\n"] { #expect(mistake(text) == ": run.jsonl has no events") }
    }

    @Test("a report that could not be written is told behind the summary, and gives the run its status")
    func unwritable() {
        let failed = Diagnostic(.error, .resource, code: .report(.unwritable), "there is no space for r.html")
        let messages = Replayed()
        var merge = RunMerge(
            into: EventStream(to: [Replayed()]), telling: EventStream(to: [messages]), version: "1.0.0")
        let text = #"{"event":"summary","status":0}"# + "\n" + lines([.diagnostic(failed)])
        merge.add(KeptText(SourceText(name: "run.jsonl", text)))
        #expect(merge.finish() == .exhausted)
        #expect(messages.events.isEmpty)
        #expect(
            replay(text).events.contains { event in
                if case .diagnostic(let diagnostic, _) = event { diagnostic.message == failed.message } else { false }
            })
    }

    @Test("members of later versions are passed over")
    func laterMembers() {
        let line = #"{"event":"emitted","name":"n","later":[{}]}"#
        #expect(replay(line + "\n" + Self.ending).events.count == 2)
    }

    @Test("an object that only looks like bytes or a handle stays one")
    func lookAlikes() {
        for json in [
            #"{"bytes":"AQ="}"#, #"{"bytes":1}"#, #"{"bytes":"AQ==","more":1}"#, #"{"handle":-1,"type":"t"}"#,
            #"{"type":"t","handle":1}"#,
        ] {
            let line = #"{"event":"emitted","name":"n","value":"# + json + "}\n"
            let replayed = replay(line)
            #expect(replayed.lines.hasPrefix(line))
            guard case .emitted(let event)? = replayed.events.first, case .object? = event.value else {
                Issue.record("\(json) was read as something else")
                continue
            }
        }
    }
}

extension Event {
    /// The comparable parts, without places.
    fileprivate var plainPart: AnyHashable? {
        switch self {
        case .runStarted(let event): event
        case .caseStarted(let event): event.plainPart
        case .caseEnded(let event, let ending): [event.plainPart, ending] as [AnyHashable]
        case .call(let event): event
        case .expectation(let event):
            [event.index, event.path, event.isHeld, event.expected, event.actual, event.circumstances] as [AnyHashable]
        case .emitted(let event): event
        case .logged(let event): event
        case .output(let event): event
        case .finding(let event): event
        case .diagnostic(let diagnostic, let worker): [diagnostic.code, diagnostic.message, worker] as [AnyHashable]
        case .summary(let summary): summary
        }
    }
}

extension CaseEvent {
    fileprivate var plainPart: AnyHashable {
        [id, name, tags, range.location, attempt, worker, start] as [AnyHashable]
    }
}
