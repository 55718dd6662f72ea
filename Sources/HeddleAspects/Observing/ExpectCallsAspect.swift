// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleDiagnostics
import HeddleSchema
import Synchronization

/// `expectCalls`: whether each action was called as often as expected, and whether the calls came in an order.
///
/// What does not hold makes the run fail at its end, also for actions that were never called.
package final class ExpectCallsAspect: Observer {
    fileprivate struct State {
        var actions: [ActionName] = []
        var calls: [ActionName: Int] = [:]
        var next = 0
        /// The first call that came out of order.
        var stray: (action: ActionName, objection: String)?
    }

    private let times: ClosedRange<Int>?
    private let order: [String]
    private let state = Mutex(State())

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - times: how often each action is to be called; nil for any number.
    ///   - order: the calls of the actions that stand in it, by `module.action`, are to be just these; empty for any.
    package init(times: ClosedRange<Int>?, order: [String] = []) {
        self.times = times
        self.order = order
    }

    /// Counts the call.
    package func entered(_ call: some ObservedCall) -> UInt64 {
        let action = call.action
        state.withLock { state in
            state.calls[action, default: 0] += 1
            if !state.actions.contains(action) { state.actions.append(action) }
            follow(action, &state)
        }
        return 0
    }

    /// Nothing: how a call ends makes no difference.
    package func left(_ call: some ObservedCall, since entered: UInt64) {}

    /// Learns which actions it expects calls of.
    package func check(_ actions: [WovenAction]) throws(AspectError) {
        let names = actions.map(\.name.description)
        for name in order where !names.contains(name) {
            throw .badOption(
                "order", aspect: "expectCalls",
                message: "\(Value.string(name).excerpt()) is no action that the hook is around",
                suggestion: didYouMean(name, among: names))
        }
        state.withLock { $0.actions = actions.map(\.name) }
    }

    /// `calls` of each action, with what was expected and did not hold.
    package func findings() -> [Finding] {
        state.withLock { $0 }.findings(times, order)
    }

    private func follow(_ action: ActionName, _ state: inout State) {
        let name = action.description
        guard state.stray == nil, order.contains(name) else { return }
        if state.next < order.count, order[state.next] == name {
            state.next += 1
        } else {
            let expected = state.next < order.count ? order[state.next] : "no further call"
            state.stray = (action, "\(name) was called out of order, expected \(expected)")
        }
    }
}

extension ExpectCallsAspect.State {
    fileprivate func findings(_ times: ClosedRange<Int>?, _ order: [String]) -> [Finding] {
        actions.map { action in
            let calls = calls[action, default: 0]
            let objections = [
                times.flatMap { $0.contains(calls) ? nil : objection(action, calls, $0) },
                stray?.action == action ? stray?.objection : nil, missing(action, order),
            ].compactMap(\.self)
            return Finding(
                action: action, facts: [Value.Member("calls", calls)],
                objection: objections.isEmpty ? nil : objections.joined(separator: "; "))
        }
    }

    private func objection(_ action: ActionName, _ calls: Int, _ times: ClosedRange<Int>) -> String {
        let expected =
            if times.lowerBound == times.upperBound {
                "\(times.lowerBound)"
            } else if times.upperBound == .max {
                "\(times.lowerBound) or more"
            } else {
                "\(times.lowerBound) to \(times.upperBound)"
            }
        return "\(action) was called \(counted(calls, "time")), expected \(expected)"
    }

    /// The order ended before this action's turn had come.
    private func missing(_ action: ActionName, _ order: [String]) -> String? {
        guard stray == nil, next < order.count, order[next] == action.description else { return nil }
        return "\(action) was not called\(next == 0 ? "" : " after \(order[next - 1])")"
    }
}

extension ExpectCallsAspect {
    static let recipe = AspectRecipe.observing(
        "expectCalls", "How often and in which order actions must be called; otherwise the run fails at its end.",
        options: [.optional("times", timesForm), .optional("order", orderForm)],
        rules: [.eitherOf("times", "order")], positions: [.before, .instead]
    ) { order throws(AspectError) in
        let options = order.options
        let times = try times(options)
        let names = try texts(options)
        if times == nil, names == nil {
            throw .missingOption(nil, aspect: "expectCalls", message: "needs the option times or order, or both")
        }
        return ExpectCallsAspect(times: times, order: names ?? [])
    }

    private static var timesForm: JSONSchema {
        let count = JSONSchema.whole(0...Int.max)
        let limits = JSONSchema.keys([
            ObjectKey("atLeast", count.described("Not less often.")),
            ObjectKey("atMost", count.described("Not more often.")),
        ])
        return .kind(.integer, .object).with("minimum", .whole(0)).and(limits)
            .and(.all([.anything.when(.kind(.object), .anything.when(.without("atLeast"), .having("atMost")))]))
            .described("How often each action that the patterns match is called: a number, or limits.")
            .examples(.whole(1), .object([.init("atLeast", .whole(1))]))
    }

    private static var orderForm: JSONSchema {
        .list(of: .anyText.and(.defined(.action)), atLeast: 1)
            .described("The calls of these actions are just these, in this order.")
    }

    /// The same action may stand in the order several times.
    private static func texts(_ options: AspectOptions) throws(AspectError) -> [String]? {
        guard let values = try options.list("order", "a list of actions") else { return nil }
        var names: [String] = []
        for value in values {
            guard case .string(let name) = value else {
                throw options.wrong("order", value, .described("a list of actions"))
            }
            names.append(name)
        }
        return names
    }

    /// A number, or `{"atLeast": 1, "atMost": 3}`.
    private static func times(_ options: AspectOptions) throws(AspectError) -> ClosedRange<Int>? {
        guard case .object? = options["times"] else {
            return try options.whole("times", 0...Int.max).map { $0...$0 }
        }
        let limits = try AspectOptions(options["times"], of: "times of expectCalls", known: ["atLeast", "atMost"])
        let least = try limits.whole("atLeast", 0...Int.max)
        let most = try limits.whole("atMost", 0...Int.max)
        guard least != nil || most != nil else { throw options.bad("times", "it needs atLeast or atMost, or both") }
        guard (least ?? 0) <= (most ?? .max) else { throw options.bad("times", "atLeast is more than atMost") }
        return (least ?? 0)...(most ?? .max)
    }
}
