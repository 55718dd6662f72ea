// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleWeave

/// Whether a hook stands around an action, and why not.
enum HookVerdict {
    /// It stands there, in calls for which the condition holds.
    case woven(BoundCallCondition?)
    /// No pattern of its own covers it.
    case notMeant(String)
    /// A pattern covers it, and something else keeps it away.
    case passedOver(String)
    /// It was meant to be there and cannot.
    case refused(Diagnostic)
    /// A pattern covers it, and its condition does not fit the calls; a mistake where the pattern names it.
    case unfit(ConditionMistake, isNamed: Bool)

    /// Why it is not there, where that is no mistake.
    var absence: String? {
        switch self {
        case .notMeant(let reason), .passedOver(let reason): reason
        case .unfit(let mistake, isNamed: false): mistake.message
        case .woven, .refused, .unfit: nil
        }
    }
}

extension HookSpec {
    /// Decides whether the hook stands around an action.
    ///
    /// Where a pattern gives an action its whole name, it is a mistake if the hook cannot be there; an action that only
    /// a `*` covers is passed over.
    func verdict(on target: HookTarget) -> HookVerdict {
        if let mismatch = pointcut.mismatch(with: target.candidate) {
            return mismatch.isOfName ? .notMeant("\(mismatch)") : .passedOver("\(mismatch)")
        }
        let isExact = pointcut.names(target.candidate)
        if target.isDestruction, !isExact {
            return .notMeant("only a pattern with its whole name matches the end of an instance")
        }
        let objection = objection(to: target)
        do throws(ConditionMistake) {
            let bound = try condition?.bound(to: target.signature, naming: target.module.constants)
            guard let objection else { return .woven(bound) }
            return isExact ? .refused(.notAllowed(objection, advice)) : .passedOver(objection)
        } catch {
            return .unfit(error, isNamed: isExact)
        }
    }

    /// Why the rules of the module, or the policy of the behaviour, keep the hook away; nil where they do not.
    private func objection(to target: HookTarget) -> String? {
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
        return providers.sorted().first { !isAllowed($0, around: target) }
            .map { "the policy does not let \($0) hook \(target.name)" }
    }

    /// A module that the policy does not name has the permission of `*`, and none where that is not there either.
    private func isAllowed(_ module: String, around target: HookTarget) -> Bool {
        guard let permissions else { return true }
        guard let pointcut = permissions[module] ?? permissions["*"] else { return false }
        return pointcut.mismatch(with: target.candidate) == nil
    }

    /// The treatment of an action that it names and cannot hook.
    private var advice: String {
        pointcut.patterns.count { !$0.isNegated } > 1 ? "remove its name from the patterns" : "remove the hook"
    }
}

/// A hook that is not around an action.
package struct PassedOverHook: Hashable, Sendable {
    /// The hook's name, where it has one.
    package let name: String?
    /// Where it was written.
    package let origin: String
    /// Why it is not there.
    package let reason: String

    /// Creates an account of it.
    package init(name: String?, origin: String, reason: String) {
        self.name = name
        self.origin = origin
        self.reason = reason
    }
}

extension Diagnostic {
    fileprivate static func notAllowed(_ objection: String, _ advice: String) -> Diagnostic {
        Diagnostic(code: .hook(.notAllowed), objection, suggestion: advice)
    }

    /// That a condition does not fit.
    ///
    /// - Parameter range: where the condition stands; nil where it was not written.
    static func condition(_ mistake: ConditionMistake, in range: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            code: .hook(.condition), mistake.message, at: range?.place(of: mistake), label: mistake.label,
            suggestion: mistake.suggestion)
    }
}
