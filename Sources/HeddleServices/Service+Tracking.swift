// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import HeddleDeclarations

/// A tracked call of a service, after its end.
public struct TrackedCall<Input: Sendable, Output: Sendable>: Sendable {
    /// The input of the call.
    public let input: Input
    /// The output, or the error.
    public let ending: Result<Output, any Error>

    /// The output; nil if the call failed.
    public var output: Output? { try? ending.get() }
    /// The error; nil if the call succeeded.
    public var error: (any Error)? { if case .failure(let error) = ending { error } else { nil } }
}

extension Service {
    /// A part of a call for an event; nil leaves it out.
    public typealias TrackedPart = @Sendable (TrackedCall<Input, Output>) -> (any ValueConvertible)?

    /// Makes an event with chosen parts of each call, at its end:
    ///
    /// ```swift
    /// buy.tracked("purchase", data: ["amount": { $0.input.amount }, "total": { $0.output }], when: { $0.error == nil }) {
    ///     analytics.send($0, $1)
    /// }
    /// // purchase {"action":"Shop.Buy","data":{"amount":12.5,"total":3}}
    /// ```
    ///
    /// - Parameters:
    ///   - data: the members of the event.
    ///   - isTracked: selects the calls to track.
    ///   - receive: receives the label and the event, in the task of the call.
    public func tracked(
        _ label: String, data: KeyValuePairs<String, TrackedPart> = [:],
        when isTracked: @escaping @Sendable (TrackedCall<Input, Output>) -> Bool = { _ in true },
        to receive: @escaping @Sendable (_ label: String, _ event: Value) -> Void
    ) -> some Service<Input, Output> {
        tracked(label, data: data, when: isTracked, to: [TrackingProvider("closure", receive)])
    }

    /// Makes an event with chosen parts of each call, at its end, and sends it to several providers:
    ///
    /// ```swift
    /// let providers = [firebase, try TrackingProvider("analytics.record", of: host)]
    /// let buy = Buy().tracked("purchase", data: ["amount": { $0.input.amount }], to: providers)
    /// let cancel = Cancel().tracked("cancelled", to: providers)
    /// ```
    ///
    /// An event that a provider does not take is counted as `lost` in ``findings``, with the first `reason`; the other
    /// providers receive it, and the call does not change.
    ///
    /// - Parameters:
    ///   - label: the name of the event. If a service inside of this one makes events with it already, that one alone
    ///     does, and the finding of this one is `repeated`.
    ///   - data: the members of the event; of several with one name the last counts.
    ///   - isTracked: selects the calls to track.
    ///   - providers: receive the event in this order, in the task of the call.
    public func tracked(
        _ label: String, data: KeyValuePairs<String, TrackedPart> = [:],
        when isTracked: @escaping @Sendable (TrackedCall<Input, Output>) -> Bool = { _ in true },
        to providers: [TrackingProvider]
    ) -> some Service<Input, Output> {
        TrackedService(self, label, data.map { ($0.key, $0.value) }, when: isTracked, to: providers)
    }
}
