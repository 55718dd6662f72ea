// SPDX-License-Identifier: Apache-2.0

/// A service of which aspects that stand further out know something else.
struct ProfiledService<Base: Service>: Service {
    let base: Base
    let profile: ServiceProfile<Base.Input, Base.Output>

    var findings: [ServiceFinding] { base.findings }

    func callAsFunction(_ input: Base.Input) async throws -> Base.Output { try await base(input) }
}

extension Service {
    /// The same service under another name, which the aspects that are written after it use.
    ///
    /// - Parameter name: `module.action`; without a module it is one of `service`.
    public func named(_ name: String) -> some Service<Input, Output> {
        var profile = profile
        profile.name = ServiceProfile<Input, Output>(name: name).name
        return ProfiledService(base: self, profile: profile)
    }

    /// The same service, of which it is said that a second call with the same input does no more than the first.
    public func idempotent() -> some Service<Input, Output> {
        var profile = profile
        profile.isIdempotent = true
        return ProfiledService(base: self, profile: profile)
    }
}
