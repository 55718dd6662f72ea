// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleWeave

/// Something of a module that hooks may be around: an action, or the end of its instance.
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
    /// All that hooks may be around; only what has this name, where one is given.
    func hookTargets(_ name: String? = nil) -> [HookTarget] {
        if let name { return [hookTarget(name)].compactMap(\.self) }
        return actionNames.compactMap(hookTarget) + [destructionTarget].compactMap(\.self)
    }

    /// The action that hooks may be around, by its name.
    func hookTarget(_ name: String) -> HookTarget? {
        let action = qualified(name)
        if let signature = signature(of: name) {
            return HookTarget(module: self, signature: signature, name: action, isDestruction: false)
        }
        return destructionTarget.flatMap { $0.name == action ? $0 : nil }
    }

    /// The end of its instance, where it has one.
    var destructionTarget: HookTarget? {
        instance.map { instance in
            let name = qualified(instance.destruction.symbol)
            return HookTarget(module: self, signature: instance.destruction, name: name, isDestruction: true)
        }
    }

    /// The type that a text means among the module's declarations; nil where it means none.
    func type(_ text: String) -> CType? {
        let source = SourceText(name: "type", text)
        return try? scope.type(source.whole)
    }
}
