// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleReport

/// An event of a run: a call that ended, an expectation that was checked, something that a module said.
///
/// ```swift
/// for try await event in host.events(of: "behaviour.json") where event.kind == .call {
///     print(event["call"], event["status"], event["ns"])
/// }
/// ```
///
/// The members are those of a line of `heddle run --json`; the format is a contract.
///
/// ## Topics
/// - ``kind-swift.property``
/// - ``subscript(_:)``
/// - ``problem``
/// - ``json``
public struct RunEvent: Sendable, CustomStringConvertible {
    /// The kinds of events, as they stand under `event` in the JSON.
    public enum Kind: String, Sendable {
        /// A step's call ended, or was skipped.
        case call
        /// An expectation was checked, after its call.
        case expectation
        /// A module emitted an event.
        case emitted
        /// A module or the `log` aspect has written to the log.
        case log
        /// Native code printed something.
        case output
        /// An aspect reported a finding at the end.
        case finding
        /// An error, a warning or a notice.
        case diagnostic
        /// The run is over; the last event.
        case summary
    }

    /// The kind of the event.
    public let kind: Kind
    /// The event as one line of JSON, without its end.
    public let json: String
    /// The mistake: a diagnostic, a call that failed unexpectedly, or an expectation that did not hold; nil if
    /// there is none.
    public let problem: Diagnostic?

    /// Nil for an event of test cases, which a run has none of.
    init?(_ event: Event, json: String, problem: Diagnostic?) {
        guard let kind = Kind(event) else { return nil }
        self.kind = kind
        self.json = json
        self.problem = problem
    }

    /// The event as a value, made from its JSON each time.
    public var value: Value {
        // A report always writes JSON.
        (try? JSONNode.read(SourceText(name: "event", json)))?.value ?? .null
    }

    /// The value of a member of the event; nil if it has none of this name. `value` is faster for several.
    public subscript(_ member: String) -> Value? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == member }?.value
    }

    /// The line of JSON.
    public var description: String { json }
}

extension RunEvent.Kind {
    fileprivate init?(_ event: Event) {
        switch event {
        case .call: self = .call
        case .expectation: self = .expectation
        case .emitted: self = .emitted
        case .logged: self = .log
        case .output: self = .output
        case .finding: self = .finding
        case .diagnostic: self = .diagnostic
        case .summary: self = .summary
        case .runStarted, .caseStarted, .caseEnded: return nil
        }
    }
}
