// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
import HeddleJSON
import HeddleSchema
import Synchronization

/// `expectCalls`: checks that each action was called as often as expected, and in the expected order.
///
/// An unmet expectation makes the run fail at its end, also for actions that were never called.
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
    private let places: [String: SourceRange]
    private let state = Mutex(State())

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - times: the expected number of calls of each action; nil for any number.
    ///   - order: the expected calls of the listed actions, by `module.action`, in this order; empty for any.
    ///   - places: the places of the names in the order.
    package init(times: ClosedRange<Int>?, order: [String] = [], places: [String: SourceRange] = [:]) {
        self.times = times
        self.order = order
        self.places = places
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
                OptionPlace("order", at: places[name]), aspect: "expectCalls",
                message: "\(Value.string(name).excerpt()) is not an action that the hook matches",
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

// MARK: In a behaviour

extension ExpectCallsAspect {
    static let recipe = AspectRecipe.observing(
        "expectCalls",
        "Makes the run fail at its end unless actions were called as often, and in the order, that the options say.",
        ExpectCallsOptions.self, positions: [.before, .instead]
    ) { options, context throws(AspectError) in
        ExpectCallsAspect(
            times: options.times, order: options.order.map(\.value),
            places: Dictionary(options.order.map { ($0.value, $0.range) }) { first, _ in first })
    }
}

private struct ExpectCallsOptions: OptionDraft {
    var times: ClosedRange<Int>?
    /// The same action may be listed several times.
    var order: [Located<String>] = []

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        let action = FieldType<String, OptionReader>.anyText.located.schema { $0.and(.defined(.action)) }
        return [
            .optional(
                "times", \.times, .times,
                "The required number of calls of each action that the patterns match: a number, or limits."),
            .optional(
                "order", \.order, .list(of: action, atLeast: 1),
                "The calls of these actions, exactly and in this order."),
        ]
    }

    static var rules: [KeyRule<Self>] { [.anyOf([\.times, \.order])] }
}

/// `{"atLeast": 1, "atMost": 3}`
private struct TimesDraft {
    var least: Int?
    var most: Int?

    static let form = OptionForm<TimesDraft>(
        "\"times\"",
        [
            .optional("atLeast", \.least, .whole(0...Int.max), "The minimum number of calls."),
            .optional("atMost", \.most, .whole(0...Int.max), "The maximum number of calls."),
        ])
}

extension FieldType where Read == ClosedRange<Int>, Reader == OptionReader {
    /// A number, or limits.
    fileprivate static var times: Self {
        let number = FieldType<Int, Reader>.whole(0...Int.max)
        return Self(
            JSONSchema.kind(.integer, .object).with("minimum", .whole(0)).and(TimesDraft.form.schema)
                .and(.all([.anything.when(.kind(.object), .anything.when(.without("atLeast"), .having("atMost")))]))
                .examples(.whole(1), .object([.init("atLeast", .whole(1))]))
        ) { field, reader in
            guard case .object = field.node.content else { return number.read(field, reader).map { $0...$0 } }
            var draft = TimesDraft()
            let before = reader.mistakes.count
            TimesDraft.form.read(field, into: &draft, reader)
            guard reader.mistakes.count == before else { return nil }
            guard draft.least != nil || draft.most != nil else {
                reader.badValue(field, expected: "\"atLeast\" or \"atMost\", or both")
                return nil
            }
            guard (draft.least ?? 0) <= (draft.most ?? .max) else {
                reader.badValue(field, expected: "\"atLeast\" that is not more than \"atMost\"")
                return nil
            }
            return (draft.least ?? 0)...(draft.most ?? .max)
        }
    }
}
