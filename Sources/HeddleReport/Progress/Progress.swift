// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Synchronization

/// A progress line for a terminal:
///
///     reading stack.json (1.2 s)
///     12/340 cases · 1 failed · now: push and pop (3.2 s), in probe.wait_ms
///     120000/1000000 steps · now: probe.wait_ms (3.2 s)
///
/// As a sink it only counts; it may be asked for its line on any thread meanwhile, and that is when the line is made.
///
/// ## Topics
/// - ``begin(_:)``
/// - ``line(during:)``
package final class Progress: EventSink, Sendable {
    /// The work to do.
    package enum Work: Sendable {
        /// A number of steps; nil where loops or branches decide it.
        case steps(Int?)
        /// A number of cases; nil if they are repeated until one fails.
        case cases(Int?)
    }

    private let state: Mutex<ProgressState>
    private let clock: @Sendable () -> UInt64

    /// Begins with what comes before the work.
    ///
    /// - Parameters:
    ///   - preparation: the activity, such as `reading stack.json`.
    ///   - clock: the time in nanoseconds, from any moment on.
    package init(_ preparation: String, clock: @escaping @Sendable () -> UInt64) {
        self.clock = clock
        state = Mutex(ProgressState(stage: .preparing(preparation.excerpt()), since: clock()))
    }

    /// Begins the work itself.
    package func begin(_ work: Work) {
        state.withLock { $0 = ProgressState(stage: .working(work), since: clock()) }
    }

    /// Counts the event.
    package func receive(_ event: Event) {
        state.withLock { state in
            switch event {
            case .call(let call): state.add(call)
            case .expectation(let expectation): state.add(expectation)
            case .caseStarted(let event): state.begin(event, at: clock())
            case .caseEnded(let event, let ending): state.end(event, ending)
            case .runStarted, .emitted, .logged, .output, .finding, .diagnostic, .summary: break
            }
        }
    }

    /// The line.
    ///
    /// - Parameter call: the running call of the thread that makes the calls, if it is known.
    package func line(during call: String?) -> String {
        state.withLock { $0.line(during: call?.excerpt(), at: clock()) }
    }
}
