// SPDX-License-Identifier: Apache-2.0

/// Sorts the events of a run by the attempts that they belong to: the one place that knows which worker runs what.
///
/// It is a class because a report asks it at each event, and Swift copies a structure to ask it.
final class CaseRecorder {
    private let keepsCalls: Bool
    private let keepsOutside: Bool
    private var open: [Int: OpenRecord] = [:]
    private var outside: CaseRecord
    /// Cases that are to be tried again, by what they are known by, with a number that grows.
    private var awaited: [String: (number: Int, event: CaseEvent)] = [:]
    private var retries = 0

    /// - Parameters:
    ///   - keepsCalls: whether records have all of their calls.
    ///   - keepsOutside: whether there is a record of what happens outside of cases.
    init(keepsCalls: Bool = false, keepsOutside: Bool = true) {
        self.keepsCalls = keepsCalls
        self.keepsOutside = keepsOutside
        self.outside = CaseRecord(nil, keepsCalls: keepsCalls)
    }

    /// Returns whether the event belongs to an attempt that has begun.
    func isInCase(_ event: Event) -> Bool { event.worker.map { open[$0] != nil } ?? false }

    /// Takes an event.
    ///
    /// - Returns: the records that are complete with it: that of an attempt that ended, and with the summary those of
    ///   attempts that did not end and of what happened outside of cases.
    func add(_ event: Event) -> [CaseRecord] {
        switch event {
        case .caseStarted(let event): return begin(event)
        case .caseEnded(let event, let ending): return [end(event, ending)]
        case .summary: return rest()
        default:
            record(event)
            return []
        }
    }

    private func record(_ event: Event) {
        if let worker = event.worker, let open = open[worker] {
            open.record.add(event)
        } else if keepsOutside {
            outside.add(event)
        }
    }

    /// A worker that begins an attempt has given up the one before, if that had not ended.
    private func begin(_ event: CaseEvent) -> [CaseRecord] {
        let abandoned = open.updateValue(OpenRecord(event, keepsCalls: keepsCalls), forKey: event.worker)
        awaited[event.id] = nil
        return abandoned.map { [$0.record.ended(nil)] } ?? []
    }

    private func end(_ event: CaseEvent, _ ending: CaseEnding) -> CaseRecord {
        if ending.isRetried {
            retries += 1
            awaited[event.id] = (retries, event)
        }
        let record = open.removeValue(forKey: event.worker)?.record ?? CaseRecord(event, keepsCalls: keepsCalls)
        return record.ended(ending)
    }

    private func rest() -> [CaseRecord] {
        defer { (open, outside, awaited) = ([:], CaseRecord(nil, keepsCalls: keepsCalls), [:]) }
        let unfinished = open.sorted { $0.key < $1.key }.map { $0.value.record.ended(nil) }
        let untried = awaited.values.sorted { $0.number < $1.number }
            .map { CaseRecord($0.event, keepsCalls: keepsCalls).ended(.notRetried) }
        return unfinished + untried + (outside.isEmpty ? [] : [outside.ended(nil)])
    }
}

/// An unfinished record. It is a class because it is large and receives many events.
private final class OpenRecord {
    var record: CaseRecord

    init(_ event: CaseEvent, keepsCalls: Bool) {
        record = CaseRecord(event, keepsCalls: keepsCalls)
    }
}

extension CaseRecord {
    fileprivate func ended(_ ending: CaseEnding?) -> CaseRecord {
        var record = self
        record.end(ending)
        return record
    }
}
