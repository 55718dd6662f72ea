// SPDX-License-Identifier: Apache-2.0

/// A service made from a closure, or from another service, whose type it erases.
public struct AnyService<Input: Sendable, Output: Sendable>: Service {
    /// The profile of the service for aspects.
    public let profile: ServiceProfile<Input, Output>
    private let found: @Sendable () -> [ServiceFinding]
    private let body: @Sendable (Input) async throws -> Output
    let surrounded: (any Service)?

    /// Creates a service from a closure.
    ///
    /// - Parameters:
    ///   - name: the name in logs, spans and counts.
    ///   - isIdempotent: true if a second call with the same input does no more than the first.
    public init(
        _ name: String, isIdempotent: Bool = false, _ body: @escaping @Sendable (Input) async throws -> Output
    ) {
        self.profile = ServiceProfile(name: name, isIdempotent: isIdempotent)
        self.found = { [] }
        self.body = body
        surrounded = nil
    }

    /// Creates a service without an input from a closure: `AnyService("shop.isOpen") { true }`.
    ///
    /// - Parameters:
    ///   - name: the name in logs, spans and counts.
    ///   - isIdempotent: true if a second call does no more than the first.
    public init(
        _ name: String, isIdempotent: Bool = false, _ body: @escaping @Sendable () async throws -> Output
    ) where Input == Void {
        self.init(name, isIdempotent: isIdempotent) { (_: Void) in try await body() }
    }

    /// Creates a service of several arguments from a closure: `AnyService("shop.price") { name, count in … }`.
    ///
    /// - Parameters:
    ///   - name: the name in logs, spans and counts.
    ///   - isIdempotent: true if a second call with the same arguments does no more than the first.
    public init<each Argument>(
        _ name: String, isIdempotent: Bool = false,
        _ body: @escaping @Sendable (repeat each Argument) async throws -> Output
    ) where Input == ServiceArguments<repeat each Argument> {
        self.init(name, isIdempotent: isIdempotent, ServiceArguments.unpacking(body))
    }

    /// Creates a service that erases the type of another one.
    public init(_ service: some Service<Input, Output>) {
        profile = service.profile
        found = { service.findings }
        body = { try await service($0) }
        surrounded = service
    }

    /// The findings of the aspects around it so far.
    public var findings: [ServiceFinding] { found() }

    /// Returns the output, or fails.
    public func callAsFunction(_ input: Input) async throws -> Output { try await body(input) }
}

extension AnyService: SurroundingService {}
