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
        if hook.most != nil {
            let targets = verdicts(on: hook).compactMap { if case .woven = $0.verdict { $0.target } else { nil } }
            if let excess = hook.excess(of: targets) { found.append(excess) }
        }
        if found.isEmpty, !hook.isOptional, let nothing = hook.nothing(in: modules) { found.append(nothing) }
        return found
    }

    /// The reasons why hooks that were added before may not be around the actions of a module.
    func objections(to module: Module) -> [Diagnostic] {
        let targets = module.hookTargets()
        return hooks.flatMap { hook in
            targets.compactMap { hook.verdict(on: $0).mistake }.map { mistake in
                var mistake = mistake
                mistake.notes.append(.init("of \(hook.origin)"))
                return mistake
            }
        }
    }

    /// Adds hooks to all actions, including actions that are bound later, and binds the actions of loaded modules that
    /// they may not fit.
    ///
    /// - Throws: every reason why a hook does not fit; then none of them is left.
    func registerFitting(_ added: [HookSpec]) throws(Diagnostics) {
        do {
            try register(added)
            for hook in added where hook.mayMisfit || hook.constraints.namesNeighbours { try bindActions(of: hook) }
        } catch {
            remove(added.map(\.id))
            throw error
        }
    }

    private func bindActions(of hook: HookSpec) throws(Diagnostics) {
        let targets = verdicts(on: hook).compactMap { target, verdict in
            if case .woven = verdict, !target.isDestruction { target.name } else { nil }
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

    /// The diagnostic of patterns that match no action of the loaded modules that they name; nil if one names none.
    fileprivate func nothing(in modules: [String: Module]) -> Diagnostic? {
        let patterns = pointcut.patterns.filter { !$0.isNegated }
        // A pattern for a module that is loaded later may match something then.
        guard patterns.allSatisfy({ $0.namesModule }) else { return nil }
        let meant = patterns.map { pattern in
            pattern.isLibrary
                ? modules.values.filter { $0.libraryName == pattern.module }
                : [modules[pattern.module]].compactMap(\.self)
        }
        guard !meant.contains(where: \.isEmpty) else { return nil }
        let isSomewhere = zip(patterns, meant).contains { pattern, modules in
            modules.contains { module in
                let names = pattern.isExact ? [pattern.action] : module.hookTargetNames
                return names.contains { name in
                    module.hookTarget(name).map { if case .woven = verdict(on: $0) { true } else { false } } ?? false
                }
            }
        }
        return isSomewhere ? nil : nothing(among: meant.flatMap(\.self))
    }

    private func nothing(among modules: [Module]) -> Diagnostic {
        let written = pointcut.patterns.map(\.description).joined(separator: "\", \"")
        let targets = modules.flatMap { $0.hookTargets() }
        let misses = targets.compactMap { target in
            let verdict = verdict(on: target)
            if case .notMeant = verdict { return nil as Diagnostic.Note? }
            return verdict.absence.map { Diagnostic.Note("not around \(target.name): \($0)") }
        }
        return Diagnostic(
            code: .hook(.matchesNothing), "\"\(written)\" matches no action",
            suggestion: didYouMean(written, among: targets.map { "\($0.name)" })
                ?? "correct the pattern, or make the hook optional",
            notes: Array(misses.prefix(3)))
    }
}

extension Diagnostic {
    fileprivate static func repeatedName(_ name: String, of other: HookSpec) -> Diagnostic {
        Diagnostic(
            code: .hook(.name), "there is a hook named \"\(name)\": \(other.origin)",
            suggestion: "choose another name, or remove that hook")
    }
}
