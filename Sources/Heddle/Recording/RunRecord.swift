// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
package import HeddleReport
internal import Synchronization

/// The record of a run, call by call, to be written as a behaviour.
///
/// ## Topics
/// - ``diagnostics``
/// - ``firstUnmet``
/// - ``Recording``
package final class RunRecord: EventSink, Sendable {
    /// The record of the steps of a file, or of a case.
    struct Part {
        /// The calls by the numbers of their steps.
        var calls: [Int: CallEvent] = [:]
        /// The failed expectations, by the numbers of the steps and the paths.
        var unmet: [Int: Set<String>] = [:]
        /// The calls of modules that are to be stubbed.
        var inner: [InnerCall] = []
    }

    fileprivate struct State {
        var parts: [String?: Part] = [:]
        var diagnostics: [Diagnostic] = []
        var firstUnmet: SourceRange?
        /// The case that runs.
        var current: String?

        mutating func change(_ change: (inout Part) -> Void) { change(&parts[current, default: Part()]) }
    }

    private let state = Mutex(State())

    /// Creates a record of nothing.
    package init() {}

    /// The warnings about the run.
    package var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

    /// The first expectation that did not hold; nil where all of them held.
    package var firstUnmet: SourceRange? { state.withLock { $0.firstUnmet } }

    /// The record of a case; without a name, of the steps outside of cases.
    func part(of name: String?) -> Part { state.withLock { $0.parts[name] ?? Part() } }

    /// The calls of modules that are to be stubbed, in all parts.
    var innerCalls: [InnerCall] { state.withLock { $0.parts.values.flatMap(\.inner) } }

    /// Keeps what the event says of a call.
    package func receive(_ event: Event) { state.withLock { $0.note(event) } }
}

extension RunRecord.State {
    fileprivate mutating func note(_ event: Event) {
        switch event {
        case .caseStarted(let event): current = event.name
        case .caseEnded: current = nil
        case .call(let call): change { $0.calls[call.index] = call }
        case .expectation(let expectation) where !expectation.isHeld:
            change { $0.unmet[expectation.index, default: []].insert(expectation.path) }
            firstUnmet = firstUnmet ?? expectation.range
        case .diagnostic(let diagnostic, _): diagnostics.append(diagnostic)
        case .emitted(let emitted): if let inner = InnerCall(emitted) { change { $0.inner.append(inner) } }
        case .runStarted, .expectation, .logged, .output, .finding, .summary: break
        }
    }
}
