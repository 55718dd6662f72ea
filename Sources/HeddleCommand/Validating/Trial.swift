// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleSystem

/// The module in the process of a check that runs it.
struct Trial: Sendable {
    /// The absolute path of the module, or the soname of a library of the system.
    let path: String
    /// The files with bindings of the module, as the user gave them.
    let bindings: [String]
    /// The modules that offer it services.
    let providers: [Provider]
    /// The configuration of its instance; nil for the defaults of its settings.
    let config: Value?
    /// The seed of random arguments.
    let seed: UInt64
    /// The number of calls with them.
    let calls: Int
    /// The nanoseconds that a check may take.
    let nanoseconds: UInt64
    /// Runs from the start of the process on.
    let clock = RunClock()

    /// The number of calls with them unless somebody says otherwise.
    static let usualCalls = 1000

    /// The name of the module in its host.
    var name: String { ActionName.moduleName(ofLibrary: path) }

    /// The name of a module of other actions beside it.
    var otherName: String { "other-than-\(name)" }

    /// The command that makes one check again, as a shell takes it.
    ///
    /// - Parameter module: the module, as the run was given it.
    func rerun(of check: Check, on module: String) -> String {
        // A word that begins with a dash would be read as an option.
        let place = module.hasPrefix("-") ? "./\(module)" : module
        let words = ["heddle", "validate", place, "--only", check.name, "--reproduce", "\(seed)"]
        let bound = bindings.flatMap { ["--bindings", $0] }
        let offered = providers.flatMap { ["--offer", $0.file] }
        let further = config.map { ["--config", $0.json] } ?? []
        let count = calls == Self.usualCalls ? [] : ["--fuzz-calls", "\(calls)"]
        let usual = nanoseconds == TimeLimit.halfMinute.nanoseconds
        let limit = usual ? [] : ["--time-limit", DurationText.text(nanoseconds).filter { $0 != " " }]
        return (words + bound + offered + further + count + limit).map(\.shellQuoted).joined(separator: " ")
    }

    /// Loads the library alone: its constructors run, and it gets the host's table.
    func loadLibrary() throws -> Library {
        isOfSystem ? try Library.system(path) : try Library.load(read(), for: makeHost().services)
    }

    /// A host without modules, which offers what the providers have.
    func makeHost() throws(Diagnostics) -> ModuleHost {
        let host = ModuleHost(logger: .silent)
        try host.offerServices(ofModules: providers.map(\.path))
        return host
    }

    /// The file, as it was read before.
    func read() throws -> LibraryFile { try LibraryFile(named: path) }

    /// True for a library of the system, of which a process has one.
    var isOfSystem: Bool { !path.contains("/") }

    /// Loads the module into a host of its own, with an instance if it has instances.
    func load() throws -> ExercisedModule {
        let host = try makeHost()
        let module: Module
        do throws(Diagnostics) {
            module = try host.module(
                name, library: path, config: config, bindings: bindings, declarations: [])
        } catch {
            let isOfInstance = error.all.contains { $0.code == .module(.instance) }
            // An error of the instance is the finding of another check.
            if isOfInstance { throw Check.Skipped(reason: "the module makes no instance") }
            throw error
        }
        let described = try read().description?.actions.map(\.name) ?? []
        return ExercisedModule(module, describing: Set(described), on: host)
    }

    /// Gives up where half of the time is over, since many actions take long together that each are fast.
    ///
    /// - Parameters:
    ///   - done: the number of actions that were called as often as they are to be.
    ///   - count: that of all.
    func giveUpInTime(behind done: Int, of count: Int) throws(Check.Skipped) {
        if clock.elapsed > nanoseconds / 2, done < count {
            throw Check.Skipped(
                reason: "in time \(done) of \(count) actions were called so often; --time-limit gives more")
        }
    }

    /// The lifecycle of an instance that is not made yet.
    ///
    /// - Throws: that the module has no instances.
    func instance(of library: Library, in box: InstanceBox) throws -> Instance {
        guard let instance = try Instance(of: library, named: name, config: config, box: box) else {
            throw Check.Skipped(reason: "the module has no instances")
        }
        return instance
    }

    /// The changes of a part of the process while something runs, in words.
    func changes(of part: ProcessFacts.Part, while body: () throws -> Void) rethrows -> [String] {
        let earlier = ProcessFacts(part)
        try body()
        return ProcessFacts(part).changes(since: earlier)
    }
}
