// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Synchronization

/// The events of one action that one aspect sends.
final class TrackedAction: Sendable {
    private struct Counts {
        var left = 0
        var lost = 0
        /// The reason why the first one was lost.
        var reason: String?
    }

    /// The values that all of them begin with.
    let form: TrackedEvent.Form
    /// The lines that files could not take, for each file.
    let losses: [EventLosses]
    private let counts = Mutex(Counts())
    private let begun = Atomic<UInt64>(0)

    init(_ label: String, _ action: ActionName, files: Int) {
        form = TrackedEvent.Form(label, action)
        losses = (0..<files).map { _ in EventLosses() }
    }

    /// The number of a further event.
    func begin() -> UInt64 { begun.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Notes how sending an event has ended: with the reason if it is lost.
    func end(_ loss: String?) {
        guard let loss else { return }
        counts.withLock { counts in
            counts.lost += 1
            counts.reason = counts.reason ?? loss
        }
    }

    /// Notes that there is no event of a call.
    func leave() { counts.withLock { $0.left += 1 } }

    /// The facts of a finding.
    ///
    /// - Parameter names: the names of the files, if reasons begin with them.
    func facts(namingFiles names: [String]) -> [Value.Member] {
        let counts = counts.withLock { $0 }
        let later = losses.map(\.all)
        let lost = counts.lost + later.reduce(into: Set()) { $0.formUnion($1.events) }.count
        let first = later.indices.lazy.compactMap { index in
            later[index].reason.map { names.isEmpty ? $0 : "\(names[index]): \($0)" }
        }.first
        let all = Int(begun.load(ordering: .relaxed))
        let facts = [
            Value.Member("events", all - lost), Value.Member("left", counts.left), Value.Member("lost", lost),
        ]
        return facts + ((first ?? counts.reason).map { [Value.Member("reason", .string($0))] } ?? [])
    }
}
