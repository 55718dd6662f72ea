// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import HeddleRemote
import HeddleSystem

/// Brings the versions of one source to its behaviour: at the start, whenever a file changes, and in the pace of polling.
actor SourceFollower {
    /// The time between two attempts with a file whose version was refused.
    private static let retryPause = Duration.seconds(5)

    private let behaviour: ServedBehaviour
    private let entry: BehaviourEntry
    private let changes: FileChanges
    private let connection: RemoteConnection
    /// The request that is under way; others wait for it.
    private var current: Task<Void, Never>?
    private var failures = 0
    /// The time that the server has asked to wait.
    private var wish = Duration.zero
    /// The server's name for the version that it gave last, unless that was refused.
    private var etag: String?

    init(_ behaviour: ServedBehaviour, _ entry: BehaviourEntry, changes: FileChanges, connection: RemoteConnection) {
        (self.behaviour, self.entry, self.changes, self.connection) = (behaviour, entry, changes, connection)
    }

    /// Takes the first version that is good: the newest, or else the one that was active when the host last ran.
    func begin() async {
        switch entry.source {
        case .file:
            await refresh(isForced: false)
            if await !behaviour.hasActive { await behaviour.takeKept() }
            await watchFiles()
        case .url:
            await behaviour.takeKept()
            etag = await behaviour.etag
            // The network may be away for long: the kept version runs meanwhile.
            if await !behaviour.hasActive { await refresh(isForced: false) }
        }
    }

    /// Follows the source until the task is cancelled.
    func follow() async {
        switch entry.source {
        case .file: await retry()
        case .url: await poll()
        }
    }

    /// Reads a file again and again whose version was refused: what it lacks, such as a module, may come to a place that
    /// nobody watches. Bytes that are wrong in any case are not checked again.
    private func retry() async {
        while !Task.isCancelled {
            await pause(for: Self.retryPause)
            if !Task.isCancelled, await behaviour.status.rejection != nil { await refresh(isForced: false) }
        }
    }

    private func poll() async {
        if await behaviour.status.asked == nil { await refresh(isForced: false) }
        while !Task.isCancelled {
            await pause(for: pauseTime)
            if Task.isCancelled { break }
            await refresh(isForced: false)
        }
        await connection.close()
    }

    /// Asks the source now; a request that is under way is waited for first.
    ///
    /// - Parameter isForced: true if the same text may be another behaviour now.
    func refresh(isForced: Bool) async {
        let earlier = current
        let task = Task {
            await earlier?.value
            await self.ask(isForced)
        }
        current = task
        await task.value
    }

    // MARK: One request

    private func ask(_ isForced: Bool) async {
        switch entry.source {
        case .file(let path): await read(path, isForced)
        case .url(let url): await fetch(url)
        }
    }

    private func read(_ path: String, _ isForced: Bool) async {
        do {
            let text = try readText(at: path, kind: .behaviour)
            await behaviour.note(nil)
            if case .active = await behaviour.take(text, etag: nil, isForced: isForced) { await watchFiles() }
        } catch {
            await behaviour.reject(error)
        }
    }

    /// A request under way is not cancelled, but the program that makes it is ended with the connection.
    private func fetch(_ url: String) async {
        do {
            // After a failure there is nothing to wait for.
            let wait = failures == 0 ? entry.polling.wait : nil
            switch try await connection.get(url, unless: etag, waiting: wait) {
            case .unchanged(let tag):
                etag = tag
                await behaviour.note(nil, isUnchanged: true)
            case .new(let text, let tag):
                await behaviour.note(nil)
                switch await behaviour.take(text, etag: tag) {
                case .active, .settled: etag = tag
                // The server is asked again for a version that was not accepted, whatever it calls it.
                case .refused: etag = nil
                }
            }
            (failures, wish) = (0, .zero)
        } catch {
            failures += 1
            wish = error.pause ?? .zero
            await behaviour.note(error.diagnostic)
        }
    }

    /// A tenth more or less than the pace, so that hosts that were started together do not ask together; twice as long
    /// after each failure, up to an hour.
    private var pauseTime: Duration {
        let usual = entry.polling.wait == nil || failures > 0 ? entry.polling.every : .milliseconds(10)
        let slowed = usual * Double(1 << min(failures, 12))
        let bounded = min(slowed, max(usual, .seconds(3600))) * Double.random(in: 0.9...1.1)
        return max(bounded, min(wish, .seconds(86_400)))
    }

    private func pause(for time: Duration) async { try? await Task.sleep(for: time) }

    private func watchFiles() async {
        guard case .file(let path) = entry.source else { return }
        let paths = await Set([path] + behaviour.files)
        changes.watch(paths, for: entry.name) { [weak self] isChanged in
            Task { await self?.refresh(isForced: isChanged) }
        }
    }

    /// Ends the watching of files.
    func end() { changes.end(for: entry.name) }
}
