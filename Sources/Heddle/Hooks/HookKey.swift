// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleWeave

/// The literal part of a pattern, so that a hook is compared only with actions that it could match.
enum HookKey: Hashable {
    /// One action of one module.
    case exact(ActionName)
    /// The actions of this name.
    case action(String)
    /// The actions of the module of this name.
    case module(String)
    /// Any other pattern; no part of it is literal.
    case other

    init(_ pattern: Pointcut.Pattern) {
        let (isModule, isAction) = (!pattern.isLibrary && pattern.module.isName, pattern.action.isName)
        self =
            switch (isModule, isAction) {
            case (true, true): .exact(ActionName(module: pattern.module, action: pattern.action))
            case (false, true): .action(pattern.action)
            case (true, false): .module(pattern.module)
            case (false, false): .other
            }
    }

    /// The keys that an action belongs to.
    static func all(of name: ActionName) -> [HookKey] {
        [.exact(name), .action(name.action), .module(name.module), .other]
    }

    /// Collects the things that belong to the key.
    ///
    /// - Parameter pick: returns the things of a module for the name of an action, or for nil all of them.
    func gather<Found>(in modules: [String: Module], _ pick: (Module, String?) -> [Found]) -> [Found] {
        switch self {
        case .exact(let name): modules[name.module].map { pick($0, name.action) } ?? []
        case .action(let action): modules.values.flatMap { pick($0, action) }
        case .module(let name): modules[name].map { pick($0, nil) } ?? []
        case .other: modules.values.flatMap { pick($0, nil) }
        }
    }
}

extension String {
    fileprivate var isName: Bool { !utf8.contains(UInt8(ascii: "*")) }
}

extension Pointcut {
    /// Every action that it applies to belongs to one of these keys.
    var keys: Set<HookKey> { Set(patterns.filter { !$0.isNegated }.map(HookKey.init)) }
}
