// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HeddleDiagnostics
import HeddleTrust
import Logging

/// The record on the disk of the versions of one behaviour, from which it goes on when the host is started again. Changes
/// are written in their order; one that cannot be written is logged.
struct VersionRecord: Sendable {
    let storage: StateFolder
    private let source: BehaviourEntry.Source
    private let log: Logger
    private let writes = DispatchQueue(label: "heddle.state")

    init(_ storage: StateFolder, of source: BehaviourEntry.Source, log: Logger) {
        (self.storage, self.source, self.log) = (storage, source, log)
    }

    /// Writes what has changed while the active version stays.
    ///
    /// - Parameter seen: when the source was last heard of.
    func note(_ choice: VersionChoice, seen: Timestamp) {
        write(isAwaited: true) { storage, source throws(Diagnostic) in
            try storage.note(choice, from: source, seen: seen)
        }
    }

    /// Writes the active version.
    ///
    /// - Parameters:
    ///   - seen: when the source was last heard of.
    ///   - isAwaited: false if it is enough that it is written soon.
    func keep(_ choice: VersionChoice, seen: Timestamp, isAwaited: Bool) {
        write(isAwaited: isAwaited) { storage, source throws(Diagnostic) in
            try storage.keep(choice, from: source, seen: seen)
        }
    }

    /// Waits until all is written.
    func finish() { writes.sync {} }

    private func write(
        isAwaited: Bool,
        _ change: @escaping @Sendable (StateFolder, BehaviourEntry.Source) throws(Diagnostic) -> Void
    ) {
        let write: @Sendable () -> Void = { [storage, source, log] in
            do throws(Diagnostic) { try change(storage, source) } catch { log.warning("\(error.message)") }
        }
        if isAwaited { writes.sync(execute: write) } else { writes.async(execute: write) }
    }
}
