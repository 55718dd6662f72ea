// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Logging
import ServiceLifecycle

/// All behaviours of the host: begins them, ends them, and exchanges them when the configuration has changed.
actor Supervisor: Service {
    /// A behaviour with what drives it.
    private struct Kept {
        let entry: BehaviourEntry
        let behaviour: ServedBehaviour
        let source: SourceFollower
        let turns: Task<Void, Never>
        let drive: Task<Void, Never>
    }

    /// The longest time in which the host waits for the first versions before it says that it is ready.
    private static let patience = Duration.seconds(10)

    private let host: ServeHost
    private let changes: FileChanges
    private let notifier: ServiceNotifier
    private var kept: [String: Kept] = [:]
    private var entries: [BehaviourEntry]
    private var isStopping = false

    init(_ entries: [BehaviourEntry], on host: ServeHost, changes: FileChanges, notifier: ServiceNotifier) {
        (self.entries, self.host, self.changes, self.notifier) = (entries, host, changes, notifier)
    }

    /// Begins all behaviours, and ends them when the host is to stop: the runs that are under way then end in order.
    func run() async throws {
        await begin(entries)
        notifier.tell(.ready)
        try? await gracefulShutdown()
        notifier.tell(.stopping)
        await stop()
    }

    // MARK: Operators

    /// The names of the behaviours, in order.
    var names: [String] { kept.keys.sorted() }

    func behaviour(_ name: String) -> ServedBehaviour? { kept[name]?.behaviour }

    /// The latest calls of a behaviour, or of all, in the order of their names; nil if there is no such behaviour.
    func recentCalls(of name: String?) -> [(name: String, calls: RecentCalls)]? {
        if let name { return kept[name].map { [(name, $0.behaviour.recentCalls)] } }
        return kept.sorted { $0.key < $1.key }.map { ($0.key, $0.value.behaviour.recentCalls) }
    }

    /// Somebody looks on at the calls of a behaviour, or of all, and will say so again within some seconds.
    func noteOnlooker(of name: String?) async {
        for kept in kept.values where name == nil || kept.entry.name == name { await kept.behaviour.noteOnlooker() }
    }

    /// Asks a source now; nil if there is no such behaviour.
    func refresh(_ name: String) async -> BehaviourStatus? {
        guard let kept = kept[name] else { return nil }
        await kept.source.refresh(isForced: false)
        return await kept.behaviour.status
    }

    /// The status of all, in the order of their names.
    var statuses: [BehaviourStatus] {
        get async {
            var statuses: [BehaviourStatus] = []
            for name in names { if let kept = kept[name] { statuses.append(await kept.behaviour.status) } }
            return statuses
        }
    }

    /// Takes over another configuration: behaviours whose entry is the same go on and ask their sources.
    func reload(_ entries: [BehaviourEntry]) async {
        if isStopping { return }
        self.entries = entries
        let wanted = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
        let gone = kept.filter { wanted[$0.key] != $0.value.entry }
        for name in gone.keys { kept[name] = nil }
        // A source that does not answer, and a run that does not end, hold up nobody else.
        for source in kept.values.map(\.source) { Task { await source.refresh(isForced: false) } }
        await begin(entries.filter { kept[$0.name] == nil && gone[$0.name] == nil })
        await withTaskGroup(of: Void.self) { group in
            for old in gone.values { group.addTask { await Self.end(old) } }
        }
        await begin(entries.filter { kept[$0.name] == nil })
    }

    // MARK: Beginning and ending

    private func begin(_ entries: [BehaviourEntry]) async {
        var begun: [Task<Void, Never>] = []
        for entry in entries where kept[entry.name] == nil {
            let behaviour = ServedBehaviour(entry, on: host)
            let source = SourceFollower(behaviour, entry, changes: changes, connection: host.makeConnection())
            let turns = Task { await behaviour.takeTurns() }
            let beginning = Task { await source.begin() }
            let drive = Task {
                await beginning.value
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await source.follow() }
                    if let every = entry.runs.every { group.addTask { await Self.keepPace(every, behaviour) } }
                }
            }
            begun.append(beginning)
            kept[entry.name] = Kept(
                entry: entry, behaviour: behaviour, source: source, turns: turns, drive: drive)
        }
        // The host is ready without the sources that take long.
        await withTaskGroup(of: Void.self) { [begun] group in
            group.addTask { for task in begun { await task.value } }
            group.addTask { try? await Task.sleep(for: Self.patience) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Runs a behaviour again and again. What is due while it runs is left out.
    private static func keepPace(_ every: Duration, _ behaviour: ServedBehaviour) async {
        var next = ContinuousClock.now + every
        while !Task.isCancelled {
            do { try await Task.sleep(until: next, clock: .continuous) } catch { return }
            await behaviour.runIfIdle(cause: "schedule")
            // After a pause of the machine the runs that were missed are not made up for.
            next = max(next + every, .now)
        }
    }

    private static func end(_ kept: Kept) async {
        kept.drive.cancel()
        await kept.source.end()
        await kept.behaviour.stop()
        await kept.turns.value
    }

    private func stop() async {
        isStopping = true
        let all = Array(kept.values)
        await withTaskGroup(of: Void.self) { group in
            for kept in all { group.addTask { await Self.end(kept) } }
        }
    }
}
