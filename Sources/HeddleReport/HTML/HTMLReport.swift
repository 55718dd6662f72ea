// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The report for browsers: one file that needs neither a network nor anything beside it.
///
/// It has what did not pass first, a timeline of each worker, search over everything that was called and printed, and
/// the values of a call on a click. What the run produced stands in it as data, never as markup or script, and a policy
/// in the document forbids it to load anything.
///
/// Records are written when they end, so that no more is held in memory than the cases that run.
package final class HTMLReport: EventSink {
    private let write: (String) -> Void
    private let page = HTMLPage()
    private let recorder = CaseRecorder(keepsCalls: true)
    private var timeline = Timeline()
    private var findings: [FindingEvent] = []
    private var line = JSONLine()
    private var isFirst = true

    /// Creates a report, and writes the beginning of the document.
    ///
    /// - Parameter write: takes the document in parts, on the thread that sends the events.
    package init(write: @escaping (String) -> Void) {
        self.write = write
        write(page.head)
    }

    /// Writes what has ended with the event.
    package func receive(_ event: Event) {
        switch event {
        case .runStarted(let start): writeRow { $0.row(of: start) }
        case .finding(let finding): findings.append(finding)
        default: break
        }
        for record in recorder.add(event) {
            let place = timeline.place(record)
            writeRow { $0.row(of: record, at: place) }
        }
        if case .summary(let summary) = event { finish(summary) }
    }

    private func finish(_ summary: Summary) {
        let tables = FindingTable.tables(of: findings).map { $0.text(TerminalStyle(isOn: false)) }
        writeRow { line in
            line.object { $0.member("findings", isFirst: true, tables.joined(separator: "\n")) }
        }
        writeRow { line in
            line.object { $0.member("summary", isFirst: true, summary.sentence) }
        }
        write(page.tail)
    }

    private func writeRow(_ make: (inout JSONLine) -> Void) {
        make(&line)
        write(isFirst ? "\n" : ",\n")
        write(line.text.withoutMarkup)
        isFirst = false
    }
}

extension JSONLine {
    fileprivate mutating func row(of start: RunStartEvent) {
        object { line in
            line.object("run", isFirst: true) { run in
                run.member("files", isFirst: true, start.files)
                if let seed = start.seed { run.member("seed", "\(seed)") }
                if let shard = start.shard { run.member("shard", "\(shard.index)/\(shard.count)") }
                run.member("jobs", start.jobs)
                if let origin = start.origin { run.object("origin") { $0.members(of: origin) } }
            }
        }
    }

    fileprivate mutating func row(of record: CaseRecord, at place: Timeline.Place) {
        object { line in
            line.member("name", isFirst: true, record.name)
            line.member("id", record.id)
            line.member("outcome", record.outcome.rawValue)
            line.member("track", place.track)
            line.member("start", place.start)
            line.member("ns", place.end - place.start)
            if let event = record.event { line.members(ofCase: event) }
            if record.isRetried { line.member("retried", true) }
            if record.isUnjudged { line.member("unjudged", true) }
            line.members(saidBy: record)
            line.objects("calls", Array(zip(record.calls, place.calls))) { $0.members(of: $1.0, at: $1.1) }
        }
    }

    private mutating func members(ofCase event: CaseEvent) {
        member("tags", event.tags)
        member("at", event.range)
        member("attempt", event.attempt)
        if let family = event.family { member("family", family) }
    }

    private mutating func members(saidBy record: CaseRecord) {
        let details = record.details
        // The errors say it already, unless the ending has more to say.
        if let reason = details == nil ? record.sentence : record.ending?.reason { member("reason", reason) }
        if let details { member("details", details) }
        if let row = record.rowLine { member("row", row) }
        if let rerun = record.ending?.rerun { member("rerun", rerun) }
        if !record.output.isEmpty { member("output", record.output) }
        if !record.emitted.isEmpty { member("emitted", record.emitted.map(\.line).joined()) }
    }

    private mutating func members(of call: CallEvent, at span: Range<UInt64>) {
        member("call", isFirst: true, call.call)
        member("status", call.status.name)
        member("start", span.lowerBound)
        member("ns", call.nanoseconds)
        for part in call.parts { member(part.name, part.json) }
        if !call.hooks.isEmpty { member("hooks", call.hooks) }
    }
}

extension String {
    /// JSON with no character that could end the element that holds it: `<` stands in its strings only.
    fileprivate var withoutMarkup: String {
        guard utf8.contains(UInt8(ascii: "<")) else { return self }
        return split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
    }
}
