// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The report for harnesses that read the Test Anything Protocol, version 14.
///
///     TAP version 14
///     ok 1 - crc is incremental
///     not ok 2 - the seat is free
///       ---
///       outcome: "failed"
///       message: "result of shop.seat is not what was expected"
///       ...
///     ok 3 - needs a printer # SKIP there is none
///     1..3
///
/// Each case is one test point, written after its last attempt. If it did not pass at once, a diagnostic block in YAML
/// follows. The plan is at the end, so that a harness detects a run that was cut off. Events outside of all cases form
/// the last test point; a warning or notice that belongs to no case is a comment.
package final class TAPReport: EventSink {
    private let write: (String) -> Void
    private let recorder = CaseRecorder()
    private var history = AttemptHistory()
    private var points = 0

    /// Creates a report, and writes its first line.
    ///
    /// - Parameter write: takes whole lines with their ends, on the thread that sends the events.
    package init(write: @escaping (String) -> Void) {
        self.write = write
        write("TAP version 14\n")
    }

    /// Writes what the event has to say to a harness.
    package func receive(_ event: Event) {
        if case .runStarted(let start) = event { write(start.comment) }
        for record in recorder.add(event) {
            if let attempts = history.add(record) {
                points += 1
                write(TAPPoint(number: points, attempts: attempts).text)
            }
            for line in record.runRemarkLines { write("# \(line)\n") }
        }
        if case .summary = event { write(points == 0 ? "1..0 # SKIP there are no cases\n" : "1..\(points)\n") }
    }
}

extension RunStartEvent {
    /// The facts needed to repeat the run.
    fileprivate var comment: String {
        let seed = seed.map { "seed \($0)" }
        let shard = shard.map { "shard \($0.index)/\($0.count)" }
        let parts = [seed, shard, counted(jobs, "job")].compactMap { $0 }
        return "# \(parts.joined(separator: ", "))\n"
    }
}
