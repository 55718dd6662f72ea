// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
internal import HeddleDeclarations
internal import HeddleReport

/// The record of a run, call by call, to be written as a behaviour.
///
/// ## Topics
/// - ``take(_:)``
/// - ``diagnostics``
/// - ``firstUnmet``
/// - ``isEcho``
/// - ``Recording``
package final class RunRecord {
    /// The record of the steps of a file, or of a case.
    struct Part {
        /// The calls of the steps.
        var calls = KeptCalls()
        /// The actual values where expectations failed, by the numbers of the steps and the paths; null for nothing.
        var unmet: [Int: [String: Value]] = [:]
        /// True for a case that has passed.
        var hasPassed = false
        /// The reason why the process of a case has died; nil where it has not.
        var death: String?
        /// The calls of modules that are to be stubbed.
        var inner: [InnerCall] = []
        /// For how many callbacks of an action no answer can be written.
        var unanswered: [ActionName: Int] = [:]

        /// The same of a further run that came to the same.
        fileprivate var echo: Part {
            var part = self
            part.calls = calls.echo
            return part
        }

        /// True if a further run came to the same. Calls inside of others are not compared.
        fileprivate func isEcho(of first: Part) -> Bool {
            calls.isEcho(of: first.calls) && unmet == first.unmet && hasPassed == first.hasPassed
                && death == first.death && [inner, first.inner].allSatisfy(\.isEmpty)
                && [unanswered, first.unanswered].allSatisfy(\.isEmpty)
        }
    }

    private var parts: [String?: Part] = [:]
    /// The warnings about the run.
    package private(set) var diagnostics: [Diagnostic] = []
    /// The first expectation that did not hold; nil where all of them held.
    package private(set) var firstUnmet: SourceRange?
    /// True once the run has told that it is over.
    package private(set) var isWhole = false
    /// The case that runs.
    private var current: String?
    /// True where the last that was told is the death of a case, whose process was one of its own.
    package private(set) var hasLostCase = false
    private let first: RunRecord?

    /// Creates a record of nothing.
    ///
    /// - Parameter first: the record of an earlier run of the same behaviour, which is not added to any more: what is
    ///   the same in both is kept once.
    package init(beside first: RunRecord? = nil) {
        self.first = first
    }

    /// The record of a further run that comes to the same as this first one.
    package var echo: RunRecord {
        let echo = RunRecord(beside: self)
        echo.parts = parts.mapValues(\.echo)
        return echo
    }

    /// True if the run came to the same as the first, so that ``echo`` of that could stand for it.
    package var isEcho: Bool {
        guard let first, parts.count == first.parts.count else { return false }
        return parts.allSatisfy { name, part in first.parts[name].map(part.isEcho) ?? false }
    }

    /// The record of a case; without a name, of the steps outside of cases.
    func part(of name: String?) -> Part { parts[name] ?? Part() }

    /// The calls of modules that are to be stubbed, in all parts.
    var innerCalls: [InnerCall] { parts.values.flatMap(\.inner) }

    /// Takes the line of an event.
    ///
    /// - Throws: what is wrong with it.
    package func take(_ line: ArraySlice<UInt8>) throws(Diagnostics) {
        guard let step = CallEvent.step(ofLine: line) else {
            return note(try Event(kept: SourceText(name: "run", bytes: Array(line))))
        }
        parts[current, default: Part()].calls.add(line, of: step, first: first?.part(of: current).calls)
    }

    private func note(_ event: Event) {
        hasLostCase = false
        switch event {
        case .caseStarted(let event): current = event.name
        case .caseEnded(let event, let ending):
            hasLostCase = ending.outcome == .crashed
            parts[event.name, default: Part()].hasPassed = ending.outcome.isGood
            if hasLostCase { parts[event.name]?.death = ending.reason ?? "its process has died" }
            current = nil
        case .expectation(let expectation) where !expectation.isHeld:
            parts[current, default: Part()].unmet[expectation.index, default: [:]][expectation.path] =
                expectation.actual ?? .null
            firstUnmet = firstUnmet ?? expectation.range
        case .diagnostic(let diagnostic, _): diagnostics.append(diagnostic)
        case .emitted(let emitted):
            if let inner = InnerCall(emitted) {
                parts[current, default: Part()].inner.append(inner)
            } else if let callback = UnansweredCallback(emitted) {
                parts[current, default: Part()].unanswered[callback.action, default: 0] += 1
            }
        case .summary: isWhole = true
        case .runStarted, .call, .expectation, .logged, .output, .finding: break
        }
    }
}
