// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleWeave

/// A hook that was asked for: it is woven around every action that it matches, those that are bound later among them.
struct HookRegistration: Sendable {
    /// The actions inside of whose calls alone a hook takes part.
    struct Scope {
        let id: UInt64
        let pointcut: Pointcut
    }

    let id: UInt64
    let name: String?
    let pointcut: Pointcut
    /// A condition on the arguments of a call.
    let condition: CallCondition?
    let scope: Scope?
    let admission: HookAdmission
    /// Where it was written.
    let origin: String
    /// Where it and its neighbours were named, for mistakes that say no place; nil for a closure.
    var places: (hook: SourceRange, neighbours: SourceRange)?
    /// Where what it does on a thread of its own waits.
    let background: BackgroundQueue?
    /// Makes the hook for one action, with what limits it there and why it is there.
    let make: Maker

    /// Makes a hook for one action, with what limits it there and why it is there.
    typealias Maker = @Sendable (Action, CallLimits, _ origin: String) throws(Diagnostic) -> ActionHook

    /// What actions know it by.
    var ids: Set<UInt64> { Set([id] + (scope.map { [$0.id] } ?? [])) }

    /// Every action that it, or its scope, applies to falls under one of these.
    var keys: Set<HookKey> { pointcut.keys.union(scope?.pointcut.keys ?? []) }

    /// Whether it comes to stand around an action, and if not, why.
    ///
    /// Where a pattern gives an action its whole name, it is a mistake if the hook cannot be there; what a `*` covers
    /// is passed over.
    func verdict(on target: HookTarget) -> HookVerdict {
        if let mismatch = pointcut.mismatch(with: target.candidate) {
            return mismatch.isOfName ? .notMeant("\(mismatch)") : .passedOver("\(mismatch)")
        }
        let isExact = pointcut.names(target.candidate)
        if target.isDestruction, !isExact { return .notMeant("only its whole name means the end of an instance") }
        let objection = admission.objection(to: target)
        do throws(ConditionMistake) {
            let bound = try condition?.bound(to: target.signature, naming: target.module.constants)
            guard let objection else { return .woven(bound) }
            return isExact ? .refused(.notAllowed(objection, advice)) : .passedOver(objection)
        } catch {
            return isExact ? .refused(.condition(error)) : .passedOver(error.message)
        }
    }

    /// What of it stands around an action; nil where it does not.
    ///
    /// - Throws: why it cannot be there: by the rules, or as what it runs does not fit the action.
    func hook(around action: Action, _ target: HookTarget, isPaused: Bool) throws(Diagnostic) -> ActionHook? {
        switch verdict(on: target) {
        case .notMeant, .passedOver: return nil
        case .refused(let mistake): throw mistake
        case .woven(let condition):
            let limits = CallLimits(condition: condition, scope: scope?.id)
            var hook = try make(action, limits, reason(on: target, condition))
            hook.isPaused = isPaused
            return hook
        }
    }

    /// What tells that calls of an action are its scope; nil where they are not.
    func scopeMark(on target: HookTarget) -> ActionHook? {
        guard let scope, scope.pointcut.mismatch(with: target.candidate) == nil else { return nil }
        return .scope(scope.id, origin: origin)
    }

    /// What to do about an action that it names and cannot be around.
    private var advice: String {
        pointcut.patterns.count { !$0.isNegated } > 1 ? "take its name out of the patterns" : "take the hook away"
    }

    /// Why it is around an action.
    private func reason(on target: HookTarget, _ condition: BoundCallCondition?) -> String {
        var words = [origin]
        if let pattern = pointcut.pattern(for: target.candidate) { words.append("on \"\(pattern)\"") }
        if let condition { words.append("where \(condition.words)") }
        if let scope {
            let patterns = scope.pointcut.patterns.map { "\"\($0)\"" }
            words.append("during " + patterns.joined(separator: ", "))
        }
        return words.joined(separator: " ")
    }
}

/// What a hook comes to around an action.
enum HookVerdict {
    /// It stands there, in calls for which the condition holds.
    case woven(BoundCallCondition?)
    /// No pattern of its own covers it.
    case notMeant(String)
    /// A pattern covers it, and something else keeps it away.
    case passedOver(String)
    /// It was meant to be there and cannot.
    case refused(Diagnostic)

    /// Why it is not there, where that is no mistake.
    var absence: String? {
        switch self {
        case .notMeant(let reason), .passedOver(let reason): reason
        case .woven, .refused: nil
        }
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
        Diagnostic(code: "hook.not-allowed", objection, suggestion: advice)
    }

    fileprivate static func condition(_ mistake: ConditionMistake) -> Diagnostic {
        Diagnostic(code: "hook.where", mistake.message, suggestion: mistake.suggestion)
    }
}
