// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleWeave

/// Hooks in the order of their registration, indexed by the literal parts of their patterns. Thus ten thousand hooks on
/// one action each are not compared with ten thousand actions.
struct RegisteredHooks {
    private var entries: [UInt64: (place: Int, hook: HookSpec)] = [:]
    private var ids: [HookKey: Set<UInt64>] = [:]
    private var names: [String: Set<UInt64>] = [:]
    private var nextPlace = 0

    /// Creates a collection of hooks, in this order.
    init(_ hooks: [HookSpec] = []) {
        for hook in hooks { add(hook) }
    }

    /// All of them, in order.
    var all: [HookSpec] { entries.values.sorted { $0.place < $1.place }.map(\.hook) }

    /// A hook of a name; nil if none has it.
    func first(named name: String) -> HookSpec? { names[name]?.first.flatMap { entries[$0]?.hook } }

    subscript(id: UInt64) -> HookSpec? { entries[id]?.hook }

    /// Every action that one of the hooks applies to belongs to one of these keys.
    var keys: Set<HookKey> { Set(ids.keys) }

    /// The hooks that may apply to an action, in order.
    ///
    /// - Complexity: O(*k* log *k*) for *k* such hooks.
    func candidates(for name: ActionName) -> [HookSpec] {
        let found = HookKey.all(of: name).reduce(into: Set()) { $0.formUnion(ids[$1] ?? []) }
        return found.compactMap { entries[$0] }.sorted { $0.place < $1.place }.map(\.hook)
    }

    mutating func add(_ hook: HookSpec) {
        entries[hook.id] = (nextPlace, hook)
        nextPlace += 1
        for key in hook.keys { ids[key, default: []].insert(hook.id) }
        if let name = hook.name { names[name, default: []].insert(hook.id) }
    }

    /// Removes a hook, and returns it; nil if it was not there.
    mutating func remove(_ id: UInt64) -> HookSpec? {
        guard let hook = entries.removeValue(forKey: id)?.hook else { return nil }
        for key in hook.keys {
            ids[key]?.remove(id)
            if ids[key]?.isEmpty ?? false { ids[key] = nil }
        }
        if let name = hook.name, names[name]?.remove(id) != nil, names[name]?.isEmpty ?? false { names[name] = nil }
        return hook
    }
}
