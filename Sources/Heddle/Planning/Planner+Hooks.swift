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
        // Registered at once, so that each action is woven once and not again for each hook.
        let hooks = behaviour.hooks.filter(\.isEnabled).compactMap { checked($0) }
        woven.ids += hooks.map(\.registration.id)
        do { try host.registry.register(hooks.map(\.registration)) } catch { noteOfHooks(error.all) }
        for hook in hooks { bind(hook) }
        mistakes += leftOutHooks
        leftOutHooks = []
    }

    /// A hook with the actions that it comes to stand around; nil where some of it is wrong.
    private mutating func checked(_ entry: HookEntry) -> CheckedHook? {
        guard let selection = selection(of: entry), let parts = parts(of: entry) else { return nil }
        let registration = registration(of: entry, selection, parts)
        let verdicts = host.registry.verdicts(on: registration)
        note(verdicts, of: entry)
        entry.concealSecrets(around: verdicts.map(\.target.signature))
        let targets = verdicts.compactMap { if case .woven = $0.verdict { $0.target } else { nil } }
        check(parts, around: targets.map(\.woven))
        return CheckedHook(
            entry: entry, registration: registration, targets: targets.filter { !$0.isDestruction },
            isFitted: parts.isFitted)
    }

    private mutating func registration(of entry: HookEntry, _ selection: HookSelection, _ parts: HookParts)
        -> HookRegistration
    {
        let id = Registry.newID()
        let constraints = Constraints(
            order: entry.order, outside: entry.outside.map(\.value), inside: entry.inside.map(\.value))
        let (name, when) = (entry.name?.value, AfterCondition(entry.when))
        let once = entry.isOnce ? host.registry.oneShot(of: id) : nil
        let parts = entry.background.map { parts.running(on: queue(of: entry, $0)) } ?? parts
        return HookRegistration(
            id: id, name: name, pointcut: selection.pointcut, condition: selection.condition,
            scope: selection.scope.map { .init(id: Registry.newID(), pointcut: $0) },
            admission: HookAdmission(
                canOnlyLook: parts.canOnlyLook, isOnlyBefore: parts.isOnlyBefore, providers: parts.providers,
                permissions: permissions),
            origin: "\(entry.range.location)",
            places: (entry.range, (entry.outside + entry.inside).first?.range ?? entry.range), background: parts.queue
        ) { action, limits, origin throws(Diagnostic) in
            ActionHook(
                name: name, id: id, constraints: constraints, condition: when,
                before: try parts.pieces(.before, of: action), instead: try parts.pieces(.instead, of: action),
                after: try parts.pieces(.after, of: action), limits: limits, once: once, origin: origin)
        }
    }

    /// Notes that a hook is nowhere, or cannot be where it was meant to be.
    private mutating func note(_ verdicts: [(target: HookTarget, verdict: HookVerdict)], of entry: HookEntry) {
        var isSomewhere = false
        for (_, verdict) in verdicts {
            switch verdict {
            case .notMeant, .passedOver: break
            case .woven: isSomewhere = true
            case .refused(let mistake):
                isSomewhere = true
                _ = saidOfHooks.insert(mistake)
                mistakes.append(mistake.located(at: place(of: mistake, in: entry)))
            }
        }
        if isSomewhere { return }
        noteNothing(
            entry.patterns, isOptional: entry.isOptional, misses: nearMisses(among: verdicts),
            advice: "mend the pattern, or say \"optional\": true")
    }

    private func place(of mistake: Diagnostic, in entry: HookEntry) -> SourceRange {
        (mistake.code == "hook.where" ? entry.condition?.range : entry.patterns.first?.range) ?? entry.range
    }

    private mutating func check(_ parts: HookParts, around actions: [WovenAction]) {
        for (observer, use) in parts.observers {
            do { try observer.check(actions) } catch { mistakes.append(error.diagnostic(of: use)) }
        }
    }

    /// Actions whose names match and that are passed over for another reason.
    private func nearMisses(among verdicts: [(target: HookTarget, verdict: HookVerdict)]) -> [Diagnostic.Note] {
        let missed = verdicts.compactMap { target, verdict -> Diagnostic.Note? in
            guard case .passedOver(let reason) = verdict else { return nil }
            return .init("not around \(target.name): \(reason)")
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
                    code: "hook.unknown-neighbour", "there is no hook named \"\(neighbour.value)\"",
                    at: neighbour.range, suggestion: didYouMean(neighbour.value, among: names)))
        }
    }

    // MARK: What it consists of

    private mutating func parts(of entry: HookEntry) -> HookParts? {
        var parts = HookParts()
        let count = mistakes.count
        for (position, uses) in [(HookPosition.before, entry.before), (.instead, entry.instead), (.after, entry.after)]
        {
            for use in uses { add(use, at: position, of: entry, to: &parts) }
        }
        return mistakes.count == count ? parts : nil
    }

    private mutating func add(_ use: HookUse, at position: HookPosition, of entry: HookEntry, to parts: inout HookParts)
    {
        if host.aspects.names.contains(use.name.value) {
            addAspect(use, at: position, of: entry, to: &parts)
        } else if let function = function(of: use) {
            if let options = use.options {
                mistakes.append(
                    Diagnostic(
                        code: "hook.options", "\(use.name.value) is a function, which takes no options",
                        at: options.range))
            }
            if entry.background == nil { parts.add(function, at: position) } else { parts.addInBackground(function) }
        }
    }

    private mutating func addAspect(
        _ use: HookUse, at position: HookPosition, of entry: HookEntry, to parts: inout HookParts
    ) {
        let findings: () -> [Finding]
        do {
            let aspect = try host.aspects.make(
                use.name.value, options: use.options?.value, for: position,
                files: files.origin(of: use.name.range.source).lineFile,
                places: { path in use.options.map { "\($0.range.part(at: path.steps).location)" } })
            asked += aspect.asks.map { Located($0.name, at: use.optionRange($0.path)) }
            if entry.background != nil, let reason = aspect.role.backgroundObstacle {
                return mistakes.append(.notInBackground(use, because: reason))
            }
            switch aspect.role {
            case .observer(let observer, _) where entry.background != nil:
                parts.addInBackground(observer, of: use)
                findings = observer.findings
            case .observer(let observer, let sides):
                parts.add(observer, sides, of: use, at: position)
                findings = observer.findings
            case .interceptor(let make):
                let interceptor = InterceptorHook(label: use.name.value, make: make)
                parts.add(interceptor, of: use, at: position)
                findings = interceptor.findings
            }
        } catch {
            return mistakes.append(error.diagnostic(of: use))
        }
        woven.observers.append(
            PlannedObserver(
                aspect: use.name.value, hook: entry.name?.value, range: use.name.range, findings: findings))
    }

    /// `module.symbol`, where such a module and function are there.
    private mutating func function(of use: HookUse) -> HookParts.Function? {
        let name = use.name.value
        let names = ActionName.candidates(in: name)
        guard let module = names.compactMap({ modulesByName[$0.module] }).first else {
            if let reason = names.compactMap({ absent[$0.module] }).first {
                leaveOut(use, because: reason)
            } else if !behaviour.leavesOut.module || !name.contains(".") {
                mistakes.append(unknownHook(use))
            }
            return nil
        }
        let symbol = String(name.dropFirst(module.name.count + 1))
        guard module.canHook(symbol) else {
            let missing = module.missing(symbol)
            if !isKnockOn(missing, in: module.name) { mistakes.append(missing.located(at: use.name.range)) }
            return nil
        }
        return HookParts.Function(module: module, symbol: symbol, range: use.name.range)
    }

    /// A hook of a module that is left out is left out too, which somebody should know.
    private mutating func leaveOut(_ use: HookUse, because reason: Diagnostic) {
        guard skipsMissing else { return }
        var warning = reason.asWarning(at: use.name.range)
        warning.message = "\(reason.message); the hook \(use.name.value) is left out"
        leftOutHooks.append(warning)
    }

    private func unknownHook(_ use: HookUse) -> Diagnostic {
        Diagnostic(
            code: "hook.unknown", "\"\(use.name.value)\" is neither an aspect nor a function of a module",
            at: use.name.range,
            suggestion: didYouMean(use.name.value, among: host.aspects.names + modules.map(\.name))
                ?? "the aspects are \(host.aspects.names.joined(separator: ", ")); a function is written module.symbol")
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
