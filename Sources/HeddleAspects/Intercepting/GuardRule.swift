// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleDiagnostics
import HeddleSchema
import Synchronization

/// `guard`: passes only calls without an objection.
///
/// A refused call fails with the code `refused`. Neither hooks further in nor the action see it.
package final class GuardRule: AspectRule {
    private let code: String
    private let message: String?
    private let counts = Mutex((passed: 0, refused: 0))

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - code: of the failure.
    ///   - message: the message of the failure; by default the condition that did not hold.
    package init(code: String = FailureCode.refused.rawValue, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// Lets the call pass, or fails it.
    ///
    /// - Parameter objection: the reason why the call may not pass; nil if it may.
    package func course<Output>(_ objection: GuardObjection?) -> Course<Output> {
        counts.withLock { if objection == nil { $0.passed += 1 } else { $0.refused += 1 } }
        switch objection {
        case nil: return .proceed { _ in .done }
        case .reason(let reason, let causes)?:
            return .fail(Failure(code: code, message: message ?? reason, suppressed: causes))
        case .error(let error)?: return .fail(error)
        }
    }

    /// `passed` and `refused`.
    package func facts() -> [Value.Member] {
        counts.withLock { [Value.Member("passed", $0.passed), Value.Member("refused", $0.refused)] }
    }
}

/// The reason why a call may not pass a guard.
package enum GuardObjection: Sendable {
    /// A reason in words, and the failures that led to it.
    case reason(String, causes: [Failure] = [])
    /// The very error that the call ends with.
    case error(any Error)

    /// An action that has refused the call.
    package static func refusal(by name: String) -> GuardObjection { .reason("\(name) says no") }

    /// An action that has failed.
    package static func silence(of name: String, _ error: any Error) -> GuardObjection {
        .reason("\(name) could not be called", causes: [Failure(error)])
    }
}

// MARK: In a behaviour

extension AspectRecipe {
    static let `guard` = intercepting(
        "guard", "Refuses calls that a condition or an action does not allow.", GuardOptions.self,
        positions: [.before, .instead]
    ) { options, context throws(AspectError) in
        let clock = context.clock
        let question = try GuardQuestion(options, context.services)
        return { target throws(AspectError) in
            try question?.check(target)
            let bound = try options.condition.map { condition throws(AspectError) in
                try target.bind(condition, of: "guard", options.place(\.condition))
            }
            let rule = GuardRule(code: options.code, message: options.message)
            return CourseInterceptor("guard", rule, clock) { call in
                rule.course(bound?.guardObjection(to: call) ?? question?.objection(to: call.arguments))
            }
        }
    }
}

private struct GuardOptions: OptionDraft {
    var condition: CallCondition?
    var action: Located<String>?
    var code = FailureCode.refused.rawValue
    var message: String?

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        [
            .optional("where", \.condition, .condition(at: .before), "The conditions that the arguments must meet."),
            .optional(
                "action", \.action, .action,
                "An action that must return `true` or a number other than 0. It takes the call's first arguments."),
            .failureCode(\.code),
            .optional(
                "message", \.message, .anyText,
                "The message of the failure; by default the condition that did not hold."),
        ]
    }

    static var rules: [KeyRule<Self>] { [.anyOf([\.condition, \.action])] }

    var asks: [Located<String>] { action.map { [$0] } ?? [] }
}

extension BoundCallCondition {
    fileprivate func guardObjection(to call: any ObservedCall) -> GuardObjection? {
        objection(to: call).map { .reason($0) }
    }
}

/// An action that decides if a call may be made: it returns `true`, or a number other than 0, to allow it.
private struct GuardQuestion: Sendable {
    let name: String
    let action: AskedAction
    private let place: OptionPlace

    /// The action that the options name; nil if they name none.
    init?(_ options: AspectOptions<GuardOptions>, _ services: AspectServices) throws(AspectError) {
        guard let name = options.action?.value else { return nil }
        guard let action = services.action(name) else {
            throw options.bad(\.action, "there is no action \(Value.string(name).excerpt())")
        }
        switch action.signature.result.canonical {
        case .bool, .integer, .enumeration: break
        default:
            throw options.bad(
                \.action, "\(name) returns \(action.signature.result), expected a bool or a whole number")
        }
        (self.name, self.action, place) = (name, action, options.place(\.action))
    }

    /// Calls the action, with as many of the call's first arguments as it takes.
    func objection(to arguments: [Value]) -> GuardObjection? {
        switch action.call(Array(arguments.prefix(action.signature.given.count))) {
        case .returned(.bool(true)): nil
        case .returned(.number(let number)?) where number.compare(.integer(0)) != .equal: nil
        case .returned: .refusal(by: name)
        case .failed(let failure): .silence(of: name, failure)
        }
    }

    /// The first parameters of the guarded action must have the types that the asked action takes.
    func check(_ target: any AspectTarget) throws(AspectError) {
        let (asked, guarded) = (action.signature, target.signature)
        guard asked.given.count <= guarded.given.count, !asked.isVariadic else {
            throw target.unfit("guard", option: place, "\(name) takes more arguments than it")
        }
        for (mine, its) in zip(asked.given, guarded.given) {
            let (wanted, found) = (asked.parameters[mine].type, guarded.parameters[its].type)
            guard wanted.canonical == found.canonical else {
                throw target.unfit(
                    "guard", option: place, "\(name) takes \(wanted) where it takes \(found)",
                    "it must take the first arguments of the guarded action")
            }
        }
    }
}
