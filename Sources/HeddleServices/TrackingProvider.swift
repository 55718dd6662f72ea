// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import Heddle
public import HeddleDeclarations
public import HeddleDiagnostics

/// A receiver of events, such as an analytics service. It is made once and used for any number of events:
///
/// ```swift
/// let firebase = TrackingProvider("firebase") { label, event in try send(label, event.json) }
/// ```
public struct TrackingProvider: Sendable {
    let provider: EventProvider

    /// Creates a provider from a closure.
    ///
    /// - Parameters:
    ///   - name: the name in the findings about lost events.
    ///   - receive: receives the label and the event, in the tasks of the calls, several at a time. An event for which
    ///     it throws is lost.
    public init(_ name: String, _ receive: @escaping @Sendable (_ label: String, _ event: Value) throws -> Void) {
        provider = .closure(name, receive)
    }

    /// Creates a provider from an action that takes the event as JSON text, and may take the label as a text before it.
    ///
    /// The action is called through its hooks, in the task of the call, and blocks its thread.
    ///
    /// - Throws: if there is no such action, or if it does not take an event.
    public init(_ action: ActionName, of host: ModuleHost) throws(Diagnostic) {
        let called = try host.action(action)
        if let objection = EventProvider.objection(to: called.signature) {
            throw Diagnostic(
                code: .aspect(.option), "\(called.name) is \(called.signature)", suggestion: objection)
        }
        let takesLabel = called.signature.given.count == 2
        provider = .closure(called.name.description) { label, event in
            guard case .object(let members) = event else { return }
            let line = Value.string(Value.object([Value.Member("label", .string(label))] + members).json)
            let result = try host.call(called.name, with: takesLabel ? [.string(label), line] : [line])
            if case .failed(let failure) = result.outcome { throw failure }
        }
    }
}
