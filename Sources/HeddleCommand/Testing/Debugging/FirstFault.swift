// SPDX-License-Identifier: Apache-2.0

import HeddleReport
import Synchronization

/// Finds the step at which a case fails or dies, from the events of its run.
final class FirstFault: EventSink, Sendable {
    /// The facts that are known so far.
    private struct State {
        var isInside = false
        /// The number of the step that was told last.
        var latest: Int?
        /// The first step that failed.
        var failed: Int?
        /// The outcome; nil while the case has not ended.
        var outcome: CaseOutcome?
        /// The reason for it.
        var reason: String?
    }

    /// The identity of the case.
    private let id: String
    private let state = Mutex(State())

    init(of id: String) {
        self.id = id
    }

    /// The outcome of the case; nil if it has not ended.
    var outcome: CaseOutcome? { state.withLock { $0.outcome } }

    /// The reason why the case was skipped; nil if it was not.
    var reasonOfSkip: String? { state.withLock { $0.outcome == .skipped ? $0.reason ?? "" : nil } }

    /// The number of the step, from 0; nil if the case holds.
    var step: Int? {
        state.withLock { state in
            switch state.outcome {
            case .failed: state.failed ?? 0
            // The step that it died in was not told.
            case .crashed, .timedOut: state.failed ?? state.latest.map { $0 + 1 } ?? 0
            default: nil
            }
        }
    }

    func receive(_ event: Event) {
        state.withLock { state in
            switch event {
            case .caseStarted(let event) where event.id == id: state.isInside = true
            case .caseEnded(let event, let ending) where event.id == id:
                (state.isInside, state.outcome, state.reason) = (false, ending.outcome, ending.reason)
            case .call(let event) where state.isInside:
                state.latest = event.index
                if event.circumstances != nil { state.failed = state.failed ?? event.index }
            case .expectation(let event) where state.isInside && !event.isHeld:
                state.failed = state.failed ?? event.index
            default: break
            }
        }
    }
}
