// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations

extension Service {
    /// Lets calls pass while a condition holds: `price.guarded { await user.isPremium }`.
    ///
    /// A refused call fails with the code `refused`, also if the condition itself failed.
    public func guarded(_ condition: @escaping @Sendable () async throws -> Bool) -> some Service<Input, Output> {
        asking("the guard") { _ in try await condition() }
    }

    /// Lets calls pass if a condition holds for their input: `price.guarded { !$0.isEmpty }`.
    ///
    /// A refused call fails with the code `refused`, also if the condition itself failed.
    public func guarded(_ condition: @escaping @Sendable (Input) async throws -> Bool) -> some Service<Input, Output> {
        asking("the guard", condition)
    }

    /// Lets calls pass if another service returns true for their input, such as an action of a module.
    public func guarded(by question: some Service<Input, Bool>) -> some Service<Input, Output> {
        asking(question.profile.name.description) { try await question($0) }
    }

    /// Lets calls pass while another service returns true, such as an action of a module.
    public func guarded(by question: some Service<Void, Bool>) -> some Service<Input, Output> {
        asking(question.profile.name.description) { _ in try await question() }
    }

    fileprivate func asking(
        _ name: String, _ condition: @escaping @Sendable (Input) async throws -> Bool
    ) -> RuledService<Self> {
        let rule = GuardRule()
        return RuledService(self, "guard", rule) { input in
            do {
                return rule.course(try await condition(input) ? nil : .refusal(by: name))
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                return rule.course(.silence(of: name, error))
            }
        }
    }
}

extension Service where Input == Void {
    /// Lets calls pass while a condition holds: `start.guarded { await user.isPremium }`.
    ///
    /// A refused call fails with the code `refused`, also if the condition itself failed.
    public func guarded(_ condition: @escaping @Sendable () async throws -> Bool) -> some Service<Input, Output> {
        asking("the guard") { try await condition() }
    }

    /// Lets calls pass while another service returns true, such as an action of a module.
    public func guarded(by question: some Service<Void, Bool>) -> some Service<Input, Output> {
        asking(question.profile.name.description) { try await question() }
    }
}

extension Service {
    /// Limits the number of calls in any span of this length. Refused calls fail with the code `limited`.
    ///
    /// - Parameter calls: at least 1.
    public func limited(
        to calls: Int, per span: Duration, clock: some Clock<Duration> = ContinuousClock()
    ) -> some Service<Input, Output> {
        let clock = SwiftClock(clock)
        let rule = LimitRule(LimitRule.Rate(calls: calls, per: span.nanoseconds), clock: clock)
        return RuledService(self, "limit", rule, clock) { _ in rule.course() }
    }

    /// Limits the number of calls at the same time. Refused calls fail with the code `limited`.
    ///
    /// - Parameter calls: at least 1.
    public func limited(atOnce calls: Int) -> some Service<Input, Output> {
        let rule = LimitRule(nil, atOnce: calls, clock: SwiftClock(ContinuousClock()))
        return RuledService(self, "limit", rule) { _ in rule.course() }
    }
}
