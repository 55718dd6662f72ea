// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension JSONLine {
    mutating func members(of event: RunStartEvent) {
        member("files", event.files)
        member("seed", event.seed)
        if let shard = event.shard {
            object("shard") { line in
                line.member("index", isFirst: true, shard.index)
                line.member("count", shard.count)
            }
        }
        member("jobs", event.jobs)
    }

    mutating func members(of event: CaseEvent) {
        member("id", event.id)
        member("name", event.name)
        member("tags", event.tags)
        member("at", event.range)
        member("attempt", event.attempt)
        member("worker", event.worker)
        member("start", event.start)
    }

    mutating func members(of event: CaseEvent, _ ending: CaseEnding) {
        members(of: event)
        member("outcome", ending.outcome.rawValue)
        if let reason = ending.reason { member("reason", reason) }
        member("ns", ending.nanoseconds)
        if ending.isRetried { member("retried", true) }
        if let rerun = ending.rerun { member("rerun", rerun) }
    }

    mutating func members(of event: OutputEvent) {
        member("stream", event.stream.rawValue)
        member("text", event.text)
        member("worker", event.worker)
    }

    /// The line of the file at a place, so that reports can quote it without the file.
    mutating func quote(_ range: SourceRange) {
        let piece = range.piece
        object("quote") { line in
            line.member("text", isFirst: true, piece.source.quotable)
            line.member("column", piece.source.origin.column)
            line.member("width", piece.text.unicodeScalars.count)
        }
    }
}
