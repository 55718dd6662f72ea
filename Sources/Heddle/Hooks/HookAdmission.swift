// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleWeave

/// Which hooks may be around what: the rules of modules, and the policy of a behaviour.
struct HookAdmission: Sendable {
    /// Whether it can only look at calls, and not change them.
    var canOnlyLook = false
    /// Whether it has nothing but what runs before calls.
    var isOnlyBefore = false
    /// The modules whose functions it runs.
    var providers: Set<String> = []
    var permissions: HookPermissions?

    /// Why a hook may not be around something; nil where it may.
    func objection(to target: HookTarget) -> String? {
        if target.isDestruction, !isOnlyBefore {
            return "\(target.name) destroys an instance, which can have hooks only before it"
        }
        switch target.signature.hooking {
        case .any: break
        case .none: return "\(target.name) is declared _Unhookable_"
        case .observers where !canOnlyLook:
            return "\(target.name) is declared _ObserveOnly_, and this hook could change its calls"
        case .observers: break
        }
        return providers.sorted().first { permissions?.allow($0, around: target) == false }
            .map { "the policy does not let \($0) hook \(target.name)" }
    }
}

/// The modules whose functions may be hooks, and around what.
struct HookPermissions: Sendable {
    let pointcuts: [String: Pointcut]

    /// A module that is not named has the permission of `*`, and none where that is not there either.
    func allow(_ module: String, around target: HookTarget) -> Bool {
        guard let pointcut = pointcuts[module] ?? pointcuts["*"] else { return false }
        return pointcut.mismatch(with: target.candidate) == nil
    }
}
