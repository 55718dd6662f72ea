// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleWeave

/// The verdict on a hook and an action: whether the hook applies, and the reason if not.
enum HookVerdict {
    /// The hook applies, in calls for which the condition holds.
    case woven(BoundCallCondition?)
    /// No pattern of the hook matches the action.
    case notMeant(String)
    /// A pattern matches the action, but another key of the hook excludes it.
    case passedOver(String)
    /// The hook must not be around the action.
    case refused(Diagnostic)
    /// The condition of the hook does not fit the calls of the action. This is a mistake if the pattern names the
    /// action.
    case unfit(ConditionMistake, isNamed: Bool)

    /// The reason why the hook does not apply, if that is not a mistake.
    var absence: String? {
        switch self {
        case .notMeant(let reason), .passedOver(let reason): reason
        case .unfit(let mistake, isNamed: false): mistake.message
        case .woven, .refused, .unfit: nil
        }
    }
}

extension HookSpec {
    /// Decides if the hook applies to an action.
    ///
    /// If a pattern names the action in full, a hook that cannot be there is a mistake. A pattern with `*` skips the
    /// action.
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

    /// The rule of the module or the policy of the behaviour that excludes the hook; nil if none does.
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

    /// A module that the policy does not name has the permission of `*`; without `*` it has none.
    private func isAllowed(_ module: String, around target: HookTarget) -> Bool {
        guard let permissions else { return true }
        guard let pointcut = permissions[module] ?? permissions["*"] else { return false }
        return pointcut.mismatch(with: target.candidate) == nil
    }

    /// The suggestion for an action that the hook names but cannot hook.
    private var advice: String {
        pointcut.patterns.count { !$0.isNegated } > 1 ? "remove its name from the patterns" : "remove the hook"
    }
}

extension HookSpec {
    /// The diagnostic of a hook that is around more actions than it may; nil if it is not.
    func excess(of targets: [HookTarget]) -> Diagnostic? {
        guard let most, targets.count > most else { return nil }
        let patterns = pointcut.patterns.map { "\"\($0)\"" }.joined(separator: ", ")
        let names = targets.prefix(most + 1).suffix(3).map { "\($0.name)" }
        return Diagnostic(
            code: .hook(.matchesTooMuch),
            "\(patterns) matches \(counted(targets.count, "action")), the hook may be around at most \(most)",
            suggestion: "narrow the pattern, or raise the limit",
            notes: [.init("the actions include \(names.joined(separator: ", "))")])
    }
}

/// A hook that does not apply to an action.
package struct PassedOverHook: Hashable, Sendable {
    /// The hook's name; nil if it has none.
    package let name: String?
    /// The origin of the hook.
    package let origin: String
    /// The reason why it does not apply.
    package let reason: String

    /// Creates an entry.
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

    /// The diagnostic of a condition that does not fit.
    ///
    /// - Parameter range: the place of the condition; nil if it is not from a file.
    static func condition(_ mistake: ConditionMistake, in range: SourceRange? = nil) -> Diagnostic {
        Diagnostic(
            code: .hook(.condition), mistake.message, at: range?.place(of: mistake), label: mistake.label,
            suggestion: mistake.suggestion)
    }
}
