// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import Synchronization
internal import HeddleWeave

/// The modules of a host and the hooks around their actions.
final class Registry: Sendable {
    /// An action, with its module if that is not a former one.
    private typealias BoundAction = (module: Module?, action: Action)

    private struct State {
        var modules: [String: Module] = [:]
        var hooks = RegisteredHooks()
        /// The ids of the paused hooks.
        var paused: Set<UInt64> = []
        /// The queues of removed hooks that still have waiting calls.
        var left: [BackgroundQueue] = []
        /// The reasons why hooks skip actions that a `*` matches.
        var misfits: [UInt64: [ActionName: Diagnostic]] = [:]
        /// The entries of tables that are functions of another table as it was decorated: a call of one enters the
        /// other, whose hooks run there.
        var decorated: [ActionName: ActionName] = [:]
        /// The actions of modules in whose place others of the same name were loaded, or that are closed: prepared
        /// calls may still have them.
        var former: [FormerAction] = []

        /// The bound actions that belong to one of the keys, and the former ones that do.
        func bound(under keys: Set<HookKey>) -> [BoundAction] {
            let found = keys.flatMap { key in
                key.gather(in: modules) { module, name in module.bound(name).map { ($0.name, (module, $0)) } }
            }
            let present = Dictionary(found, uniquingKeysWith: { first, _ in first }).values
            return present.map { ($0, $1) } + former.compactMap { $0.action(under: keys) }
        }

        /// Puts a module in the place of the one that had its name, or of none, and returns that.
        mutating func replace(_ name: String, with module: Module?) -> Module? {
            former.removeAll { !$0.isAlive }
            decorated = decorated.filter { $0.module != name && $1.module != name }
            let earlier = modules[name]
            modules[name] = module
            if let earlier { former += earlier.bound(nil).map { FormerAction($0, of: earlier) } }
            return earlier
        }
    }

    /// The modules and actions that may be used; nil for all.
    let allowance: Allowance?
    private let state = Mutex(State())
    /// Grows whenever a name may have got another action, so that earlier look-ups are done again.
    let generation = Atomic<UInt64>(0)
    private static let lastID = Atomic<UInt64>(0)
    /// Called when a module was loaded.
    private let loaded = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

    init(allowing allowance: Allowance?) {
        self.allowance = allowance
    }

    /// A number that no other hook of the process has.
    static func newID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    var modules: [Module] { state.withLock { $0.modules.values.sorted { $0.name < $1.name } } }

    var modulesByName: [String: Module] { state.withLock { $0.modules } }

    func module(named name: String) -> Module? { state.withLock { $0.modules[name] } }

    /// Adds a module, in the place of the one of its name that a behaviour has loaded.
    ///
    /// - Throws: if a program has loaded one of its name.
    func add(_ module: Module) throws(Diagnostic) {
        // Released outside of the lock, because the end of its instance may call anything.
        let earlier = try state.withLock { state throws(Diagnostic) in
            if let other = state.modules[module.name], other.isOfProgram {
                throw .repeatedModule(module.name)
            }
            return state.replace(module.name, with: module)
        }
        withExtendedLifetime(earlier) {}
        generation.add(1, ordering: .acquiringAndReleasing)
    }

    /// Has a closure called whenever a program has loaded a module, on its thread; with nil no more.
    func onLoaded(_ listener: AnyObject, _ tell: (@Sendable () -> Void)?) {
        loaded.withLock { $0[ObjectIdentifier(listener)] = tell }
    }

    /// Tells that a program has loaded a module.
    func tellLoaded() { for tell in loaded.withLock({ Array($0.values) }) { tell() } }

    /// Takes a module away, if it is still the one of its name; false if it is not.
    func remove(_ module: Module) -> Bool {
        defer { generation.add(1, ordering: .acquiringAndReleasing) }
        return state.withLock { state in
            guard state.modules[module.name] === module else { return false }
            _ = state.replace(module.name, with: nil)
            return true
        }
    }

    /// Puts the build of another module of the name in the place of the present one of a module, and returns that.
    ///
    /// - Parameter targets: the actions that hooks have to fit, beside those that are in use.
    /// - Throws: the mistakes of hooks around them; then nothing has changed.
    func replaceBuild(
        of module: Module, with candidate: Module, fitting targets: [ActionName]
    ) throws(Diagnostics) -> ModuleBuild {
        defer { Action.releaseReplaced() }
        let former = try state.withLock { state throws(Diagnostics) in
            // Hooks may have come since it was asked last.
            let mistakes = Self.mistakes(around: targets + module.bound(nil).map(\.name), of: candidate, in: &state)
            if !mistakes.isEmpty { throw Diagnostics(mistakes) }
            state.former.removeAll { !$0.isAlive }
            let former = module.replaceBuild(with: candidate.build)
            for action in former.bound(nil) {
                state.former.append(FormerAction(action, of: module))
                let name = action.name
                action.supersede { [weak self, module] in
                    if let self { return self.present(name, of: module) }
                    return try? module.bind(name.action, beside: [:]).action
                }
            }
            return former
        }
        generation.add(1, ordering: .acquiringAndReleasing)
        return former
    }

    /// The action of the present build of a module. One that is closed has its actions without hooks that come later.
    private func present(_ name: ActionName, of module: Module) -> Action? {
        self.module(named: name.module) === module
            ? try? action(name)
            : try? module.bind(name.action, beside: modulesByName).action
    }

    /// The mistakes of the hooks around some actions of a module that this registry does not have yet.
    func mistakes(around names: [ActionName], of module: Module) -> [Diagnostic] {
        defer { Action.releaseReplaced() }
        return state.withLock { Self.mistakes(around: names, of: module, in: &$0) }
    }

    /// The same, each action once, in alphabetical order.
    private static func mistakes(
        around names: [ActionName], of module: Module, in state: inout State
    ) -> [Diagnostic] {
        Set(names).sorted { $0.action < $1.action }.flatMap { mistakes(around: $0, of: module, in: &state) }
    }

    private static func mistakes(
        around name: ActionName, of module: Module, in state: inout State
    ) -> [Diagnostic] {
        guard module.signature(of: name.action) != nil else { return [] }
        defer { module.unbind(name.action) }
        do {
            try weave(
                state.hooks, in: &state, around: module.bind(name.action, beside: state.modules).action, of: module)
            return []
        } catch let error as Diagnostics {
            return error.all
        } catch {
            return [error as? Diagnostic].compactMap(\.self)
        }
    }

    // MARK: Hooks

    /// The hooks, in the order in which they were registered.
    var hooks: [HookSpec] { state.withLock { $0.hooks.all } }

    /// The hook of a name.
    func hook(named name: String) -> HookSpec? { state.withLock { $0.hooks.first(named: name) } }

    /// Adds hooks to all actions, including actions that are bound later.
    ///
    /// - Parameter areNamesNew: true to refuse a name that another hook has; then none is added.
    /// - Throws: every reason why a hook does not fit an action. Then no hook is added to that action.
    func register(_ added: [HookSpec], areNamesNew: Bool = false) throws(Diagnostics) {
        defer { Action.releaseReplaced() }
        let (bound, mistakes): ([BoundAction], Diagnostics?) = state.withLock { state in
            if areNamesNew {
                let repeated: [Diagnostic] = added.compactMap { hook in
                    guard let name = hook.name, let other = state.hooks.first(named: name) else { return nil }
                    return .repeatedName(name, of: other)
                }
                if !repeated.isEmpty { return ([], Diagnostics(repeated)) }
            }
            for hook in added { state.hooks.add(hook) }
            let added = RegisteredHooks(added)
            let bound = state.bound(under: added.keys)
            do throws(Diagnostics) {
                for case (let module?, let action) in bound {
                    try Self.weave(added, in: &state, around: action, of: module)
                }
                return (bound, nil)
            } catch {
                return (bound, error)
            }
        }
        Self.release(bound)
        if let mistakes { throw mistakes }
    }

    /// Removes a hook from all actions; false if it was not there.
    func remove(_ id: UInt64) -> Bool { remove([id]) > 0 }

    /// Removes hooks from all actions, and returns the number that were there. Each action changes once.
    @discardableResult
    func remove(_ ids: [UInt64]) -> Int {
        // Released outside of the lock, because a destructor of a captured value may use this host.
        let (hooks, actions) = state.withLock { state -> ([HookSpec], [Action]) in
            let hooks = ids.compactMap { state.hooks.remove($0) }
            for hook in hooks {
                state.paused.remove(hook.id)
                state.misfits[hook.id] = nil
            }
            state.left = (state.left + hooks.compactMap { $0.background?.queue }).filter { !$0.isIdle }
            let keys = hooks.reduce(into: Set()) { $0.formUnion($1.keys) }
            return (hooks, state.bound(under: keys).map(\.action))
        }
        let removed = hooks.reduce(into: Set()) { $0.formUnion($1.ids) }
        for action in actions { action.remove(removed) }
        return hooks.count
    }

    /// Pauses a hook in all actions; false if it was not there, or was paused already.
    func pause(_ id: UInt64) -> Bool {
        defer { Action.releaseReplaced() }
        let bound = state.withLock { state -> [BoundAction]? in
            guard let hook = state.hooks[id], state.paused.insert(id).inserted else { return nil }
            let bound = state.bound(under: hook.keys)
            for bound in bound { bound.action.pause(id, isReleasing: false) }
            return bound
        }
        Self.release(bound ?? [])
        return bound != nil
    }

    /// Resumes a hook in all actions; false if it was not there, or was not paused.
    func resume(_ id: UInt64) -> Bool {
        defer { Action.releaseReplaced() }
        let bound = state.withLock { state -> [BoundAction]? in
            guard let hook = state.hooks[id], state.paused.remove(id) != nil else { return nil }
            let bound = state.bound(under: hook.keys)
            for bound in bound { bound.action.resume(id, isReleasing: false) }
            return bound
        }
        Self.release(bound ?? [])
        return bound != nil
    }

    /// Releases actions outside of the lock: the last one of a former module ends its instance, which may call anything.
    private static func release(_ bound: [BoundAction]) { withExtendedLifetime(bound) {} }

    /// Limits a hook to one call, and then removes it from all actions.
    func oneShot(of id: UInt64) -> OneShot {
        OneShot { [weak self] in _ = self?.remove(id) }
    }

    /// The verdicts on a hook for each declared action that its patterns could match, in alphabetical order.
    ///
    /// - Parameter modules: those that are loaded, unless others are given.
    func verdicts(
        on hook: HookSpec, in modules: [String: Module]? = nil
    ) -> [(target: HookTarget, verdict: HookVerdict)] {
        let modules = modules ?? modulesByName
        let targets = hook.pointcut.keys.flatMap { key in
            key.gather(in: modules) { module, name in module.hookTargets(name).map { ($0.name, $0) } }
        }
        return Dictionary(targets, uniquingKeysWith: { first, _ in first })
            .sorted { ($0.key.module, $0.key.action) < ($1.key.module, $1.key.action) }
            .map { ($0.value, hook.verdict(on: $0.value)) }
    }

    /// The reasons why hooks do not apply to an action, in the order of registration.
    func passedOver(around name: ActionName) -> [PassedOverHook] {
        guard let module = module(named: name.module), let target = module.hookTarget(name.action) else { return [] }
        let (hooks, misfits) = state.withLock { ($0.hooks.all, $0.misfits) }
        return hooks.compactMap { hook in
            (hook.verdict(on: target).absence ?? misfits[hook.id]?[name]?.message).map {
                PassedOverHook(name: hook.name, origin: hook.origin, reason: $0)
            }
        }
    }

    /// The bound actions that only a `*` matches and that the hook skips, each with the reason.
    func misfits(of id: UInt64) -> [ActionName: Diagnostic] { state.withLock { $0.misfits[id] ?? [:] } }

    /// The queues of the background hooks, beginning with those of removed hooks, which are returned only once.
    func takeBackgrounds() -> [BackgroundQueue] {
        state.withLock { state in
            defer { state.left = [] }
            return state.left + state.hooks.all.compactMap { $0.background?.queue }
        }
    }

    // MARK: Actions

    /// An action with the hooks around it, bound at its first use.
    ///
    /// - Throws: the reason why there is no such action, or every reason why a hook does not fit it.
    func action(_ name: ActionName) throws(Diagnostics) -> Action {
        defer { Action.releaseReplaced() }
        return try state.withLock { state throws(Diagnostics) in
            let (module, action, isNew) = try bind(name, in: state)
            guard isNew else { return action }
            do throws(Diagnostics) {
                try Self.weave(state.hooks, in: &state, around: action, of: module)
            } catch {
                // The next request must fail in the same way, not return the action without its hooks.
                module.unbind(name.action)
                throw error
            }
            return action
        }
    }

    /// An action without its hooks, for checking its calls while the hooks are wrong. It is not bound.
    func actionWithoutHooks(_ name: ActionName) -> Action? {
        state.withLock { state in
            guard let (module, action, isNew) = try? bind(name, in: state) else { return nil }
            if isNew { module.unbind(name.action) }
            return action
        }
    }

    /// The action that carries the hooks before a module's instance is destroyed; nil without an instance.
    ///
    /// - Throws: every reason why a hook does not fit there.
    func hooksBeforeDestruction(of module: Module) throws(Diagnostics) -> Action? {
        defer { Action.releaseReplaced() }
        return try state.withLock { state throws(Diagnostics) in
            guard let target = module.destructionTarget,
                state.hooks.candidates(for: target.name).contains(where: { $0.verdict(on: target).absence == nil }),
                let action = try module.destruction()
            else { return nil }
            try Self.weave(state.hooks, in: &state, around: action, of: module)
            return action
        }
    }

    /// An action by `module.action`, with the names that its declaration may use.
    func find(_ text: String) -> HostServices.Found? {
        for name in ActionName.candidates(in: text) {
            if let module = module(named: name.module), let action = try? action(name) {
                return (action, module.scope)
            }
        }
        return nil
    }

    /// The declaration of an action by `module.action`; nil if there is none.
    func declared(_ text: String) -> Signature? {
        name(text).flatMap { module(named: $0.module)?.signature(of: $0.action) }
    }

    /// Binds a declared action, to find the mistakes of its hooks.
    func bind(_ text: String) throws(Diagnostics) {
        if let name = name(text) { _ = try action(name) }
    }

    /// A declared action by its text.
    private func name(_ text: String) -> ActionName? {
        ActionName.candidates(in: text).first { module(named: $0.module)?.signature(of: $0.action) != nil }
    }

    private func bind(
        _ name: ActionName, in state: State
    ) throws(Diagnostics) -> (module: Module, action: Action, isNew: Bool) {
        guard let module = state.modules[name.module] else {
            throw Diagnostics([
                Diagnostic(
                    .error, .module, code: .module(.unknown), "there is no module \"\(name.module)\"",
                    suggestion: didYouMean(name.module, among: state.modules.keys))
            ])
        }
        if !module.isAnswered, let allowance,
            let refusal = allowance.refusal(of: name.action, inLibrary: module.libraryName)
        {
            throw Diagnostics([refusal])
        }
        do {
            let (action, isNew) = try module.bind(name.action, beside: state.modules)
            return (module, action, isNew)
        } catch {
            throw Diagnostics([error])
        }
    }

    private static func weave(
        _ hooks: RegisteredHooks, in state: inout State, around action: Action, of module: Module
    ) throws(Diagnostics) {
        guard let target = module.hookTarget(action.name.action) else { return }
        var made: [ActionHook] = []
        var mistakes: [Diagnostic] = []
        for hook in hooks.candidates(for: action.name) {
            made += [hook.scopeMark(on: target)].compactMap(\.self)
            if runs(hook, inside: action.name, state) { continue }
            do throws(Diagnostic) {
                let paused = state.paused.contains(hook.id)
                made += [try hook.hook(around: action, target, isPaused: paused)].compactMap(\.self)
            } catch {
                let error = hook.places.map { error.located(at: $0.hook) } ?? error
                if hook.pointcut.names(target.candidate) {
                    mistakes.append(error)
                } else {
                    state.misfits[hook.id, default: [:]][action.name] = error
                }
            }
        }
        guard mistakes.isEmpty else { throw Diagnostics(mistakes) }
        guard !made.isEmpty else { return }
        do {
            try action.add(made, isReleasing: false)
        } catch {
            // The hook that was written last closes the cycle.
            let last = error.hooks.max().flatMap { state.hooks[$0] }
            throw Diagnostics([
                Diagnostic(code: .hook(.order), "around \(action.name) \(error)", at: last?.places?.neighbours)
            ])
        }
    }

    // MARK: Tables

    /// Returns whether a hook should be around an action.
    func isHooked(_ name: ActionName) -> Bool {
        guard let target = module(named: name.module)?.hookTarget(name.action) else { return false }
        let hooks = state.withLock { $0.hooks.candidates(for: name) }
        return hooks.contains { if case .woven = $0.verdict(on: target) { true } else { false } }
    }

    /// Finds the entries of a table that are those of another one as it was decorated. Hooks that are around both run
    /// once, around the other.
    ///
    /// - Returns: a warning for each other table.
    func recognise(_ module: Module) -> [Diagnostic] {
        guard let table = module.table else { return [] }
        let entries = table.form.decorations
        if entries.isEmpty { return [] }
        let (others, stale) = state.withLock { state in
            var others: [String] = []
            var stale: [(Action, Set<UInt64>)] = []
            for (entry, action) in entries {
                let known = state.modules[action.name.module]
                guard known !== module, known?.bound(action.name.action).contains(where: { $0 === action }) == true
                else { continue }
                let name = module.qualified(entry)
                state.decorated[name] = action.name
                if !others.contains(action.name.module) { others.append(action.name.module) }
                let twice = state.hooks.candidates(for: name).filter { Self.runs($0, inside: name, state) }
                for bound in module.bound(entry) { stale.append((bound, Set(twice.map(\.id)))) }
            }
            return (others, stale)
        }
        for (action, hooks) in stale { action.remove(hooks) }
        return others.map { .decorated(module.name, table.form.name, as: $0) }
    }

    /// Returns whether a hook runs around the action of another table that a call of this one enters.
    private static func runs(_ hook: HookSpec, inside name: ActionName, _ state: State) -> Bool {
        guard let other = state.decorated[name], let target = state.modules[other.module]?.hookTarget(other.action),
            case .woven = hook.verdict(on: target)
        else { return false }
        return true
    }
}

extension Diagnostic {
    /// The warning of a table that is decorated already.
    fileprivate static func decorated(_ module: String, _ table: String, as other: String) -> Diagnostic {
        Diagnostic(
            .warning, .document, code: .module(.tableDecorated),
            "the table \(module) (\(table)) is \(other) as it was decorated: hooks around both run once, as those of "
                + "\(other)",
            suggestion: "use \(other) in its place")
    }
}
