// SPDX-License-Identifier: Apache-2.0

internal import Aspects
internal import Declarations
internal import Diagnostics
internal import Foreign
internal import Weave

/// Something of a module that hooks may be around: an action, or the end of its instance.
struct HookTarget {
    let module: Module
    let signature: Signature
    let name: ActionName
    /// Whether it is the end of an instance, which can have hooks only before it.
    let isDestruction: Bool

    /// The same for aspects.
    var woven: WovenAction { WovenAction(name, signature) }

    /// What pointcuts look at.
    var candidate: Pointcut.Candidate {
        Pointcut.Candidate(name, library: module.libraryName, signature, type: module.type)
    }
}

extension Module {
    /// All that hooks may be around; only what has this name, where one is given.
    func hookTargets(_ name: String? = nil) -> [HookTarget] {
        if let name { return [hookTarget(name)].compactMap(\.self) }
        return (actionNames + (instance.map { [$0.destruction.symbol] } ?? [])).compactMap(hookTarget)
    }

    /// What hooks may be around, by its name.
    func hookTarget(_ name: String) -> HookTarget? {
        let action = ActionName(module: self.name, action: name)
        if let signature = signature(of: name) {
            return HookTarget(module: self, signature: signature, name: action, isDestruction: false)
        }
        guard let destruction = instance?.destruction, destruction.symbol == name else { return nil }
        return HookTarget(module: self, signature: destruction, name: action, isDestruction: true)
    }

    /// The type that a text means among the module's declarations; nil where it means none.
    func type(_ text: String) -> CType? {
        let source = SourceText(name: "type", text)
        return try? scope.type(SourceRange(source, 0..<source.bytes.count))
    }
}

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
        (pointcuts[module] ?? pointcuts["*"])?.mismatch(with: target.candidate) == nil
            && (pointcuts[module] ?? pointcuts["*"]) != nil
    }
}
