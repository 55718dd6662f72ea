// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDiagnostics

/// Waits for files to change, however that is done: an editor may put another file in the place of one, and a linker
/// may write it in pieces.
///
/// It is used by one thread; only ``waker`` may be used on any.
///
/// ## Topics
/// - ``watch(_:)``
/// - ``wait()``
/// - ``WatchedPath``
package final class FileWatch {
    /// The reason for the end of a wait.
    package enum Event: Sendable {
        /// These files have changed, and nothing happens to them now.
        case changed([String])
        /// Somebody has called ``Waker/wake()``, or there was an interrupt.
        case woken
        /// A folder cannot be watched; changes of files in it will not be seen.
        case refused(Diagnostic)
    }

    /// Ends the waiting.
    package struct Waker: Sendable {
        fileprivate let descriptor: Int32

        /// Ends the wait, or the next one.
        package func wake() { try? System.write([0], to: descriptor) }
    }

    /// The quiet time before a change counts; longer while a written file is still open.
    private static let (quiet, patience) = (Duration.milliseconds(100), Duration.seconds(1))

    private let queue: Int32
    private let bell: Int32
    /// The event that ends the waiting.
    package let waker: Waker
    private var wanted = WatchedPaths([])
    private var folders: FolderWatches
    /// The changes that were not reported yet.
    private var changed: [String] = []
    private var inWriting: Set<String> = []
    private var isFolderMissing = false
    /// A folder that cannot be watched, until it is reported.
    private var refusal: Diagnostic?
    /// The folders of which that was reported.
    private var refused: Set<String> = []
    private var lastChange = ContinuousClock.now

    /// The number of descriptors for watching and for the watched runs.
    private static let descriptors = 16

    /// Begins to watch nothing.
    ///
    /// - Throws: why the system does not let it.
    package init() throws(Diagnostic) {
        if let failure = SpareResources.failure(files: Self.descriptors) { throw .unwatchable(failure) }
        let ends: [Int32]
        do throws(SystemFailure) {
            queue = try System.watchQueue()
            do throws(SystemFailure) {
                ends = try System.pipe()
            } catch {
                System.close(queue)
                throw error
            }
        } catch {
            throw .unwatchable(error)
        }
        for end in ends { System.setBlocking(end, false) }
        bell = ends[0]
        waker = Waker(descriptor: ends[1])
        folders = FolderWatches(queue: queue)
    }

    deinit { for descriptor in [queue, bell, waker.descriptor] { System.close(descriptor) } }

    /// Lets the first interrupt end the waiting, and the second one the process; see ``Interrupts``.
    package func watchInterrupts() { heddle_watch_interrupts(nil, waker.descriptor) }

    /// Watches these, and nothing else. What happened to them before is no change.
    package func watch(_ paths: Set<WatchedPath>) {
        wanted = WatchedPaths(paths)
        _ = folders.set(wanted.folders)
        noteRefusal()
        takeNotes()
        (changed, inWriting, isFolderMissing) = ([], [], false)
    }

    /// Waits until something has changed, or until it is woken. Changes after a wake-up are reported by the next wait.
    package func wait() -> Event {
        while true {
            if let refusal {
                self.refusal = nil
                return .refused(refusal)
            }
            if isRung(within: timeLeft) { return .woken }
            takeNotes()
            guard isQuiet else { continue }
            if isFolderMissing { lookAgain() }
            if changed.isEmpty { continue }
            defer { (changed, inWriting) = ([], []) }
            return .changed(changed)
        }
    }

    // MARK: Time

    private var isPending: Bool { !changed.isEmpty || isFolderMissing }
    private var end: ContinuousClock.Instant { lastChange + (inWriting.isEmpty ? Self.quiet : Self.patience) }
    private var isQuiet: Bool { isPending && ContinuousClock.now >= end }

    /// In milliseconds, rounded up; -1 for ever.
    private var timeLeft: Int32 {
        guard isPending else { return -1 }
        return Int32(max(0, ((end - ContinuousClock.now) / .milliseconds(1)).rounded(.up)))
    }

    /// Waits for notes or the bell.
    private func isRung(within milliseconds: Int32) -> Bool {
        _ = System.ready([queue, bell], within: milliseconds)
        var bytes = [UInt8](repeating: 0, count: 64)
        return ((try? System.read(bell, into: &bytes, count: bytes.count)) ?? 0) > 0
    }

    // MARK: Notes

    private func takeNotes() {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while let count = try? System.read(queue, into: &bytes, count: bytes.count), count > 0 {
            for note in FolderNote.all(in: bytes.prefix(count)) { take(note) }
        }
    }

    private func take(_ note: FolderNote) {
        for folder in folders.folders(of: note.watch) {
            if folders.awaited.contains(path(of: note.entry, in: folder)) { noteMissingFolder() }
            if let name = wanted.name(of: note.entry, in: folder) { add(name, note.isWriting) }
        }
        // The notes that are lost may have been about any file or folder.
        if note.tellsOfLoss {
            for name in wanted.names + wanted.folders.flatMap({ names(in: $0) }) { add(name, false) }
            noteMissingFolder()
        }
        if note.endsWatch {
            folders.remove(note.watch)
            noteMissingFolder()
        }
    }

    private func add(_ name: String, _ isWriting: Bool) {
        if !changed.contains(name) { changed.append(name) }
        if isWriting { inWriting.insert(name) } else { inWriting.remove(name) }
        lastChange = ContinuousClock.now
    }

    private func noteMissingFolder() {
        isFolderMissing = true
        lastChange = ContinuousClock.now
    }

    /// Folders have come or gone: what stands in those that are new is new.
    private func lookAgain() {
        isFolderMissing = false
        for folder in folders.set(wanted.folders) { for name in names(in: folder) { add(name, false) } }
        noteRefusal()
    }

    private func noteRefusal() {
        guard let failure = folders.failure else { return refused = [] }
        guard refused.insert(failure.folder).inserted else { return }
        refusal = .unwatchable(failure.reason, folder: failure.folder)
    }

    /// The files in a folder that are watched, by their names for people.
    private func names(in folder: String) -> [String] {
        ((try? System.entries(ofFolder: folder)) ?? []).compactMap { wanted.name(of: $0, in: folder) }
    }
}

extension Diagnostic {
    fileprivate static func unwatchable(_ failure: SystemFailure, folder: String? = nil) -> Diagnostic {
        Diagnostic(
            .error, .resource, code: .usage(.watchRefused),
            "\(folder.map { "files in \($0)" } ?? "files") cannot be watched: \(failure.message)",
            suggestion: "the limits of watching are in /proc/sys/fs/inotify, and ulimit shows those of a process")
    }
}
