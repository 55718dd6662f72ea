// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations

extension Service {
    /// Lets calls pass while a condition holds: `price.guarded { await user.isPremium }`.
    ///
    /// A refused call throws `error`, or else a `Failure` with the code `refused`. If the condition itself throws, the
    /// call throws that error.
    public func guarded(
        else error: (any Error)? = nil, _ condition: @escaping @Sendable () async throws -> Bool
    ) -> some Service<Input, Output> {
        asking(else: error) { _ in try await condition() }
    }

    /// Lets calls pass if a condition holds for their input: `price.guarded(else: NoName()) { !$0.isEmpty }`.
    ///
    /// A refused call throws `error`, or else a `Failure` with the code `refused`. If the condition itself throws, the
    /// call throws that error.
    public func guarded(
        else error: (any Error)? = nil, _ condition: @escaping @Sendable (Input) async throws -> Bool
    ) -> some Service<Input, Output> {
        asking(else: error, condition)
    }

    /// Lets calls pass if a condition holds for their arguments: `price.guarded { name, count in count < 10 }`.
    ///
    /// A refused call throws `error`, or else a `Failure` with the code `refused`. If the condition itself throws, the
    /// call throws that error.
    public func guarded<each Argument>(
        else error: (any Error)? = nil,
        _ condition: @escaping @Sendable (repeat each Argument) async throws -> Bool
    ) -> AnyService<Input, Output> where Input == ServiceArguments<repeat each Argument> {
        AnyService(asking(else: error, ServiceArguments.unpacking(condition)))
    }

    /// Lets calls pass if another service returns true for their input, such as an action of a module.
    ///
    /// A call throws `error` if it is refused, or else a `Failure` with the code `refused`. If the other service fails,
    /// the call is refused too, and the `Failure` keeps the reason as suppressed.
    public func guarded(
        by question: some Service<Input, Bool>, else error: (any Error)? = nil
    ) -> some Service<Input, Output> {
        asking(question.profile.name, else: error) { try await question($0) }
    }

    /// Lets calls pass while another service returns true, such as an action of a module.
    ///
    /// A call throws `error` if it is refused, or else a `Failure` with the code `refused`. If the other service fails,
    /// the call is refused too, and the `Failure` keeps the reason as suppressed.
    public func guarded(
        by question: some Service<Void, Bool>, else error: (any Error)? = nil
    ) -> some Service<Input, Output> {
        asking(question.profile.name, else: error) { _ in try await question() }
    }

    /// - Parameter name: the service that decides; nil for a condition, whose errors are those of the calls.
    fileprivate func asking(
        _ name: ActionName? = nil, else error: (any Error)?,
        _ condition: @escaping @Sendable (Input) async throws -> Bool
    ) -> RuledService<Self> {
        let rule = GuardRule()
        let refusal = error.map(GuardObjection.error) ?? .refusal(by: name?.description ?? "the guard")
        return RuledService(self, "guard", rule) { input in
            do {
                return rule.course(try await condition(input) ? nil : refusal)
            } catch is CancellationError {
                throw CancellationError()
            } catch let silence {
                guard let name else { return rule.course(.error(silence)) }
                return rule.course(error == nil ? .silence(of: name.description, silence) : refusal)
            }
        }
    }
}

extension Service where Input == Void {
    /// Lets calls pass while a condition holds: `start.guarded { await user.isPremium }`.
    ///
    /// A refused call throws `error`, or else a `Failure` with the code `refused`. If the condition itself throws, the
    /// call throws that error.
    public func guarded(
        else error: (any Error)? = nil, _ condition: @escaping @Sendable () async throws -> Bool
    ) -> some Service<Input, Output> {
        asking(else: error) { try await condition() }
    }

    /// Lets calls pass while another service returns true, such as an action of a module.
    public func guarded(
        by question: some Service<Void, Bool>, else error: (any Error)? = nil
    ) -> some Service<Input, Output> {
        asking(question.profile.name, else: error) { try await question() }
    }
}

extension Service {
    /// Limits the number of calls in any span of this length. Refused calls fail with the code `limited`.
    ///
    /// - Parameter calls: at least 1.
    public func limited(
        to calls: Int, per span: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> some Service<Input, Output> {
        let clock = clock.forTasks
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
