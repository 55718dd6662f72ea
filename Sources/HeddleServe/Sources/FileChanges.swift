// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleSystem
import Synchronization

/// Tells behaviours that a file has changed on which they depend. One thread watches for all of them.
final class FileChanges: Sendable {
    private struct Watcher {
        let paths: Set<String>
        let tell: @Sendable (_ isChanged: Bool) -> Void
    }

    private let watchers = Mutex<[String: Watcher]>([:])
    private let waker: FileWatch.Waker
    private let refused: @Sendable (Diagnostic) -> Void

    /// Begins to watch nothing.
    ///
    /// - Parameter refused: is called on the watching thread where a folder cannot be watched.
    /// - Throws: why the system does not let it.
    init(refused: @escaping @Sendable (Diagnostic) -> Void) throws(Diagnostic) {
        self.refused = refused
        let watch = Handed(try FileWatch())
        waker = watch.value.waker
        let isStarted = DetachedThread.start { [self] in run(watch.value) }
        guard isStarted else {
            throw Diagnostic(
                .error, .resource, code: .usage(.watchRefused), "files cannot be watched: there are too many threads")
        }
    }

    /// Watches files for a behaviour, instead of those that it had before.
    ///
    /// - Parameter tell: is called on the watching thread: with true when a file has changed, and with false when
    ///   watching begins, since one may have changed before that.
    func watch(_ paths: Set<String>, for name: String, tell: @escaping @Sendable (_ isChanged: Bool) -> Void) {
        let isNew = watchers.withLock { watchers in
            if watchers[name]?.paths == paths { return false }
            watchers[name] = Watcher(paths: paths, tell: tell)
            return true
        }
        if isNew { waker.wake() }
    }

    /// Ends the watching for a behaviour.
    func end(for name: String) {
        watchers.withLock { $0[name] = nil }
        waker.wake()
    }

    private func run(_ watch: FileWatch) {
        begin(watch)
        while true {
            switch watch.wait() {
            case .woken: begin(watch)
            case .refused(let diagnostic): refused(diagnostic)
            case .changed(let files):
                let told = watchers.withLock { $0.values.filter { !$0.paths.isDisjoint(with: files) } }
                for watcher in told { watcher.tell(true) }
            }
        }
    }

    private func begin(_ watch: FileWatch) {
        let all = watchers.withLock { Array($0.values) }
        watch.watch(Set(all.flatMap(\.paths).map(WatchedPath.file)))
        for watcher in all { watcher.tell(false) }
    }
}
