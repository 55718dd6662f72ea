// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleWeave

extension Registry {
    /// The reasons why a hook of a program may not be added, as far as they can be known before it is: its name, and
    /// the actions of loaded modules that it is meant for.
    ///
    /// - Parameter specs: the hooks that are added with it.
    func objections(to hook: HookSpec, beside specs: [HookSpec]) -> [Diagnostic] {
        let verdicts = verdicts(on: hook)
        let targets = verdicts.compactMap { if case .woven = $0.verdict { $0.target } else { nil } }
        var found = verdicts.compactMap(\.verdict.mistake)
        if let name = hook.name, let other = self.hook(named: name) ?? specs.first(where: { $0.name == name }) {
            found.append(.repeatedName(name, of: other))
        }
        if let excess = hook.excess(of: targets) { found.append(excess) }
        if found.isEmpty, targets.isEmpty, !hook.isOptional, let nothing = hook.nothing(among: modules, verdicts) {
            found.append(nothing)
        }
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
            for hook in added where hook.isFitted || hook.constraints.namesNeighbours { try bindActions(of: hook) }
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
    /// The diagnostic of patterns that match no action of the loaded modules that they name; nil if one names none.
    fileprivate func nothing(
        among modules: [Module], _ verdicts: [(target: HookTarget, verdict: HookVerdict)]
    ) -> Diagnostic? {
        let patterns = pointcut.patterns.filter { !$0.isNegated }
        let meant = patterns.map { pattern in modules.filter { pattern.names(module: $0.name, library: $0.libraryName) }
        }
        // A pattern for a module that is loaded later may match something then.
        guard !meant.contains(where: \.isEmpty) else { return nil }
        let written = pointcut.patterns.map(\.description).joined(separator: "\", \"")
        let names = meant.joined().flatMap { $0.hookTargets() }.map { "\($0.name)" }
        let misses = verdicts.compactMap { target, verdict in
            verdict.absence.map { Diagnostic.Note("not around \(target.name): \($0)") }
        }
        return Diagnostic(
            code: .hook(.matchesNothing), "\"\(written)\" matches no action",
            suggestion: didYouMean(written, among: names)
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
