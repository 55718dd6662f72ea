// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

extension AspectRecipe {
    static let `guard` = intercepting(
        "guard", "Refuses calls.",
        options: [
            .optional("where", .defined(.argumentCondition).described("What must hold for the arguments.")),
            .optional(
                "action",
                .text.and(.defined(.action)).described(
                    "An action that must say yes: `true`, or a number other than 0. It takes the first arguments of what "
                        + "it guards.")),
            .optional("code", .failureCode(.refused)),
            .optional("message", .anyText.described("The message of the failure; what did not hold unless given.")),
        ], rules: [.eitherOf("where", "action")], positions: [.before, .instead]
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let condition = try options.condition("where", at: .before)
        let question = try GuardQuestion(order)
        if condition == nil, question == nil {
            throw .missingOption(nil, aspect: "guard", message: "needs the option where or action, or both")
        }
        let (code, message) = (try options.failureCode(or: .refused), try options.text("message"))
        return { target throws(AspectError) in
            try question?.check(target)
            let bound = try condition.map { condition throws(AspectError) in
                try target.bind(condition, of: "guard", "where")
            }
            let rule = GuardRule(code: code, message: message)
            return CourseInterceptor("guard", rule, clock) { call in
                rule.course(bound?.guardObjection(to: call) ?? question?.objection(to: call.arguments))
            }
        }
    }
}

extension BoundCallCondition {
    fileprivate func guardObjection(to call: any ObservedCall) -> GuardObjection? {
        objection(to: call).map { GuardObjection($0) }
    }
}

/// An action that answers whether a call may be made: `true`, or a number other than 0, says yes.
private struct GuardQuestion: Sendable {
    let name: String
    let action: AskedAction

    /// The action that the options name; nil where they name none.
    init?(_ order: AspectRecipe.Order) throws(AspectError) {
        guard let name = try order.options.text("action") else { return nil }
        guard let action = order.services.action(name) else {
            throw order.options.bad("action", "there is no action \(Value.string(name).excerpt())")
        }
        switch action.signature.result.canonical {
        case .bool, .integer, .enumeration: break
        default:
            throw order.options.bad(
                "action", "\(name) returns \(action.signature.result), and an answer is a bool or a whole number")
        }
        (self.name, self.action) = (name, action)
    }

    /// Asks, with as many of the call's first arguments as the action takes.
    func objection(to arguments: [Value]) -> GuardObjection? {
        switch action.call(Array(arguments.prefix(action.signature.given.count))) {
        case .returned(.bool(true)): nil
        case .returned(.number(let number)?) where number.compare(.integer(0)) != .equal: nil
        case .returned: .refusal(by: name)
        case .failed(let failure): .silence(of: name, failure)
        }
    }

    /// The first arguments of the guarded action must be what the question takes.
    func check(_ target: any AspectTarget) throws(AspectError) {
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
