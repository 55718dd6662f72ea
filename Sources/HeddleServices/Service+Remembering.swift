// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
public import HeddleDeclarations
public import HeddleDiagnostics

extension Service {
    /// Answers repeated inputs with the earlier output. Failures are not kept.
    ///
    /// All arguments distinguish calls. Inputs of an action are compared as C sees them: texts by their bytes, and 0.0
    /// and -0.0 differ. Two calls that come at the same time with a new input both run.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of answers, at least 1; the least recently used one is dropped first.
    ///   - life: the lifetime of an answer, counted from its call; nil for no limit.
    /// - Throws: if the service is an action with a pointer among its arguments, or one that returns a pointer, or that
    ///   keeps or releases its arguments. A service written in Swift never throws.
    public func cached(
        capacity: Int = 128, timeToLive life: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) throws(Diagnostic) -> some Service<Input, Output> where Input: Hashable {
        try checkMemory(keyed: false)
        let arguments = profile.memory == nil ? nil : profile.arguments
        return caching(capacity, life, clock) { input -> InputKey<Input> in
            arguments.map { .action(CacheKey($0(input))) } ?? .input(input)
        }
    }

    /// Answers with the earlier output for an input with the same key: `price.cached { $0.count }`.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of answers, at least 1; the least recently used one is dropped first.
    ///   - life: the lifetime of an answer, counted from its call; nil for no limit.
    ///   - key: distinguishes inputs.
    /// - Throws: if the service is an action that returns a pointer, or that keeps or releases its arguments. A service
    ///   written in Swift never throws.
    public func cached<Key: Hashable & Sendable>(
        capacity: Int = 128, timeToLive life: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(),
        by key: @escaping @Sendable (Input) -> Key
    ) throws(Diagnostic) -> some Service<Input, Output> {
        try checkMemory(keyed: true)
        return caching(capacity, life, clock, key)
    }

    /// Answers with the earlier output for arguments with the same key: `price.cached { name, count in name }`.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of answers, at least 1; the least recently used one is dropped first.
    ///   - life: the lifetime of an answer, counted from its call; nil for no limit.
    ///   - key: distinguishes calls.
    /// - Throws: if the service is an action that returns a pointer, or that keeps or releases its arguments. A service
    ///   written in Swift never throws.
    public func cached<Key: Hashable & Sendable, each Argument>(
        capacity: Int = 128, timeToLive life: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(),
        by key: @escaping @Sendable (repeat each Argument) -> Key
    ) throws(Diagnostic) -> AnyService<Input, Output>
    where Input == ServiceArguments<repeat each Argument> {
        try checkMemory(keyed: true)
        return AnyService(caching(capacity, life, clock, ServiceArguments.unpacking(key)))
    }

    private func checkMemory(keyed: Bool) throws(Diagnostic) {
        do throws(AspectError) { try profile.memory?.check(profile.name, keyed: keyed) } catch {
            throw error.diagnostic(at: nil)
        }
    }

    private func caching<Key: Hashable & Sendable>(
        _ capacity: Int, _ life: Duration?, _ clock: any Clock<Duration>, _ key: @escaping @Sendable (Input) -> Key
    ) -> RuledService<Self> {
        let clock = clock.forTasks
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

extension Service where Input == Void {
    /// Answers with the earlier output. Failures are not kept.
    ///
    /// - Parameters:
    ///   - life: the lifetime of an answer, counted from its call; nil for no limit.
    /// - Throws: if the service is an action that returns a pointer.
    public func cached(
        timeToLive life: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) throws(Diagnostic) -> some Service<Input, Output> {
        try cached(capacity: 1, timeToLive: life, clock: clock) { 0 }
    }
}

/// The key of a whole input.
private enum InputKey<Input: Hashable & Sendable>: Hashable, Sendable {
    case input(Input)
    case action(CacheKey)
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
