// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
import Synchronization

/// The stream of a run: it hands every event to every sink and ends with the summary.
///
/// Events may come from any thread, as those that modules emit do; the sinks get them one at a time and all in the
/// same order. A sink must not send events into the stream that it is called from.
package final class EventStream: EventSink, Sendable {
    private struct State {
        var tally = Tally()
        var isOver = false
        let sinks: [any EventSink]

        mutating func send(_ event: Event) {
            tally.add(event)
            let sinks = sinks.span
            for index in sinks.indices { sinks[index].receive(event) }
        }
    }

    /// The events of steps that sinks are told. All others are told in any case.
    package enum StepEvents: Sendable {
        /// Nothing: there are no sinks.
        case none
        /// The expectations that do not hold, and what keeps a call from being made.
        case unmet
        /// All calls, and all expectations.
        case all
    }

    private let state: Mutex<State>
    /// The events of steps that the sinks need. To make an event takes longer than most calls.
    package let stepEvents: StepEvents

    /// Creates a stream; from here on the sinks belong to it.
    ///
    /// - Parameter steps: what the sinks need of steps.
    package init(to sinks: sending [any EventSink], of steps: StepEvents = .all) {
        stepEvents = sinks.isEmpty ? .none : steps
        self.state = Mutex(State(sinks: sinks))
    }

    /// Hands an event to the sinks, and counts it.
    package func receive(_ event: Event) {
        state.withLock { $0.send(event) }
    }

    /// Hands an event to the sinks, unless the summary has been sent, behind which nothing comes.
    ///
    /// - Returns: true if the sinks have received it.
    package func offer(_ event: Event) -> Bool {
        state.withLock { state in
            if !state.isOver { state.send(event) }
            return !state.isOver
        }
    }

    /// Counts a call and its expectations of which nobody wants to be told, so that no events need be made.
    ///
    /// - Parameters:
    ///   - mayFail: whether its step has an expectation of a failure.
    ///   - held: how many expectations were met.
    ///   - failed: how many were not.
    package func count(isReturned: Bool, mayFail: Bool, held: Int, failed: Int) {
        state.withLock { $0.tally.add(isReturned: isReturned, mayFail: mayFail, held: held, failed: failed) }
    }

    /// The numbers so far.
    package var summary: Summary { state.withLock { $0.tally.summary } }

    /// Ends the stream with its summary, which is sent once however often this is called.
    ///
    /// - Parameters:
    ///   - status: the exit status that the run gives a command.
    ///   - statusOfParts: the one that the parts give which are there; nil where none is missing.
    @discardableResult
    package func finish(_ status: ExitStatus? = nil, ofParts statusOfParts: ExitStatus? = nil) -> Summary {
        state.withLock { state in
            var summary = state.tally.summary
            (summary.status, summary.statusOfParts) = (status, statusOfParts)
            if !state.isOver { state.send(.summary(summary)) }
            state.isOver = true
            return summary
        }
    }
}
