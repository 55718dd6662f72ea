// SPDX-License-Identifier: Apache-2.0

/// A service with another profile for the aspects around it.
struct ProfiledService<Base: Service>: Service, SurroundingService {
    let base: Base
    let profile: ServiceProfile<Base.Input, Base.Output>

    var surrounded: (any Service)? { base }

    var findings: [ServiceFinding] { base.findings }

    func callAsFunction(_ input: Base.Input) async throws -> Base.Output { try await base(input) }
}

extension Service {
    /// The same service under another name, for the aspects that follow.
    ///
    /// - Parameter name: `module.action`; a name without a module gets the module `service`.
    public func named(_ name: String) -> some Service<Input, Output> {
        var profile = profile
        profile.name = ServiceProfile<Input, Output>(name: name).name
        return ProfiledService(base: self, profile: profile)
    }

    /// Declares that a second call with the same input does no more than the first.
    public func idempotent() -> some Service<Input, Output> {
        var profile = profile
        profile.isIdempotent = true
        return ProfiledService(base: self, profile: profile)
    }
}
