// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleWeave

/// A target of hooks in a module: an action, or the end of the instance.
struct HookTarget {
    let module: Module
    let signature: Signature
    let name: ActionName
    /// True if it is the end of an instance, which can have hooks only before it.
    let isDestruction: Bool

    /// The same for aspects.
    var woven: WovenAction { WovenAction(name, signature, naming: module.constants) }

    /// The properties of an action for pointcuts.
    var candidate: Pointcut.Candidate {
        Pointcut.Candidate(name, library: module.libraryName, signature, type: module.type)
    }
}

extension Module {
    /// All targets of hooks; with a name only those of that name.
    func hookTargets(_ name: String? = nil) -> [HookTarget] {
        if let name { return [hookTarget(name)].compactMap(\.self) }
        return actionNames.compactMap(hookTarget) + [destructionTarget].compactMap(\.self)
    }

    /// The names of all targets of hooks.
    var hookTargetNames: [String] { actionNames + [destructionTarget?.name.action].compactMap(\.self) }

    /// The action of this name as a target of hooks.
    func hookTarget(_ name: String) -> HookTarget? {
        let action = qualified(name)
        if let signature = signature(of: name) {
            return HookTarget(module: self, signature: signature, name: action, isDestruction: false)
        }
        return destructionTarget.flatMap { $0.name == action ? $0 : nil }
    }

    /// The end of the module's instance as a target of hooks; nil without an instance.
    var destructionTarget: HookTarget? {
        instance.map { instance in
            let name = qualified(instance.destruction.symbol)
            return HookTarget(module: self, signature: instance.destruction, name: name, isDestruction: true)
        }
    }

    /// The type that a text names among the module's declarations; nil if it names none.
    func type(_ text: String) -> CType? {
        let source = SourceText(name: "type", text)
        return try? scope.type(source.whole)
    }
}
