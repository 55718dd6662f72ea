// SPDX-License-Identifier: Apache-2.0

internal import HeddleForeign

/// An action of a module that its host does not have any more. It lives as long as prepared calls of it.
struct FormerAction {
    private weak var action: Action?
    private weak var module: Module?

    init(_ action: Action, of module: Module) {
        self.action = action
        self.module = module
    }

    var isAlive: Bool { action != nil }

    /// The action, if it belongs to one of the keys, with its module if that lives.
    func action(under keys: Set<HookKey>) -> (module: Module?, action: Action)? {
        guard let action, !keys.isDisjoint(with: HookKey.all(of: action.name)) else { return nil }
        return (module, action)
    }
}
