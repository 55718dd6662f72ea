// SPDX-License-Identifier: Apache-2.0

/// A function from an input to an output, which may fail: an action of a module, or a Swift type.
///
/// ```swift
/// struct Prices: Service {
///     func callAsFunction(_ name: String) async throws -> Double { … }
/// }
///
/// let price = try Prices().logged().cached(capacity: 100).delayed(by: .milliseconds(20))
/// let cost = try await price("Ada")
/// ```
///
/// Aspects surround it in the order written. The last one is the outermost: it sees a call first and its outcome last.
/// All of them are values: one service may have different aspects in several places, and be used in many tasks.
///
/// A service of several arguments takes ``ServiceArguments``, or a structure of your own, which names them:
///
/// ```swift
/// struct Order: Hashable { let item: String; let count: Int }
/// struct Orders: Service {
///     func callAsFunction(_ order: Order) async throws -> Double { … }
/// }
/// let total = try Orders().cached()
/// let cost = try await total(Order(item: "pen", count: 3))
/// ```
///
/// ## Topics
/// ### Making a service
/// - ``callAsFunction(_:)``
/// - ``ActionService``
/// - ``AnyService``
/// - ``ServiceArguments``
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

    /// Calls the service with several arguments: `price("Ada", 3)`.
    public func callAsFunction<each Argument>(
        _ argument: repeat each Argument
    ) async throws -> Output where Input == ServiceArguments<repeat each Argument> {
        try await callAsFunction(ServiceArguments(repeat each argument))
    }
}

extension Service where Input == Void {
    /// Calls the service.
    public func callAsFunction() async throws -> Output { try await callAsFunction(()) }
}
