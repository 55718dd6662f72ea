// SPDX-License-Identifier: Apache-2.0

public import Declarations
import Synchronization

/// `guard`: lets only those calls pass whose arguments meet a condition, and to which another action says yes.
///
/// A call that is refused fails with the code `refused`; neither what stands further in nor the action sees it.
public final class GuardAspect: Interceptor {
    /// An action that answers yes or no.
    public struct Question: Sendable {
        let name: String
        let action: AskedAction
        /// How many of the call's arguments it gets, the first ones.
        var count: Int { action.signature.given.count }

        /// Creates a question.
        ///
        /// - Parameters:
        ///   - name: the action's name for messages.
        ///   - action: takes the first arguments of the call that is guarded, as many as it has parameters; `true`, or
        ///     a number other than 0, says yes.
        public init(_ name: String, _ action: AskedAction) {
            self.name = name
            self.action = action
        }

        fileprivate func objection(to arguments: [Value]) -> Failure? {
            switch action.call(Array(arguments.prefix(count))) {
            case .returned(.bool(true)): nil
            case .returned(.number(let number)?) where number.compare(.integer(0)) != .equal: nil
            case .returned: Failure(code: "refused", message: "\(name) says no")
            case .failed(let failure):
                Failure(code: "refused", message: "\(name) could not be asked", suppressed: [failure])
            }
        }
    }

    private let condition: BoundCallCondition?
    private let question: Question?
    private let code: String
    private let message: String?
    private let counts = Mutex((passed: 0, refused: 0))

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - condition: what must hold for the arguments.
    ///   - question: an action that must say yes; asked where the condition holds.
    ///   - code: of the failure.
    ///   - message: of the failure; unless given it says what did not hold.
    public init(
        _ condition: BoundCallCondition?, question: Question? = nil, code: String = "refused", message: String? = nil
    ) {
        self.condition = condition
        self.question = question
        self.code = code
        self.message = message
    }

    /// Lets the call pass, or fails it.
    public func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        let refusal = objection(to: call.view)
        counts.withLock { if refusal == nil { $0.passed += 1 } else { $0.refused += 1 } }
        guard let refusal else {
            call.proceed()
            return
        }
        call.fail(Failure(code: code, message: message ?? refusal.message, suppressed: refusal.suppressed))
    }

    /// `passed` and `refused`.
    public func facts() -> [Value.Member] {
        counts.withLock { [Value.Member("passed", $0.passed), Value.Member("refused", $0.refused)] }
    }

    private func objection(to call: any ObservedCall) -> Failure? {
        if let words = condition?.objection(to: call) { return Failure(code: code, message: words) }
        return question?.objection(to: call.arguments)
    }
}

extension GuardAspect {
    static let recipe = AspectRecipe.intercepting(
        "guard", options: ["where", "action", "code", "message"], positions: [.before, .instead]
    ) { order throws(AspectError) in
        let options = order.options
        let condition = try options.condition("where", before: true)
        let question = try question(order)
        if condition == nil, question == nil {
            throw .missingOption(nil, aspect: "guard", message: "needs the option where or action, or both")
        }
        let (code, message) = (try options.text("code") ?? "refused", try options.text("message"))
        return { target throws(AspectError) in
            if let question { try question.check(target) }
            let bound = try condition.map { condition throws(AspectError) in
                try target.bind(condition, of: "guard", "where")
            }
            return GuardAspect(bound, question: question, code: code, message: message)
        }
    }

    private static func question(_ order: AspectRecipe.Order) throws(AspectError) -> Question? {
        guard let name = try order.options.text("action") else { return nil }
        guard let action = order.services.action(name) else {
            throw order.options.bad("action", "there is no action \(Value.string(name).excerpt())")
        }
        switch action.signature.result.canonical {
        case .bool, .integer, .enumeration: return Question(name, action)
        default:
            throw order.options.bad(
                "action", "\(name) returns \(action.signature.result), and an answer is a bool or a whole number")
        }
    }
}

extension GuardAspect.Question {
    /// The first arguments of the guarded action must be what the question takes.
    fileprivate func check(_ target: any AspectTarget) throws(AspectError) {
        let (asked, guarded) = (action.signature, target.signature)
        guard asked.given.count <= guarded.given.count, !asked.isVariadic else {
            throw target.unfit("guard", option: "action", "\(name) takes more arguments than it")
        }
        for (mine, its) in zip(asked.given, guarded.given) {
            let (wanted, found) = (asked.parameters[mine].type, guarded.parameters[its].type)
            guard wanted.canonical == found.canonical else {
                throw target.unfit(
                    "guard", option: "action", "\(name) takes \(wanted) where it takes \(found)",
                    "a question takes the first arguments of what it guards")
            }
        }
    }
}
