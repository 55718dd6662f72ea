// SPDX-License-Identifier: Apache-2.0

internal import Declarations
internal import Diagnostics
internal import Foreign
internal import Synchronization
internal import Weave

/// A hook that was asked for: it is woven around every action that it matches, those that are bound later among them.
struct HookRegistration: Sendable {
    let id: UInt64
    let pointcut: Pointcut
    /// Makes the hook for one action.
    let make: @Sendable (Action) throws(Diagnostic) -> ActionHook

    func matches(_ action: String, of module: Module) -> Bool {
        pointcut.matches(ActionName(module: module.name, action: action), library: module.libraryName)
    }
}

/// The modules of a host and the hooks around their actions.
final class Registry: Sendable {
    private struct State {
        var modules: [String: Module] = [:]
        var hooks: [HookRegistration] = []
    }

    private let state = Mutex(State())
    private static let lastID = Atomic<UInt64>(0)

    /// A number that no other hook of the process has.
    static func newID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    var modules: [Module] { state.withLock { $0.modules.values.sorted { $0.name < $1.name } } }

    func module(named name: String) -> Module? { state.withLock { $0.modules[name] } }

    func add(_ module: Module) { state.withLock { $0.modules[module.name] = module } }

    // MARK: Hooks

    /// Adds hooks to the actions that are bound, and to those that will be.
    ///
    /// - Throws: every reason why a hook does not fit an action; around such an action none of them is woven.
    func register(_ added: [HookRegistration]) throws(Diagnostics) {
        try state.withLock { state throws(Diagnostics) in
            state.hooks += added
            for module in state.modules.values {
                for action in module.bound { try Self.weave(added, around: action, of: module) }
            }
        }
    }

    /// Removes a hook everywhere; false when it was not there.
    func remove(_ id: UInt64) -> Bool {
        state.withLock { state in
            guard let index = state.hooks.firstIndex(where: { $0.id == id }) else { return false }
            state.hooks.remove(at: index)
            for module in state.modules.values { for action in module.bound { action.remove(id) } }
            return true
        }
    }

    /// Whether any declared action matches.
    func matchesAnything(_ hook: HookRegistration) -> Bool {
        modules.contains { module in module.actionNames.contains { hook.matches($0, of: module) } }
    }

    // MARK: Actions

    /// An action with the hooks around it, bound at its first use.
    ///
    /// - Throws: why there is none, or every reason why a hook does not fit it.
    func action(_ name: ActionName) throws(Diagnostics) -> Action {
        try state.withLock { state throws(Diagnostics) in
            let (module, action, isNew) = try Self.bind(name, in: state)
            if isNew { try Self.weave(state.hooks, around: action, of: module) }
            return action
        }
    }

    /// An action by `module.action`, with the names that its declaration may use.
    func find(_ text: String) -> HostServices.Found? {
        var rest = text[...]
        while let dot = rest.lastIndex(of: ".") {
            let name = ActionName(module: String(text[..<dot]), action: String(text[text.index(after: dot)...]))
            if let module = module(named: name.module), let action = try? action(name) {
                return (action, module.scope)
            }
            rest = rest[..<dot]
        }
        return nil
    }

    private static func bind(
        _ name: ActionName, in state: State
    ) throws(Diagnostics) -> (module: Module, action: Action, isNew: Bool) {
        guard let module = state.modules[name.module] else {
            throw Diagnostics([
                Diagnostic(
                    .error, .module, code: "module.unknown", "there is no module \"\(name.module)\"",
                    suggestion: didYouMean(name.module, among: state.modules.keys))
            ])
        }
        do {
            let (action, isNew) = try module.bind(name.action)
            return (module, action, isNew)
        } catch {
            throw Diagnostics([error])
        }
    }

    private static func weave(
        _ hooks: [HookRegistration], around action: Action, of module: Module
    ) throws(Diagnostics) {
        var made: [ActionHook] = []
        var mistakes: [Diagnostic] = []
        for hook in hooks where hook.matches(action.name.action, of: module) {
            do { made.append(try hook.make(action)) } catch { mistakes.append(error) }
        }
        guard mistakes.isEmpty else { throw Diagnostics(mistakes) }
        guard !made.isEmpty else { return }
        do {
            try action.add(made)
        } catch {
            throw Diagnostics([Diagnostic(code: "hook.order", "around \(action.name) \(error)")])
        }
    }
}
