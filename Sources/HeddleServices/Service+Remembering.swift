// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import HeddleDeclarations

extension Service {
    /// Answers repeated inputs with the earlier output. Failures are not kept.
    ///
    /// Two calls that come at the same time with a new input both run.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of answers, at least 1; the least recently used one is dropped first.
    ///   - life: the lifetime of an answer, counted from its call; nil for no limit.
    public func cached(
        capacity: Int = 128, timeToLive life: Duration? = nil, clock: some Clock<Duration> = ContinuousClock()
    ) -> some Service<Input, Output> where Input: Hashable {
        cached(capacity: capacity, timeToLive: life, clock: clock) { $0 }
    }

    /// Answers with the earlier output for an input with the same key:
    /// `sum.cached { [$0.0, $0.1] }`.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of answers, at least 1; the least recently used one is dropped first.
    ///   - life: the lifetime of an answer, counted from its call; nil for no limit.
    ///   - key: distinguishes inputs.
    public func cached<Key: Hashable & Sendable>(
        capacity: Int = 128, timeToLive life: Duration? = nil, clock: some Clock<Duration> = ContinuousClock(),
        by key: @escaping @Sendable (Input) -> Key
    ) -> some Service<Input, Output> {
        let clock = SwiftClock(clock)
        let rule = CacheRule<Key, Output>(capacity: capacity, life: life?.nanoseconds, clock: clock)
        return RuledService(self, "cache", rule, clock) { rule.course(for: key($0)) }
    }

    /// Runs for the first call, and answers all later ones, whatever their input, with its output.
    ///
    /// A first call that fails does not count. A call that comes while the first still runs fails with the code
    /// `stillRunning`.
    public func once() -> some Service<Input, Output> {
        let rule = OnceRule<Output>()
        return RuledService(self, "once", rule) { _ in rule.course() }
    }
}

extension Service {
    /// Answers in place of the service, which is not called: a stub.
    public func answering(_ output: Output) -> some Service<Input, Output> { answering([output]) }

    /// Answers in place of the service: one output for each call, in order.
    ///
    /// - Parameter ending: the behaviour after the last of them; if there are none, `AnswerEnding.last` and
    ///   `AnswerEnding.repeat` fail as `AnswerEnding.fail` does.
    public func answering(_ outputs: [Output], then ending: AnswerEnding = .last) -> some Service<Input, Output> {
        let rule = AnswerRule(outputs, then: ending)
        return RuledService(self, "answer", rule) { _ in rule.course() }
    }

    /// Replaces the input. An error of the closure fails the call.
    public func rewriting(
        input rewrite: @escaping @Sendable (Input) async throws -> Input
    ) -> some Service<Input, Output> {
        let rule = RewriteRule<Output>(nil)
        return RuledService(self, "rewrite", rule) { input in
            input = try await rewrite(input)
            return rule.course()
        }
    }

    /// Replaces the output. An error of the closure fails the call. A call that failed stays failed.
    public func rewriting(
        output rewrite: @escaping @Sendable (Output) throws -> Output
    ) -> some Service<Input, Output> {
        let rule = RewriteRule(rewrite)
        return RuledService(self, "rewrite", rule) { _ in rule.course() }
    }
}
