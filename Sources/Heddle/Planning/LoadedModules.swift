// SPDX-License-Identifier: Apache-2.0

/// Modules that are loaded together, and that leave the host with this object.
final class LoadedModules: Sendable {
    /// The modules, each behind those that it needs.
    let all: [Module]
    private let registry: Registry

    /// Takes over modules that were added.
    init(_ modules: [Module], in registry: Registry) {
        all = modules
        self.registry = registry
    }

    /// Closes them for new calls, as far as no other module has come in their place.
    func remove() { for module in all { _ = registry.remove(module) } }

    deinit { remove() }
}
