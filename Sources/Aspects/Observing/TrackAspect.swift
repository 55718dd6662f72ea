// SPDX-License-Identifier: Apache-2.0

public import Declarations
import Synchronization

/// `track`: an event with chosen parts of a call, for those calls for which a condition holds.
///
///     {"label":"purchase","action":"shop.buy","data":{"amount":12.5,"total":3}}
///
/// The event goes to those who follow the run, under the name of its label, or to an action of a module that takes the
/// label and the event as JSON text. What that action comes to makes no difference to the call.
public final class TrackAspect: Observer {
    /// What stands under a name in the event.
    public enum Part: Sendable {
        case path(CallPath)
        case constant(Value)
    }

    private enum BoundPart: Sendable {
        case path(BoundCallPath)
        case constant(Value)
    }

    /// What is tracked of the calls of one action.
    private struct Selection: Sendable {
        let data: [(name: String, part: BoundPart)]
        let condition: BoundCallCondition?
    }

    private struct Counts {
        var events = 0
        var left = 0
        var lost = 0
    }

    private let label: String
    private let data: [(name: String, part: Part)]
    private let condition: CallCondition?
    private let receiver: AskedAction?
    private let services: AspectServices
    private let isBefore: Bool
    private let selections = Mutex<[ActionName: Selection]>([:])
    private let counts = Mutex(PerAction<Counts>())

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - data: parts of the call by the names that they have in the event.
    ///   - condition: nil for all calls.
    ///   - receiver: an action that takes two texts, the label and the event as JSON; nil to tell those who follow the
    ///     run.
    ///   - isBefore: whether it looks before the body has run rather than after.
    public init(
        _ label: String, data: [(name: String, part: Part)] = [], when condition: CallCondition? = nil,
        to receiver: AskedAction? = nil, services: AspectServices, before isBefore: Bool = false
    ) {
        self.label = label
        self.data = data
        self.condition = condition
        self.receiver = receiver
        self.services = services
        self.isBefore = isBefore
    }

    /// Tracks the call, where it looks before.
    public func entered(_ call: some ObservedCall) -> UInt64 {
        if isBefore { track(call) }
        return 0
    }

    /// Tracks the call, where it looks after.
    public func left(_ call: some ObservedCall, since entered: UInt64) {
        if !isBefore { track(call) }
    }

    /// Each part that it names must be there in all of the actions.
    public func check(_ actions: [WovenAction]) throws(AspectError) {
        for action in actions {
            do { _ = try bind(data, action.signature) } catch { throw Self.unfit("data", action, error) }
            do { _ = try condition?.bound(to: action.signature) } catch { throw Self.unfit("when", action, error) }
        }
    }

    /// How many `events` it made, how many calls it `left` out by its condition, and how many events were `lost`
    /// because the action that takes them failed.
    public func findings() -> [Finding] {
        counts.withLock { $0.entries }.map { action, counts in
            Finding(
                action: action,
                facts: [
                    Value.Member("events", counts.events), Value.Member("left", counts.left),
                    Value.Member("lost", counts.lost),
                ])
        }
    }

    private static func unfit(_ option: String, _ action: WovenAction, _ mistake: ConditionMistake) -> AspectError {
        .unfit(
            option: option, aspect: "track", action: action.name, message: mistake.message,
            suggestion: mistake.suggestion)
    }
}

// MARK: - Tracking

extension TrackAspect {
    private func track(_ call: some ObservedCall) {
        let action = call.action
        guard let selection = selection(for: call), selection.condition?.holds(for: call) ?? true else {
            return counts.withLock { $0.update(action, from: Counts()) { $0.left += 1 } }
        }
        let isLost = send(event(of: call, selection))
        counts.withLock {
            $0.update(action, from: Counts()) { if isLost { $0.lost += 1 } else { $0.events += 1 } }
        }
    }

    /// Tells of an event; true when nobody took it.
    private func send(_ event: [Value.Member]) -> Bool {
        guard let receiver else {
            services.emit(label, .object(event))
            return false
        }
        let event = Value.object([Value.Member("label", .string(label))] + event)
        if case .failed = receiver.call([.string(label), .string(event.json)]) { return true }
        return false
    }

    private func event(of call: some ObservedCall, _ selection: Selection) -> [Value.Member] {
        let data = selection.data.compactMap { name, part in
            switch part {
            case .constant(let value): Value.Member(name, value)
            case .path(let path): path.value(in: call).map { Value.Member(name, $0) }
            }
        }
        return [Value.Member("action", .string(call.action.description)), Value.Member("data", .object(data))]
    }

    /// What is tracked of the call's action, found out at its first call.
    private func selection(for call: some ObservedCall) -> Selection? {
        let action = call.action
        if let known = selections.withLock({ $0[action] }) { return known }
        guard let data = try? bind(data, call.signature) else { return nil }
        var bound: BoundCallCondition?
        if let condition {
            guard let made = try? condition.bound(to: call.signature) else { return nil }
            bound = made
        }
        let selection = Selection(data: data, condition: bound)
        selections.withLock { $0[action] = selection }
        return selection
    }

    private func bind(
        _ data: [(name: String, part: Part)], _ signature: Signature
    ) throws(ConditionMistake) -> [(name: String, part: BoundPart)] {
        var bound: [(name: String, part: BoundPart)] = []
        for (name, part) in data {
            switch part {
            case .constant(let value): bound.append((name, .constant(value)))
            case .path(let path): bound.append((name, .path(try path.bound(to: signature))))
            }
        }
        return bound
    }
}
