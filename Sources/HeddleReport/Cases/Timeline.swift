// SPDX-License-Identifier: Apache-2.0

/// Arranges records and their calls in time, with a track for each worker on which nothing overlaps.
///
/// A time that was not measured, or that a recorded run gives and that cannot be, is placed behind the previous one on
/// its track: a viewer must be able to nest everything.
struct Timeline {
    /// The times of a record and its calls, in nanoseconds since the start of the run.
    struct Place {
        let track: Int
        let start: UInt64
        let end: UInt64
        let calls: [Range<UInt64>]
    }

    /// The track of what happens outside of cases; that of worker 0 is the next.
    static let outside = 0

    private var ends: [Int: UInt64] = [:]

    /// The time of a record; records come in the order in which they ended.
    mutating func place(_ record: CaseRecord) -> Place {
        let track = record.event.map { $0.worker.addingWithoutOverflow(1) } ?? Self.outside
        let start = max(record.event?.start ?? 0, ends[track] ?? 0)
        var end = start
        var calls: [Range<UInt64>] = []
        for call in record.calls {
            let begin = max(call.start ?? end, end)
            end = begin.addingWithoutOverflow(call.nanoseconds)
            calls.append(begin..<end)
        }
        end = max(end, start.addingWithoutOverflow(record.nanoseconds))
        ends[track] = end
        return Place(track: track, start: start, end: end, calls: calls)
    }
}

extension Int {
    fileprivate func addingWithoutOverflow(_ other: Int) -> Int {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }
}
