// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics
internal import HeddleSystem

/// The end of an attempt to reload a module whose file has changed.
public struct ModuleReload: Sendable {
    /// The name of the module.
    public let module: String
    /// The reasons why it was not reloaded; nil if it was.
    public let failure: Diagnostics?
}

/// The watching of a host's modules, until it is stopped or released.
public final class ModuleWatch: Sendable {
    private let modules: WatchedModules
    private let forget: @Sendable () -> Void

    fileprivate init(
        _ host: ModuleHost, within timeLimit: Duration, _ told: @escaping @Sendable (ModuleReload) -> Void
    ) throws(Diagnostic) {
        modules = WatchedModules(of: host, on: try FileWatch(), within: timeLimit, told)
        host.registry.onLoaded(modules) { [weak modules] in modules?.lookAgain() }
        forget = { [weak registry = host.registry, modules] in registry?.onLoaded(modules, nil) }
        let isStarted = DetachedThread.start { [modules] in modules.run() }
        guard isStarted else { throw .tooManyThreads }
    }

    deinit { stop() }

    /// Ends the watching. A reload that has begun goes on to its end.
    public func stop() {
        forget()
        modules.stop()
    }
}

extension ModuleHost {
    /// Reloads each module whose file changes, by ``reload(_:within:)``, until the watch is stopped or released.
    ///
    /// ```swift
    /// let watch = try host.watchModules { reload in
    ///     print(reload.module, reload.failure.map { "stays as it is: \($0)" } ?? "is reloaded")
    /// }
    /// ```
    ///
    /// A file counts as changed when nobody has written to it for a tenth of a second, however the new one has come
    /// there. Modules that are loaded later are watched as well.
    ///
    /// The file that a path leads to by links is watched as it is when the watching begins, or a module is loaded.
    ///
    /// - Parameters:
    ///   - timeLimit: how long the state of a module may wait for calls that run. Where that is too short, the next
    ///     change of the file is the next attempt.
    ///   - told: is called on the watching thread after each attempt.
    /// - Throws: if files cannot be watched.
    public func watchModules(
        within timeLimit: Duration = .seconds(10), _ told: @escaping @Sendable (ModuleReload) -> Void
    ) throws(Diagnostic) -> ModuleWatch {
        try ModuleWatch(self, within: timeLimit, told)
    }
}

extension Diagnostic {
    fileprivate static var tooManyThreads: Diagnostic {
        Diagnostic(
            .error, .resource, code: .usage(.watchRefused), "files cannot be watched: there are too many threads")
    }
}
