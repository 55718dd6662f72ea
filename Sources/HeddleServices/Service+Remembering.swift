// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import HeddleDeclarations

extension Service {
    /// Answers with what the service answered to the same input before. Failures are not kept.
    ///
    /// Two calls that come at the same time with a new input both run.
    ///
    /// - Parameters:
    ///   - capacity: how many answers it keeps, at least 1; the one that was longest not asked for goes first.
    ///   - life: how long an answer is good, counted from the call that gave it; nil for ever.
    public func cached(
        capacity: Int = 128, timeToLive life: Duration? = nil, clock: some Clock<Duration> = ContinuousClock()
    ) -> some Service<Input, Output> where Input: Hashable {
        cached(capacity: capacity, timeToLive: life, clock: clock) { $0 }
    }

    /// Answers with what the service answered before to an input that has the same key:
    /// `sum.cached { [$0.0, $0.1] }`.
    ///
    /// - Parameters:
    ///   - capacity: how many answers it keeps, at least 1; the one that was longest not asked for goes first.
    ///   - life: how long an answer is good, counted from the call that gave it; nil for ever.
    ///   - key: tells inputs apart.
    public func cached<Key: Hashable & Sendable>(
        capacity: Int = 128, timeToLive life: Duration? = nil, clock: some Clock<Duration> = ContinuousClock(),
        by key: @escaping @Sendable (Input) -> Key
    ) -> some Service<Input, Output> {
        let clock = SwiftClock(clock)
        let rule = CacheRule<Key, Output>(capacity: capacity, life: life?.nanoseconds, clock: clock)
        return RuledService(self, "cache", rule, clock) { rule.course(for: key($0)) }
    }

    /// Runs for the first call, and answers all later ones, whatever their input, with what that returned.
    ///
    /// A first call that fails does not count. A call that comes while the first still runs fails with the code
    /// `stillRunning`.
    public func once() -> some Service<Input, Output> {
        let rule = OnceRule<Output>()
        return RuledService(self, "once", rule) { _ in rule.course() }
    }
}

extension Service {
    /// Answers in the place of the service, which is not asked: a stub.
    public func answering(_ output: Output) -> some Service<Input, Output> { answering([output]) }

    /// Answers in the place of the service: one output for each call, in order.
    ///
    /// - Parameter ending: what follows the last of them; where there are none, `AnswerEnding.last` and
    ///   `AnswerEnding.repeat` fail as `AnswerEnding.fail` does.
    public func answering(_ outputs: [Output], then ending: AnswerEnding = .last) -> some Service<Input, Output> {
        let rule = AnswerRule(outputs, then: ending)
        return RuledService(self, "answer", rule) { _ in rule.course() }
    }

    /// Puts another input in the place of the one that comes; what it throws fails the call.
    public func rewriting(
        input rewrite: @escaping @Sendable (Input) async throws -> Input
    ) -> some Service<Input, Output> {
        let rule = RewriteRule<Output>(nil)
        return RuledService(self, "rewrite", rule) { input in
            input = try await rewrite(input)
            return rule.course()
        }
    }

    /// Puts another output in the place of the one that the service gives; what it throws fails the call. A call that
    /// failed stays failed.
    public func rewriting(
        output rewrite: @escaping @Sendable (Output) throws -> Output
    ) -> some Service<Input, Output> {
        let rule = RewriteRule(rewrite)
        return RuledService(self, "rewrite", rule) { _ in rule.course() }
    }
}
