// SPDX-License-Identifier: Apache-2.0

/// A function from an input to an output, which may fail: an action of a module, or a Swift type.
///
/// ```swift
/// struct Prices: Service {
///     func callAsFunction(_ name: String) async throws -> Double { … }
/// }
///
/// let price = Prices().logged().cached(capacity: 100).delayed(by: .milliseconds(20))
/// let cost = try await price("Ada")
/// ```
///
/// Aspects surround it in the order written. The last one is the outermost: it sees a call first and its outcome last.
/// All of them are values: one service may have different aspects in several places, and be used in many tasks.
///
/// ## Topics
/// ### Making a service
/// - ``callAsFunction(_:)``
/// - ``AnyService``
/// - ``ModuleHost``
/// ### Aspects that only look
/// - ``logged(to:level:label:)``
/// - ``counted()``
/// - ``timed(quantiles:clock:)``
/// - ``traced(by:)``
/// - ``tracked(_:data:when:to:)``
/// - ``expectingCalls(_:)``
/// ### Aspects that change calls
/// - ``guarded(_:)``
/// - ``guarded(by:)``
/// - ``limited(to:per:clock:)``
/// - ``limited(atOnce:)``
/// - ``cached(capacity:timeToLive:clock:)``
/// - ``once()``
/// - ``delayed(by:jitter:seed:clock:)``
/// - ``retried(attempts:backoff:factor:longest:jitter:seed:force:clock:on:)``
/// - ``timeLimited(to:clock:)``
/// - ``faulty(error:)``
/// - ``answering(_:then:)``
/// - ``rewriting(input:)``
/// - ``rewriting(output:)``
/// ### Findings
/// - ``findings``
/// - ``verify()``
public protocol Service<Input, Output>: Sendable {
    /// The input of a call.
    associatedtype Input: Sendable
    /// The output of a call.
    associatedtype Output: Sendable

    /// Returns the output, or fails. Any task may call it, and several at a time.
    func callAsFunction(_ input: Input) async throws -> Output

    /// The profile for aspects. By default the service is named after its type.
    var profile: ServiceProfile<Input, Output> { get }

    /// The findings of the aspects around it so far, outermost first: one for each.
    var findings: [ServiceFinding] { get }
}

extension Service {
    /// A profile with the name of the type.
    public var profile: ServiceProfile<Input, Output> { ServiceProfile(of: Self.self) }

    /// Empty: there are no aspects.
    public var findings: [ServiceFinding] { [] }

    /// Calls the service with several values.
    public func callAsFunction<A, B>(_ first: A, _ second: B) async throws -> Output where Input == (A, B) {
        try await callAsFunction((first, second))
    }

    /// Calls the service with several values.
    public func callAsFunction<A, B, C>(
        _ first: A, _ second: B, _ third: C
    ) async throws -> Output where Input == (A, B, C) {
        try await callAsFunction((first, second, third))
    }

    /// Calls the service with several values.
    public func callAsFunction<A, B, C, D>(
        _ first: A, _ second: B, _ third: C, _ fourth: D
    ) async throws -> Output where Input == (A, B, C, D) {
        try await callAsFunction((first, second, third, fourth))
    }
}

extension Service where Input == Void {
    /// Calls the service.
    public func callAsFunction() async throws -> Output { try await callAsFunction(()) }
}
