// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import Synchronization

/// `trace`: an event `span` for each call when it ends, with the call around it as its parent.
///
/// Spans are numbered from 1 in the order in which calls begin. The parent of a call is the innermost call of the same
/// hook that is open on its thread. The first call of a thread has none.
///
///     {"span":2,"parent":1,"action":"z.crc32","thread":71,"startNs":120,"ns":412,"status":"returned"}
package final class TraceAspect: Observer {
    /// A call that has begun.
    package struct Span: Sendable {
        let number: UInt64
        let parent: UInt64?
        let depth: Int
        let start: UInt64
    }

    fileprivate struct Counts {
        var spans = 0
        var roots = 0
        var deepest = 0
    }

    fileprivate struct State {
        var last: UInt64 = 0
        /// The open calls of each thread, the innermost last.
        var open: [UInt64: [Span]] = [:]
        var counts = PerAction<Counts>()
    }

    private let clock: any TimeSource
    private let services: AspectServices
    private let start: UInt64
    private let state = Mutex(State())

    /// Creates the aspect; times are counted from here.
    package init(clock: any TimeSource, services: AspectServices) {
        self.clock = clock
        self.services = services
        start = clock.now
    }

    /// Begins a span.
    package func entered(_ call: some ObservedCall) -> UInt64 {
        let (thread, action, now) = (services.thread(), call.action, clock.now)
        return state.withLock { state in
            let span = state.begin(action, inside: state.open[thread]?.last, now)
            state.open[thread, default: []].append(span)
            return span.number
        }
    }

    /// Ends the span, and sends it.
    package func left(_ call: some ObservedCall, since entered: UInt64) {
        let thread = services.thread()
        if let span = state.withLock({ $0.close(entered, of: thread) }) { tell(span, call, thread) }
    }

    /// Begins a span inside of another one, whatever threads they are on.
    package func begin(_ action: ActionName, inside parent: Span?) -> Span {
        let now = clock.now
        return state.withLock { $0.begin(action, inside: parent, now) }
    }

    /// Ends such a span, and sends it.
    package func end(_ span: Span, _ call: some ObservedCall) { tell(span, call, nil) }

    /// `spans`, the number of those without a parent (`roots`), and the greatest depth of nesting (`deepest`).
    package func findings() -> [Finding] {
        state.withLock { $0.counts.entries }.map { action, counts in
            Finding(
                action: action,
                facts: [
                    Value.Member("spans", counts.spans), Value.Member("roots", counts.roots),
                    Value.Member("deepest", counts.deepest),
                ])
        }
    }

    private func tell(_ span: Span, _ call: some ObservedCall, _ thread: UInt64?) {
        let now = clock.now
        let status =
            switch call.outcome {
            case .returned?: "returned"
            case .failed?: "failed"
            case nil: "none"
            }
        let members = [
            Value.Member("span", span.number), span.parent.map { Value.Member("parent", $0) },
            Value.Member("action", .string(call.action.description)), thread.map { Value.Member("thread", $0) },
            Value.Member("startNs", span.start > start ? span.start - start : 0),
            Value.Member("ns", now > span.start ? now - span.start : 0), Value.Member("status", .string(status)),
        ]
        services.emit("span", .object(members.compactMap(\.self)))
    }
}

extension TraceAspect.State {
    fileprivate mutating func begin(
        _ action: ActionName, inside parent: TraceAspect.Span?, _ now: UInt64
    ) -> TraceAspect.Span {
        last += 1
        let span = TraceAspect.Span(
            number: last, parent: parent?.number, depth: (parent?.depth ?? 0) + 1, start: now)
        counts.update(action, from: TraceAspect.Counts()) {
            $0.spans += 1
            $0.roots += parent == nil ? 1 : 0
            $0.deepest = max($0.deepest, span.depth)
        }
        return span
    }

    /// Ends a span with all spans that are still open inside it.
    fileprivate mutating func close(_ number: UInt64, of thread: UInt64) -> TraceAspect.Span? {
        guard var spans = open[thread], let index = spans.lastIndex(where: { $0.number == number }) else { return nil }
        let span = spans[index]
        spans.removeSubrange(index...)
        open[thread] = spans.isEmpty ? nil : spans
        return span
    }
}

extension TraceAspect {
    static let recipe = AspectRecipe.spanning(
        "trace", "Sends an event `span` for each call when it ends; the span names the enclosing call.",
        NoOptions.self
    ) { _, context throws(AspectError) in
        TraceAspect(clock: context.clock, services: context.services)
    }
}
