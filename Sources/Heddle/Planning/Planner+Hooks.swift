// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON
internal import HeddleWeave

extension Planner {
    /// Registers the behaviour's hooks, so that they are around every action that is bound from now on.
    mutating func weaveHooks() {
        checkNeighbours()
        readPermissions()
        makeProviders()
        // Registered at once, so that each action is woven once and not again for each hook.
        let hooks = behaviour.hooks.filter(\.isEnabled).filter { isThere($0) }.compactMap { checked($0) }
        woven += hooks.map(\.spec)
        do { try host.registry.register(hooks.map(\.spec)) } catch { noteOfHooks(error.all) }
        for hook in hooks { bind(hook) }
        mistakes += leftOutHooks
        leftOutHooks = []
    }

    /// A hook with the actions that it comes to stand around; nil where some of it is wrong.
    private mutating func checked(_ entry: HookEntry) -> CheckedHook? {
        guard let spec = spec(of: entry) else { return nil }
        let verdicts = host.registry.verdicts(on: spec)
        note(verdicts, of: entry)
        entry.concealSecrets(around: verdicts.map(\.target.signature))
        let targets = verdicts.compactMap { if case .woven = $0.verdict { $0.target } else { nil } }
        if let excess = spec.excess(of: targets) {
            mistakes.append(excess.located(at: entry.most?.range ?? entry.range))
        }
        check(spec.aspects, around: targets.map(\.woven))
        return (entry, spec, targets.filter { !$0.isDestruction })
    }

    /// The specification of an entry; nil if some of it is wrong.
    private mutating func spec(of entry: HookEntry) -> HookSpec? {
        guard var spec = selection(of: entry) else { return nil }
        spec.name = entry.name?.value
        spec.constraints = Constraints(
            order: entry.order, outside: entry.outside.map(\.value), inside: entry.inside.map(\.value))
        spec.when = AfterCondition(entry.when)
        spec.once = entry.isOnce ? host.registry.oneShot(of: spec.id) : nil
        spec.background = entry.background.map { background(of: entry, $0) }
        spec.isOutermost = entry.isOutermost
        spec.isReentrant = entry.isReentrant
        spec.most = entry.most?.value
        spec.tolerance = entry.tolerance.map {
            host.tolerance(of: spec.id, "the hook at \(spec.origin)", pausingAfter: $0.value.failures)
        }
        spec.permissions = permissions
        spec.places = HookSpec.Places(
            hook: entry.range, neighbours: (entry.outside + entry.inside).first?.range ?? entry.range)
        let count = mistakes.count
        for (position, uses) in [(HookPosition.before, entry.before), (.instead, entry.instead), (.after, entry.after)]
        {
            for use in uses { add(use, of: entry, at: position, to: &spec) }
        }
        return mistakes.count == count ? spec : nil
    }

    /// The thread of a hook that runs beside the calls.
    private func background(
        of entry: HookEntry, _ background: Located<HookEntry.Background>
    ) -> HookSpec.Background {
        let queue = BackgroundQueue(
            origin: "\(entry.range.location)", limit: background.value.limit ?? BackgroundQueue.defaultLimit,
            patience: background.value.seconds.map { UInt64($0 * 1_000_000_000) } ?? BackgroundQueue.defaultPatience,
            services: host.services)
        return HookSpec.Background(queue: queue, range: background.range)
    }

    /// Notes that a hook is nowhere, or cannot be where it was meant to be.
    private mutating func note(_ verdicts: [(target: HookTarget, verdict: HookVerdict)], of entry: HookEntry) {
        var isSomewhere = false
        var misspelt: ConditionMistake?
        for (_, verdict) in verdicts {
            switch verdict {
            case .notMeant, .passedOver: break
            case .unfit(let mistake, isNamed: false): if mistake.kind == .notAnOperator { misspelt = mistake }
            case .woven: isSomewhere = true
            case .refused(let mistake):
                isSomewhere = true
                _ = saidOfHooks.insert(mistake)
                mistakes.append(mistake.located(at: entry.patterns.first?.range ?? entry.range))
            case .unfit(let mistake, isNamed: true):
                isSomewhere = true
                _ = saidOfHooks.insert(.condition(mistake))
                mistakes.append(.condition(mistake, in: entry.condition?.range))
            }
        }
        if isSomewhere { return }
        if let misspelt { return mistakes.append(.condition(misspelt, in: entry.condition?.range)) }
        noteNothing(
            entry.patterns, isOptional: entry.isOptional, misses: nearMisses(among: verdicts),
            advice: "correct the pattern, or add \"optional\": true")
    }

    private mutating func check(_ aspects: [SpecifiedAspect], around actions: [WovenAction]) {
        for aspect in aspects {
            do { try aspect.observer?.check(actions) } catch { mistakes.append(aspect.aspect.diagnostic(error)) }
        }
    }

    /// Actions whose names match and that are passed over for another reason.
    private func nearMisses(among verdicts: [(target: HookTarget, verdict: HookVerdict)]) -> [Diagnostic.Note] {
        let missed = verdicts.compactMap { target, verdict -> Diagnostic.Note? in
            switch verdict {
            case .passedOver(let reason): return .init("not around \(target.name): \(reason)")
            case .unfit(let mistake, _): return .init("not around \(target.name): \(mistake.message)")
            case .notMeant, .woven, .refused: return nil
            }
        }
        return Array(missed.prefix(3))
    }

    /// A neighbour that no hook of the file is named after is a mistake, not a wish.
    private mutating func checkNeighbours() {
        if behaviour.leavesOut.hook { return }
        let names = Set(behaviour.hooks.compactMap(\.name?.value))
        for neighbour in behaviour.hooks.flatMap({ $0.outside + $0.inside }) where !names.contains(neighbour.value) {
            mistakes.append(
                Diagnostic(
                    code: .hook(.unknownNeighbour), "there is no hook named \"\(neighbour.value)\"",
                    at: neighbour.range, suggestion: didYouMean(neighbour.value, among: names)))
        }
    }

    // MARK: Parts

    private mutating func add(
        _ use: HookUse, of entry: HookEntry, at position: HookPosition, to spec: inout HookSpec
    ) {
        if host.aspects.names.contains(use.name.value) {
            addAspect(use, of: entry, at: position, to: &spec)
        } else if let function = function(of: use) {
            if let options = use.options {
                mistakes.append(.optionsOfFunction(use, at: options))
            }
            spec.add(function, at: position)
        }
    }

    private mutating func addAspect(
        _ use: HookUse, of entry: HookEntry, at position: HookPosition, to spec: inout HookSpec
    ) {
        do {
            asked += try host.add(
                aspect: use, at: position, to: &spec, files: files.lineFiles(of: use.name.range.source),
                providers: entry.tracked == nil ? providers : providers.asDefault)
        } catch {
            mistakes += error.all
        }
    }

    /// `module.symbol`, where such a module and function are there.
    private mutating func function(of use: HookUse) -> HookFunction? {
        let name = use.name.value
        let names = ActionName.candidates(in: name)
        guard let module = names.compactMap({ modules[$0.module] }).first else {
            if let reason = names.compactMap({ modules.absent[$0.module] }).first {
                leaveOut(use, because: reason)
            } else if !behaviour.leavesOut.module || !name.contains(".") {
                mistakes.append(
                    .unknownHook(use, aspects: host.aspects.names, modules: modules.all.map(\.name)))
            }
            return nil
        }
        let symbol = String(name.dropFirst(module.name.count + 1))
        guard module.canHook(symbol) else {
            let missing = module.missing(symbol)
            if !isKnockOn(missing, in: module.name) { mistakes.append(missing.located(at: use.name.range)) }
            return nil
        }
        return HookFunction(module: module, symbol: symbol, range: use.name.range)
    }

    /// A hook of a module that is left out is left out too, which somebody should know.
    private mutating func leaveOut(_ use: HookUse, because reason: Diagnostic) {
        guard skipsMissing else { return }
        var warning = reason.asWarning(at: use.name.range)
        warning.message = "\(reason.message); the hook \(use.name.value) is left out"
        leftOutHooks.append(warning)
    }
}

extension AfterCondition {
    fileprivate init(_ ending: HookEntry.Ending?) {
        self =
            switch ending {
            case nil: .always
            case .returned: .returned
            case .failed: .failed
            }
    }
}
