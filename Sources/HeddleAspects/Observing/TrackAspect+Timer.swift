// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Synchronization

extension TrackAspect {
    /// Measures the time from the end of the last call of one action to the tracked calls of the same module, each
    /// instance by itself. A call that failed starts nothing.
    final class Timer: Sendable {
        /// The member of the event that tells the time, in milliseconds.
        static let member = "ms"

        /// The name of the action whose end is the start.
        let start: Located<String>
        private let clock: any TimeSource
        /// The last moments, by the modules' names.
        private let moments = Mutex<[String: UInt64]>([:])

        init(from start: Located<String>, _ clock: any TimeSource) {
            self.start = start
            self.clock = clock
        }

        func isStart(_ action: ActionName) -> Bool { action.action == start.value }

        func note(_ call: some ObservedCall) {
            guard case .returned? = call.outcome else { return }
            let now = clock.now
            moments.withLock { $0[call.action.module] = now }
        }

        /// The time as a member of the event; nil if nothing was started.
        func member(of call: some ObservedCall) -> Value.Member? {
            guard let moment = moments.withLock({ $0[call.action.module] }) else { return nil }
            return Value.Member(Self.member, Value(Double(clock.elapsed(since: moment)) / 1_000_000))
        }

        /// The hook must be around the start as well as around what is tracked.
        func check(_ actions: [WovenAction]) throws(AspectError) {
            let started = Set(actions.map(\.name).filter(isStart).map(\.module))
            let tracked = actions.filter { !isStart($0.name) }
            let place = OptionPlace("from", at: start.range)
            for action in tracked where !started.contains(action.name.module) {
                let name = "\(action.name.module).\(start.value)"
                throw .unfit(
                    place, aspect: "track", action: action.name, message: "the hook is not around \(name)",
                    suggestion: "write an action of \(action.name.module), and add it to \"on\" of the hook")
            }
            guard tracked.isEmpty, let only = actions.first else { return }
            throw .unfit(
                place, aspect: "track", action: only.name,
                message: "the hook is around nothing else, and the start itself is not tracked", suggestion: nil)
        }
    }
}
