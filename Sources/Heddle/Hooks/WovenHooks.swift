// SPDX-License-Identifier: Apache-2.0

/// Hooks that are woven together, and that end with this object.
final class WovenHooks: Sendable {
    /// The hooks, in the order in which they were registered.
    let all: [HookSpec]
    private let registry: Registry

    /// Takes over hooks that are registered.
    init(_ hooks: [HookSpec], in registry: Registry) {
        all = hooks
        self.registry = registry
    }

    /// Removes them from calls that begin from now on.
    func remove() { registry.remove(all.map(\.id)) }

    deinit { remove() }
}
