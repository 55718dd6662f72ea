// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleDiagnostics
import Synchronization

/// `track`: sends an event with chosen parts of a call, for the calls that meet a condition.
///
///     {"label":"purchase","action":"shop.buy","data":{"amount":12.5,"total":3}}
///
/// Each provider receives the event: the events of the run under its label, an action of a module as JSON text, or a
/// file as a line. A failure there affects neither the call nor the other providers. Calls made for an event are not
/// tracked, and arguments declared `_Secret_` are not shown.
///
/// ## Topics
/// - ``Part``
/// - ``EventProvider``
package final class TrackAspect: Observer {
    /// The tracked parts of the calls of one action.
    private struct Selection: Sendable {
        let data: [(name: String, part: BoundPart)]
        let condition: BoundCallCondition?
    }

    fileprivate struct Counts {
        var events = 0
        var left = 0
        var lost = 0
        /// The reason why the first one was lost.
        var reason: String?
    }

    let data: [(name: String, part: Part)]
    let services: AspectServices
    private let label: String
    private let condition: CallCondition?
    private let providers: [EventProvider]
    private let moment: CallMoment
    /// The places of the parts of the event, by their names.
    let places: [String: SourceRange]
    private let timer: Timer?
    private let selections = Mutex<[ActionName: Selection]>([:])
    private let counts = Mutex(PerAction<Counts>())

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - data: the members of the event.
    ///   - condition: selects calls; nil for all.
    ///   - providers: the receivers of each event, in this order.
    ///   - moment: the moment at which it looks.
    ///   - places: the places of the parts of the event, by their names.
    ///   - timer: measures the time that events tell of; nil for none.
    init(
        _ label: String, data: [(name: String, part: Part)] = [], when condition: CallCondition? = nil,
        to providers: [EventProvider] = [.events], services: AspectServices, at moment: CallMoment = .after,
        places: [String: SourceRange] = [:], timer: Timer? = nil
    ) {
        self.label = label
        self.data = data
        self.condition = condition
        self.providers = providers
        self.services = services
        self.moment = moment
        self.places = places
        self.timer = timer
    }

    /// Creates the aspect for events with data that the caller supplies.
    package convenience init(_ label: String, to providers: [EventProvider], services: AspectServices) {
        self.init(label, data: [], to: providers, services: services)
    }

    package var backgroundObstacle: String? {
        timer.map { "it measures time from the call of \($0.start.value)" }
    }

    /// Tracks the call, if it looks before the body.
    package func entered(_ call: some ObservedCall) -> UInt64 {
        if moment == .before { track(call) }
        return 0
    }

    /// Tracks the call, if it looks after the body.
    package func left(_ call: some ObservedCall, since entered: UInt64) {
        if moment == .after { track(call) }
    }

    /// Each part that it names must exist in all actions.
    package func check(_ actions: [WovenAction]) throws(AspectError) {
        try timer?.check(actions)
        for action in actions where timer?.isStart(action.name) != true {
            let selection = try select(action)
            selections.withLock { $0[action.name] = selection }
        }
    }

    /// The numbers of `events` that all providers received, of calls `left` out by the condition, and of events `lost`
    /// because an action failed or a file could not be written, with the first `reason`.
    package func findings() -> [Finding] {
        counts.withLock { $0.entries }.map { Finding(action: $0.action, facts: $0.state.facts) }
    }
}

extension TrackAspect {
    private func track(_ call: some ObservedCall) {
        if let timer, timer.isStart(call.action) { return timer.note(call) }
        let thread = services.thread()
        if services.tracking.contains(thread) { return }
        services.tracking.with(thread) {
            track(call.action) {
                guard let selection = selection(for: call), selection.condition?.holds(for: call) ?? true else {
                    return nil
                }
                var answers: [String: Value] = [:]
                for (name, part) in selection.data where part.isAsked {
                    guard let answer = part.value(in: call) else { return nil }
                    answers[name] = answer
                }
                let data = selection.data.compactMap { name, part in
                    (answers[name] ?? part.value(in: call)).map { Value.Member(name, $0) }
                }
                return data + (timer?.member(of: call).map { [$0] } ?? [])
            }
        }
    }

    /// Tracks a call with data that the caller supplies.
    ///
    /// - Parameter choose: makes the data of the event; nil leaves the call out.
    package func track(_ action: ActionName, _ choose: () -> [Value.Member]?) {
        guard let data = choose() else {
            return counts.withLock { $0.update(action, from: Counts()) { $0.left += 1 } }
        }
        let event = TrackedEvent(label, action, data)
        var losses: [String] = []
        for provider in providers {
            guard let reason = provider.receive(event, services) else { continue }
            losses.append(providers.count > 1 ? "\(provider.name): \(reason)" : reason)
        }
        counts.withLock { $0.update(action, from: Counts()) { $0.note(losses.first) } }
    }

    /// The tracked parts of the call's action, determined at its first call if they were not checked before.
    private func selection(for call: some ObservedCall) -> Selection? {
        let action = call.action
        if let known = selections.withLock({ $0[action] }) { return known }
        guard let selection = try? select(WovenAction(action, call.signature)) else { return nil }
        selections.withLock { $0[action] = selection }
        return selection
    }

    private func select(_ action: WovenAction) throws(AspectError) -> Selection {
        let data = try bind(action)
        do {
            return Selection(
                data: data, condition: try condition?.bound(to: action.signature, naming: action.constants))
        } catch {
            throw unfit(OptionPlace("when"), action, error.message, error.suggestion)
        }
    }
}

extension TrackAspect.Counts {
    fileprivate mutating func note(_ loss: String?) {
        guard let loss else { return events += 1 }
        lost += 1
        reason = reason ?? loss
    }

    fileprivate var facts: [Value.Member] {
        [Value.Member("events", events), Value.Member("left", left), Value.Member("lost", lost)]
            + (reason.map { [Value.Member("reason", .string($0))] } ?? [])
    }
}
