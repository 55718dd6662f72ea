// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleWeave

extension Registry {
    /// The reasons why a hook of a program may not be added, as far as they can be known before it is: its name, and
    /// the actions of loaded modules that it is meant for.
    ///
    /// - Parameter specs: the hooks that are added with it.
    ///
    /// - Complexity: that of a look-up where no pattern has a `*`; otherwise up to O(*n*) in the actions of the modules
    ///   that the patterns name, and with a largest number of actions O(*n*) in all actions.
    func objections(to hook: HookSpec, beside specs: [HookSpec]) -> [Diagnostic] {
        let modules = modulesByName
        var found = hook.targetsByName(in: modules).compactMap { hook.verdict(on: $0).mistake }
        if let name = hook.name, let other = self.hook(named: name) ?? specs.first(where: { $0.name == name }) {
            found.append(.repeatedName(name, of: other))
        }
        if let excess = excess(of: hook) { found.append(excess) }
        if found.isEmpty, !hook.isOptional { found += hook.nothing(in: modules) }
        return found
    }

    /// The reasons why a module may not be added beside the hooks of programs that were added before, or in the place of
    /// another one of its name.
    ///
    /// The actions that these hooks may not fit are bound, unless it is not there yet.
    func objections(to module: Module) -> [Diagnostic] {
        let targets = module.hookTargets()
        var modules = modulesByName
        let isThere = modules[module.name] === module
        modules[module.name] = module
        return hooks.filter(\.isOfProgram).flatMap { hook in
            var found = targets.compactMap { hook.verdict(on: $0).mistake }
            if let excess = excess(of: hook, in: modules) { found.append(excess) }
            if found.isEmpty, !hook.isOptional, hook.names(module) { found += hook.nothing(in: modules) }
            if found.isEmpty, hook.mayNotFit, isThere {
                do throws(Diagnostics) { try bindActions(of: hook, only: module) } catch { found += error.all }
            }
            return found.map { mistake in
                var mistake = mistake
                mistake.notes.append(.init("of \(hook.origin)"))
                return mistake
            }
        }
    }

    /// The mistake of a hook that is around more actions than it may be.
    private func excess(of hook: HookSpec, in modules: [String: Module]? = nil) -> Diagnostic? {
        if hook.most == nil { return nil }
        return hook.excess(
            of: verdicts(on: hook, in: modules).compactMap { if case .woven = $0.verdict { $0.target } else { nil } })
    }

    /// Adds hooks to all actions, including actions that are bound later, and binds the actions of loaded modules that
    /// they may not fit.
    ///
    /// - Throws: every reason why a hook does not fit; then none of them is left.
    func registerFitting(_ added: [HookSpec]) throws(Diagnostics) {
        do {
            try register(added, areNamesNew: true)
            for hook in added where hook.mayNotFit { try bindActions(of: hook) }
        } catch {
            remove(added.map(\.id))
            throw error
        }
    }

    /// - Parameter module: limits it to the actions of one module.
    private func bindActions(of hook: HookSpec, only module: Module? = nil) throws(Diagnostics) {
        let targets = verdicts(on: hook).compactMap { target, verdict in
            guard case .woven = verdict, !target.isDestruction, module == nil || target.module === module else {
                return nil as ActionName?
            }
            return target.name
        }
        for target in targets {
            do throws(Diagnostics) { _ = try action(target) } catch {
                let mistakes = error.all.filter(\.isOfHook)
                if !mistakes.isEmpty { throw Diagnostics(mistakes) }
            }
        }
        let misfits = misfits(of: hook.id)
        if let first = targets.first.flatMap({ misfits[$0] }), targets.allSatisfy({ misfits[$0] != nil }) {
            throw Diagnostics([first])
        }
    }
}

extension HookVerdict {
    /// The mistake that it is; nil if it is none.
    fileprivate var mistake: Diagnostic? {
        switch self {
        case .refused(let mistake): mistake
        case .unfit(let mistake, isNamed: true): .condition(mistake)
        case .woven, .notMeant, .passedOver, .unfit: nil
        }
    }
}

extension HookSpec {
    /// The targets in loaded modules that a pattern without a `*` names.
    fileprivate func targetsByName(in modules: [String: Module]) -> [HookTarget] {
        let keys = Set(pointcut.patterns.filter { !$0.isNegated && $0.isExact }.map(HookKey.init))
        return keys.flatMap { key in key.gather(in: modules) { module, name in module.hookTargets(name) } }
    }

    /// Returns whether one of its patterns names a module.
    fileprivate func names(_ module: Module) -> Bool {
        (pointcut.patterns + (scope?.pointcut.patterns ?? [])).contains {
            $0.namesModule && ($0.isLibrary ? module.libraryName : module.name) == $0.module
        }
    }

    /// The diagnostics of patterns that match no action of the loaded modules that they name. One for a module that is
    /// loaded later may match something then.
    fileprivate func nothing(in modules: [String: Module]) -> [Diagnostic] {
        func meant(by pattern: Pointcut.Pattern) -> [Module]? {
            guard pattern.namesModule else { return nil }
            let found =
                pattern.isLibrary
                ? modules.values.filter { $0.libraryName == pattern.module }
                : [modules[pattern.module]].compactMap(\.self)
            return found.isEmpty ? nil : found
        }
        let written = pointcut.patterns + (scope?.pointcut.patterns ?? [])
        let misspelt = written.compactMap { pattern in
            meant(by: pattern).flatMap { modules in
                modules.contains { $0.covers(pattern) }
                    ? nil : Diagnostic.matchesNothing("\(pattern)", among: modules.flatMap { $0.hookTargets() })
            }
        }
        if !misspelt.isEmpty { return misspelt }
        let patterns = pointcut.patterns.filter { !$0.isNegated }
        let named = patterns.map(meant)
        guard !named.contains(where: { $0 == nil }) else { return [] }
        let isSomewhere = zip(patterns, named).contains { pattern, modules in
            (modules ?? []).contains { module in
                let names = pattern.isExact ? [pattern.action] : module.hookTargetNames
                return names.contains { name in
                    module.hookTarget(name).map { if case .woven = verdict(on: $0) { true } else { false } } ?? false
                }
            }
        }
        return isSomewhere ? [] : [nothing(among: named.flatMap { $0 ?? [] })]
    }

    /// The diagnostic of patterns that match actions that another part of the hook excludes.
    private func nothing(among modules: [Module]) -> Diagnostic {
        let written = pointcut.patterns.map(\.description).joined(separator: "\", \"")
        let misses = modules.flatMap { $0.hookTargets() }.compactMap { target in
            let verdict = verdict(on: target)
            if case .notMeant = verdict { return nil as Diagnostic.Note? }
            return verdict.absence.map { Diagnostic.Note("not around \(target.name): \($0)") }
        }
        return Diagnostic(
            code: .hook(.matchesNothing), "\"\(written)\" matches no action that the hook may be around",
            suggestion: "correct what else limits the hook, or make it optional", notes: Array(misses.prefix(3)))
    }
}

extension Module {
    /// Returns whether a pattern matches the name of one of its actions, whether or not it excludes them.
    ///
    /// - Complexity: that of a look-up without a `*`; otherwise up to O(*n*) in its actions.
    func covers(_ pattern: Pointcut.Pattern) -> Bool {
        if pattern.namesModule, pattern.module != (pattern.isLibrary ? libraryName : name) { return false }
        if pattern.isExact { return hookTarget(pattern.action) != nil }
        return hookTargets().contains { pattern.matches($0.candidate) }
    }
}

extension Diagnostic {
    fileprivate static func matchesNothing(_ pattern: String, among targets: [HookTarget]) -> Diagnostic {
        Diagnostic(
            code: .hook(.matchesNothing), "\"\(pattern)\" matches no action",
            suggestion: didYouMean(String(pattern.drop { $0 == "!" }), among: targets.map { "\($0.name)" })
                ?? "correct the pattern, or make the hook optional")
    }

    /// The diagnostic of a name that another hook has.
    static func repeatedName(_ name: String, of other: HookSpec) -> Diagnostic {
        Diagnostic(
            code: .hook(.name), "there is a hook named \"\(name)\": \(other.origin)",
            suggestion: "choose another name, or remove that hook")
    }
}
