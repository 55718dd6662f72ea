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
    let data: [(name: String, part: Part)]
    let services: AspectServices
    private let label: String
    private let condition: CallCondition?
    private let providers: [EventProvider]
    private let moment: CallMoment
    /// The places of the parts of the event, by their names.
    let places: [String: SourceRange]
    private let timer: Timer?
    /// The actions that were called, with their parts once these are known.
    private let actions = Mutex(PerAction<(action: TrackedAction, parts: TrackedParts?)>())
    private let checked = Mutex<[ActionName: TrackedParts]>([:])
    /// The providers that are no files.
    private let receivers: [EventProvider]
    private let files: [any LineWriter]
    /// The indices of the files among the providers.
    private let fileIndices: [Int]
    /// True if a provider takes values.
    private let makesValues: Bool
    /// True if a provider may call what is tracked, besides one that listens to the events of the run.
    private let mayCall: Bool
    private static let milliseconds = TrackedEvent.name(Timer.member)

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
        makesValues = providers.contains { $0.takesValues(services) } || !TrackedEvent.isPlain(data.first?.name)
        receivers = providers.filter { $0.file == nil }
        files = providers.compactMap(\.file)
        fileIndices = providers.indices.filter { providers[$0].file != nil }
        mayCall = !receivers.allSatisfy(\.isRun)
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
            checked.withLock { $0[action.name] = selection }
        }
    }

    /// The numbers of `events` that all providers received, of calls `left` out by the condition, and of events `lost`
    /// because an action failed or a file could not be written, with the first `reason`. Events that wait are written
    /// before.
    package func findings() -> [Finding] {
        for file in files { file.flush() }
        let names = providers.count > 1 ? fileIndices.map { providers[$0].name } : []
        return actions.withLock { $0.entries }
            .map { Finding(action: $0.action, facts: $0.state.action.facts(namingFiles: names)) }
    }
}

extension TrackAspect {
    private func track(_ call: some ObservedCall) {
        if let timer, timer.isStart(call.action) { return timer.note(call) }
        if !services.tracking.areNone, services.tracking.contains(services.thread()) { return }
        let (action, known) = tracked(call.action)
        guard let parts = known ?? parts(of: call) else { return action.leave() }
        let isHeard = !receivers.isEmpty && (mayCall || services.isHeard())
        guard isHeard || parts.isCalling else { return send(call, action, parts, isHeard: false) }
        services.tracking.with(services.thread()) { send(call, action, parts, isHeard: isHeard) }
    }

    private func send(_ call: some ObservedCall, _ action: TrackedAction, _ parts: TrackedParts, isHeard: Bool) {
        guard parts.condition?.holds(for: call) ?? true else { return action.leave() }
        var answers: [Value?]?
        if parts.isAsking {
            let asked = parts.members.map { $0.part.isAsked ? $0.part.value(in: call) : nil }
            guard zip(parts.members, asked).allSatisfy({ !$0.part.isAsked || $1 != nil }) else { return action.leave() }
            answers = asked
        }
        if makesValues {
            let data = parts.members.enumerated().compactMap { index, member in
                (answers?[index] ?? member.part.value(in: call)).map { Value.Member(member.name, $0) }
            }
            return send(
                TrackedEvent(action.form, action.begin(), data + (timer?.member(of: call).map { [$0] } ?? [])), action)
        }
        let event = TrackedEvent(action.form, action.begin(), parts.size) { text in
            parts.write(call, answers, to: &text)
            guard let time = timer?.member(of: call) else { return }
            TrackedEvent.append(Self.milliseconds, time.value, to: &text)
        }
        send(event, action, isHeard: isHeard)
    }

    /// Tracks a call with data that the caller supplies.
    ///
    /// - Parameter choose: makes the data of the event; nil leaves the call out.
    package func track(_ name: ActionName, _ choose: () -> [Value.Member]?) {
        let action = tracked(name).action
        guard let data = choose() else { return action.leave() }
        send(TrackedEvent(action.form, action.begin(), data), action)
    }

    /// Files take the event last: one that another provider has refused is lost already, and counts once.
    private func send(_ event: TrackedEvent, _ action: TrackedAction, isHeard: Bool = true) {
        var loss: String?
        if isHeard {
            for provider in receivers {
                guard let reason = provider.receive(event, services) else { continue }
                loss = loss ?? words(reason, of: provider)
            }
        }
        for index in files.indices {
            let losses = loss == nil ? action.losses[index] : nil
            guard let reason = files[index].append(event.text, event.number, from: losses) else { continue }
            loss = loss ?? words(reason, of: providers[fileIndices[index]])
        }
        action.end(loss)
    }

    private func words(_ reason: String, of provider: EventProvider) -> String {
        providers.count > 1 ? "\(provider.name): \(reason)" : reason
    }

    private func tracked(_ action: ActionName) -> (action: TrackedAction, parts: TrackedParts?) {
        actions.withLock { actions in
            actions.update(action, from: (TrackedAction(label, action, files: files.count), nil)) { $0 }
        }
    }

    /// The parts of a call's action, determined at its first call if they were not checked before.
    private func parts(of call: some ObservedCall) -> TrackedParts? {
        let name = call.action
        guard let parts = checked.withLock({ $0[name] }) ?? (try? select(WovenAction(name, call.signature))) else {
            return nil
        }
        actions.withLock { actions in
            actions.update(name, from: (TrackedAction(label, name, files: files.count), nil)) { $0.parts = parts }
        }
        return parts
    }

    private func select(_ action: WovenAction) throws(AspectError) -> TrackedParts {
        let data = try bind(action)
        do {
            return TrackedParts(data, when: try condition?.bound(to: action.signature, naming: action.constants))
        } catch {
            throw unfit(OptionPlace("when"), action, error.message, error.suggestion)
        }
    }
}
