// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON
internal import HeddleWeave

extension ModuleHost {
    /// Adds an aspect to a hook.
    ///
    /// - Parameters:
    ///   - files: the files that the aspect may write to.
    ///   - providers: the receivers of events that have names.
    /// - Returns: the actions that the aspect calls.
    /// - Throws: the mistakes of its options and its position.
    func add(
        aspect use: HookUse, at position: HookPosition, to spec: inout HookSpec, files: @escaping LineFiles,
        providers: EventProviders = .none
    ) throws(Diagnostics) -> [Located<String>] {
        let aspect = try aspects.make(
            use.name.value, at: use.name.range, options: use.options, besides: use.otherKeys, for: position,
            files: files, providers: providers)
        if spec.background != nil, let reason = aspect.role.backgroundObstacle {
            throw Diagnostics([.notInBackground(use, because: reason)])
        }
        switch aspect.role {
        case .observer(let observer, let sides): spec.add(observer, sides, of: aspect, use, at: position)
        case .interceptor(let make, let objecting):
            let hook = InterceptorHook(label: use.name.value, make: make, objecting: objecting)
            spec.add(hook, of: aspect, use, at: position)
        }
        return aspect.asks
    }
}

extension Aspect.Role {
    /// The reason why it cannot look at calls from a thread of its own; nil if it can.
    fileprivate var backgroundObstacle: String? {
        switch self {
        case .interceptor: "it may change the call, which is over by then"
        case .observer(_, let sides) where sides.enters: "it looks at each call when it begins and when it ends"
        case .observer(let observer, _): observer.backgroundObstacle
        }
    }
}

extension Diagnostic {
    /// The diagnostic of an aspect that cannot be part of a background hook.
    fileprivate static func notInBackground(_ use: HookUse, because reason: String) -> Diagnostic {
        Diagnostic(
            code: .hook(.notInBackground), "\(use.name.value) cannot run in the background: \(reason)",
            at: use.name.range,
            suggestion: "put it in a separate hook without \"background\"")
    }

    /// The diagnostic of options for a function.
    static func optionsOfFunction(_ use: HookUse, at options: JSONNode) -> Diagnostic {
        Diagnostic(
            code: .hook(.options), "\(use.name.value) is a function, which takes no options", at: options.range)
    }

    /// The diagnostic of code that has no such name.
    ///
    /// - Parameter modules: the names of the loaded modules.
    static func unknownHook(_ use: HookUse, aspects: [String], modules: [String]) -> Diagnostic {
        let parts = use.name.value.split(separator: ".", maxSplits: 1)
        let unknownModule =
            parts.count == 2 && !modules.isEmpty
            ? "there is no module \"\(parts[0])\"; there are \(modules.joined(separator: ", "))" : nil
        return Diagnostic(
            code: .hook(.unknown), "\"\(use.name.value)\" is neither an aspect nor a function of a module",
            at: use.name.range,
            suggestion: didYouMean(use.name.value, among: aspects + modules) ?? unknownModule
                ?? "the aspects are \(aspects.joined(separator: ", ")); a function is written module.symbol")
    }
}
