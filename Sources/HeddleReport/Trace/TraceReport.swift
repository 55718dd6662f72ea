// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The report for trace viewers such as Perfetto: a JSON trace in Chrome's trace event format.
///
/// Each worker is a thread with a slice for every attempt at a case and slices for its calls within; what happened
/// outside of cases is a thread of its own. The `args` of the slices have arguments, results and the names of hooks as
/// text, because viewers would round large numbers. A call without a measured start follows the previous one.
package final class TraceReport: EventSink {
    private let write: (String) -> Void
    private let recorder = CaseRecorder(keepsCalls: true)
    private var timeline = Timeline()
    private var line = JSONLine()
    private var namedTracks: Set<Int> = []

    /// Creates a report, and writes the beginning of the document.
    ///
    /// - Parameter write: takes the document in parts, on the thread that sends the events.
    package init(write: @escaping (String) -> Void) {
        self.write = write
        write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n")
        line.metadata("process_name", track: Timeline.outside, name: "heddle")
        write(line.text)
    }

    /// Writes what has ended with the event.
    package func receive(_ event: Event) {
        for record in recorder.add(event) { write(record) }
        if case .summary = event { write("\n]}\n") }
    }

    /// Writes a slice before those within it: where both begin at once, the order says which one is inside.
    private func write(_ record: CaseRecord) {
        let place = timeline.place(record)
        if namedTracks.insert(place.track).inserted { writeName(of: place.track) }
        line.slice(of: record, at: place)
        writeLine()
        for (call, span) in zip(record.calls, place.calls) {
            line.slice(of: call, at: span, track: place.track)
            writeLine()
        }
    }

    private func writeName(of track: Int) {
        let name = track == Timeline.outside ? CaseRecord.outsideName : "worker \(track - 1)"
        line.metadata("thread_name", track: track, name: name)
        writeLine()
    }

    private func writeLine() {
        write(",\n")
        write(line.text)
    }
}

extension JSONLine {
    fileprivate mutating func metadata(_ kind: String, track: Int, name: String) {
        object { line in
            line.member("ph", isFirst: true, "M")
            line.member("pid", 1)
            line.member("tid", track)
            line.member("name", kind)
            line.object("args") { $0.member("name", isFirst: true, name) }
        }
    }

    fileprivate mutating func slice(of record: CaseRecord, at place: Timeline.Place) {
        slice(record.name, "case,\(record.outcome.rawValue)", at: place.start..<place.end, track: place.track) { line in
            line.member("outcome", isFirst: true, record.outcome.rawValue)
            if let sentence = record.sentence { line.member("reason", sentence) }
            guard let event = record.event else { return }
            line.member("id", event.id)
            line.member("at", event.range)
            line.member("attempt", event.attempt)
            line.member("tags", event.tags)
        }
    }

    fileprivate mutating func slice(of call: CallEvent, at span: Range<UInt64>, track: Int) {
        slice(call.call.description, "call,\(call.status.name)", at: span, track: track) { line in
            line.member("status", isFirst: true, call.status.name)
            for part in call.parts { line.member(part.name, part.json) }
            if !call.hooks.isEmpty { line.member("hooks", call.hooks) }
        }
    }

    private mutating func slice(
        _ name: String, _ category: String, at span: Range<UInt64>, track: Int, _ arguments: (inout JSONLine) -> Void
    ) {
        object { line in
            line.member("ph", isFirst: true, "X")
            line.member("pid", 1)
            line.member("tid", track)
            line.member("ts", span.lowerBound.microseconds)
            line.member("dur", (span.upperBound - span.lowerBound).microseconds)
            line.member("name", name)
            line.member("cat", category)
            line.object("args", arguments)
        }
    }
}

extension UInt64 {
    /// Nanoseconds as the format counts time.
    fileprivate var microseconds: Value { .number(.decimal(decimal(places: 3))) }
}
