// SPDX-License-Identifier: Apache-2.0

/// A service made from a closure, or from another service, whose type it erases.
public struct AnyService<Input: Sendable, Output: Sendable>: Service {
    /// The profile of the service for aspects.
    public let profile: ServiceProfile<Input, Output>
    private let found: @Sendable () -> [ServiceFinding]
    private let body: @Sendable (Input) async throws -> Output

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
    }

    /// Creates a service that erases the type of another one.
    public init(_ service: some Service<Input, Output>) {
        profile = service.profile
        found = { service.findings }
        body = { try await service($0) }
    }

    /// The findings of the aspects around it so far.
    public var findings: [ServiceFinding] { found() }

    /// Returns the output, or fails.
    public func callAsFunction(_ input: Input) async throws -> Output { try await body(input) }
}
