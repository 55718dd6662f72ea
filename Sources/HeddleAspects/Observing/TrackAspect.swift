// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
import Synchronization

/// `track`: an event with chosen parts of a call, for those calls for which a condition holds.
///
///     {"label":"purchase","action":"shop.buy","data":{"amount":12.5,"total":3}}
///
/// The event goes to those who follow the run, under the name of its label, to an action of a module as JSON text, or
/// to a file as a line. What becomes of it there makes no difference to the call. What is called for an event is not
/// tracked itself, and arguments that are declared `_Secret_` are not told.
///
/// ## Topics
/// - ``Part``
/// - ``Receiver``
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
        /// Why the first one was lost.
        var reason: String?
    }

    let data: [(name: String, part: Part)]
    let services: AspectServices
    private let label: String
    private let condition: CallCondition?
    private let receiver: Receiver
    private let moment: CallMoment
    /// Where the parts of the event stand, by their names.
    let places: [String: SourceRange]
    private let selections = Mutex<[ActionName: Selection]>([:])
    private let counts = Mutex(PerAction<Counts>())

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - data: what the event has under each name.
    ///   - condition: nil for all calls.
    ///   - receiver: where the events go.
    ///   - moment: when it looks.
    ///   - places: where the parts of the event stand, by their names.
    package init(
        _ label: String, data: [(name: String, part: Part)] = [], when condition: CallCondition? = nil,
        to receiver: Receiver = .events, services: AspectServices, at moment: CallMoment = .after,
        places: [String: SourceRange] = [:]
    ) {
        self.label = label
        self.data = data
        self.condition = condition
        self.receiver = receiver
        self.services = services
        self.moment = moment
        self.places = places
    }

    /// Tracks the call, where it looks before.
    package func entered(_ call: some ObservedCall) -> UInt64 {
        if moment == .before { track(call) }
        return 0
    }

    /// Tracks the call, where it looks after.
    package func left(_ call: some ObservedCall, since entered: UInt64) {
        if moment == .after { track(call) }
    }

    /// Each part that it names must be there in all of the actions.
    package func check(_ actions: [WovenAction]) throws(AspectError) {
        for action in actions {
            let selection = try select(action)
            selections.withLock { $0[action.name] = selection }
        }
    }

    /// How many `events` it made, how many calls it `left` out by its condition, how many events were `lost` because
    /// the action that takes them failed or the file could not be written, and the first `reason` of that.
    package func findings() -> [Finding] {
        counts.withLock { $0.entries }.map { Finding(action: $0.action, facts: $0.state.facts) }
    }
}

extension TrackAspect {
    private func track(_ call: some ObservedCall) {
        track(call.action) {
            guard let selection = selection(for: call), selection.condition?.holds(for: call) ?? true else {
                return nil
            }
            return { selection.data.compactMap { name, part in part.value(in: call).map { Value.Member(name, $0) } } }
        }
    }

    /// Tracks a call of which somebody else knows what belongs into the event.
    ///
    /// - Parameter choose: what makes the data of the event; nil leaves the call out.
    package func track(_ action: ActionName, _ choose: () -> (() -> [Value.Member])?) {
        let thread = services.thread()
        if services.tracking.contains(thread) { return }
        guard let data = choose() else {
            return counts.withLock { $0.update(action, from: Counts()) { $0.left += 1 } }
        }
        let loss = services.tracking.with(thread) {
            send([Value.Member("action", .string(action.description)), Value.Member("data", .object(data()))])
        }
        counts.withLock { $0.update(action, from: Counts()) { $0.note(loss) } }
    }

    /// Tells of an event; returns why nobody took it.
    private func send(_ event: [Value.Member]) -> String? {
        if case .events = receiver {
            services.emit(label, .object(event))
            return nil
        }
        let line = Value.object([Value.Member("label", .string(label))] + event).json
        switch receiver {
        case .events: return nil
        case .file(let file): return file.append(line)
        case .action(let action):
            let arguments = action.signature.given.count == 1 ? [line] : [label, line]
            guard case .failed(let failure) = action.call(arguments.map(Value.string)) else { return nil }
            return failure.excerpt
        }
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
