// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
public import HeddleDiagnostics
internal import HeddleForeign

extension ModuleHost {
    /// Loads the present build of a module's file beside the one that runs, and has all calls that begin from now on
    /// made there.
    ///
    /// ```swift
    /// try host.module("mixer", library: "build/mixer.so")
    /// // … somebody builds mixer.so again …
    /// if try host.reload("mixer") { print("mixer is new") }
    /// ```
    ///
    /// Nothing has to be prepared again: calls by name, prepared calls, typed functions and the actions that other
    /// modules have found reach the new build, through the same hooks. A prepared call whose declaration has changed, or
    /// which takes or gives handles, fails with the code `superseded`; prepare that again.
    ///
    /// The new build makes an instance from the configuration that the module was loaded with. If the present build
    /// offers the service `heddle.state`, new calls wait until those that run have ended, and its state moves to the new
    /// one; so no call is lost between the two. Without it the new instance begins anew, and nothing waits. Calls that
    /// run end in the build that they began in. That build is never unmapped; its instance is destroyed when nothing
    /// refers to it any more: no call that runs, no prepared call that was not made since, and no module that has found an
    /// action of it by `heddle->find`, which keeps that build for the life of the process.
    ///
    /// Any failure leaves the present build in its place, with its state. A module is the file that it was loaded from: a
    /// change of its bindings alone is none. Bytes that have run before are mapped only once, with their static data.
    ///
    /// - Parameters:
    ///   - name: a module that the program has loaded from a file, and not a library of the system.
    ///   - timeLimit: how long the state may wait for calls that run.
    /// - Returns: false if the file has the bytes of the build that runs; then nothing has happened.
    /// - Throws: all reasons why the new build cannot take the place: those of ``module(_:library:config:bindings:declarations:)``,
    ///   a hook that does not fit, a state that is not saved or not taken over, calls that do not end in time.
    @discardableResult
    public func reload(_ name: String, within timeLimit: Duration = .seconds(10)) throws(Diagnostics) -> Bool {
        guard let module = registry.module(named: name) else {
            throw Diagnostics([
                Diagnostic(
                    .error, .module, code: .module(.unknown), "there is no module \(Value.string(name).excerpt())",
                    suggestion: didYouMean(name, among: registry.modulesByName.keys))
            ])
        }
        let source = try reloadableSource(of: module)
        let isNew = try module.whileLoading { () throws(Diagnostics) in
            try reload(module, from: source, within: timeLimit)
        }
        guard let isNew else { throw Diagnostics([.notReloaded(name, "it is loaded or reloaded at this time")]) }
        return isNew
    }

    private func reloadableSource(of module: Module) throws(Diagnostics) -> ModuleSource {
        if module.table != nil {
            throw Diagnostics([.notReloaded(module.name, "it is a table of functions of another module")])
        }
        guard let source = module.source, module.isReloadable else {
            throw Diagnostics([.notReloaded(module.name, "the program has not loaded it from a file of its own")])
        }
        return source
    }

    private func reload(
        _ module: Module, from source: ModuleSource, within timeLimit: Duration
    ) throws(Diagnostics) -> Bool {
        var libraries = FoundLibraries()
        let (library, declared, mistakes) = try read(
            source, named: module.name, origin: .program, among: &libraries)
        if library === module.library { return false }
        let next: ModuleBuild
        do {
            next = try ModuleBuild(
                of: library, named: module.name, declared, config: source.config, knowsSystem: true, calls: engine,
                isReloadable: true)
        } catch {
            throw Diagnostics([error])
        }
        let candidate = Module(
            name: module.name, libraryName: module.libraryName, build: next, source: source, calls: engine,
            isOfProgram: true, host: { [weak self] in self })
        let found = Diagnostics(
            mistakes + candidate.configurationMistakes(in: source.config).map(\.diagnostic)
                + registry.objections(to: candidate) + registry.obstacles(toReplacing: module, by: candidate))
        guard found.errors.isEmpty else { throw found }
        try start(next, of: module.name)
        try moveState(from: module.build, to: candidate, of: module, within: timeLimit)
        quick.forget()
        return true
    }

    /// Moves the state, if the present build hands it on, and has all calls made in that of another module.
    private func moveState(
        from present: ModuleBuild, to candidate: Module, of module: Module, within timeLimit: Duration
    ) throws(Diagnostics) {
        guard let gate = present.gate, let (former, latter) = try states(of: present, candidate.build, module.name)
        else { return try registry.publish(candidate, as: module) }
        if gate.isPassedHere {
            throw Diagnostics([
                .notReloaded(
                    module.name, "a call of it asks for that, for whose end its state would have to wait",
                    suggestion: "reload it on another thread, or when the call has ended")
            ])
        }
        switch gate.close(within: timeLimit) {
        case nil: break
        case .timeLimit:
            throw Diagnostics([.notReloaded(module.name, "calls of it have run for longer than \(timeLimit)")])
        case .noBarrier:
            throw Diagnostics([
                .notReloaded(module.name, "this kernel does not tell whether calls of it run (membarrier)")
            ])
        }
        do throws(Diagnostics) {
            do throws(Failure) {
                try gate.withPassage { () throws(Failure) in
                    try services.serve { () throws(Failure) in
                        try latter.load(former.save(from: present.box), into: candidate.build.box)
                    }
                }
            } catch {
                throw Diagnostics([.notReloaded(module.name, "its state did not move: \(error.excerpt)")])
            }
            try registry.publish(candidate, as: module)
        } catch {
            gate.open()
            throw error
        }
        gate.retire()
    }

    /// The functions by which two builds hand on a state; nil where the present one has none to hand on.
    private func states(
        of present: ModuleBuild, _ next: ModuleBuild, _ name: String
    ) throws(Diagnostics) -> (former: ModuleState, latter: ModuleState)? {
        do throws(Diagnostic) {
            guard let former = try present.library.state(by: engine) else { return nil }
            guard let latter = try next.library.state(by: engine) else {
                throw .notReloaded(
                    name, "its new build does not offer heddle.state, so that the state would be lost",
                    suggestion: "offer it, or close the module and load it again")
            }
            return (former, latter)
        } catch {
            throw Diagnostics([error])
        }
    }
}

extension Diagnostic {
    /// The diagnostic of a module that stays as it is.
    static func notReloaded(_ module: String, _ reason: String, suggestion: String? = nil) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.reload), "the module \(module) is not reloaded: \(reason)",
            suggestion: suggestion)
    }
}
