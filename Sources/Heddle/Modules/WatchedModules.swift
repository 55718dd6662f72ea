// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleSystem
internal import Synchronization

/// The modules of a host whose files are watched. One thread runs it.
final class WatchedModules: Sendable {
    private let watch: Handed<FileWatch>
    private let waker: FileWatch.Waker
    private let isStopped = Atomic(false)
    /// The host, as long as there is one.
    private let host: @Sendable () -> ModuleHost?
    private let timeLimit: Duration
    private let told: @Sendable (ModuleReload) -> Void

    init(
        of host: ModuleHost, on watch: FileWatch, within timeLimit: Duration,
        _ told: @escaping @Sendable (ModuleReload) -> Void
    ) {
        self.watch = Handed(watch)
        waker = watch.waker
        self.host = { [weak host] in host }
        self.timeLimit = timeLimit
        self.told = told
    }

    /// Ends ``run()``. Any thread.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        waker.wake()
    }

    /// Looks which modules there are now. Any thread.
    func lookAgain() { waker.wake() }

    /// Reloads modules whose files change, until it is stopped or the host is gone.
    func run() {
        while !isStopped.load(ordering: .acquiring), let modules = modulesByFile() {
            watch.value.watch(Set(modules.keys.map(WatchedPath.file)))
            // A change before that was not seen.
            reload(modules.values.flatMap(\.self))
            waitForChanges(of: modules)
        }
    }

    /// Reloads modules whose files change, until it is woken.
    private func waitForChanges(of modules: [String: [String]]) {
        while true {
            switch watch.value.wait() {
            case .woken: return
            case .changed(let files): reload(files.flatMap { modules[$0] ?? [] })
            case .refused(let diagnostic):
                for module in modules.values.flatMap(\.self).sorted() {
                    told(ModuleReload(module: module, failure: Diagnostics([diagnostic])))
                }
            }
        }
    }

    /// The names of the modules that can be reloaded, by the paths of their files; nil where the host is gone.
    private func modulesByFile() -> [String: [String]]? {
        host().map { host in
            Dictionary(grouping: host.registry.modules.filter(\.isReloadable)) { $0.library.path }
                .mapValues { $0.map(\.name) }
        }
    }

    private func reload(_ modules: [String]) {
        for module in modules.sorted() where !isStopped.load(ordering: .acquiring) {
            guard let host = host() else { return }
            // It may be closed by now.
            guard host.registry.module(named: module) != nil else { continue }
            do throws(Diagnostics) {
                if try host.reload(module, within: timeLimit) { told(ModuleReload(module: module, failure: nil)) }
            } catch {
                told(ModuleReload(module: module, failure: error))
            }
        }
    }
}
