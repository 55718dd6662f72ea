// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
public import HeddleDiagnostics

extension Service {
    /// Waits before each call. A task that is cancelled meanwhile does not make it.
    ///
    /// - Parameters:
    ///   - jitter: the part by which a delay varies at random, from 0 to 1.
    ///   - seed: the seed of the random numbers; the same seed gives the same delays.
    public func delayed(
        by delay: Duration, jitter: Double = 0, seed: UInt64 = 0, clock: any Clock<Duration> = ContinuousClock()
    ) -> some Service<Input, Output> {
        let rule = DelayRule(delay.nanoseconds, jitter: jitter, seed: seed)
        return RuledService(self, "delay", rule, clock.forTasks) { _ in rule.course() }
    }

    /// Retries after a failure, unless the task is cancelled.
    ///
    /// - Parameters:
    ///   - attempts: the maximum number of calls, including the first.
    ///   - backoff: the first pause.
    ///   - factor: the factor by which each pause is longer than the one before.
    ///   - longest: the longest pause; nil for no limit.
    ///   - jitter: the part by which a pause varies at random, from 0 to 1.
    ///   - seed: the seed of the random numbers; the same seed gives the same pauses.
    ///   - isForced: true to allow a service that is not known to be idempotent.
    ///   - isPassing: selects the failures to retry.
    /// - Throws: if the service is not known to be idempotent and `isForced` is false.
    public func retried(
        attempts: Int = 3, backoff: Duration = .zero, factor: Double = 2, longest: Duration? = nil, jitter: Double = 0,
        seed: UInt64 = 0, force isForced: Bool = false, clock: any Clock<Duration> = ContinuousClock(),
        on isPassing: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) throws(Diagnostic) -> some Service<Input, Output> {
        do {
            try RetryRule.check(
                profile.name, profile.signature, isKnown: profile.isIdempotent || isForced,
                mend: "call .idempotent() first, or set force: true")
        } catch {
            throw error.diagnostic(at: nil)
        }
        let schedule = RetrySchedule(
            attempts: attempts, backoff: backoff.nanoseconds, factor: factor, most: longest?.nanoseconds ?? .max,
            jitter: jitter)
        let rule = RetryRule(schedule, seed: seed) { !($0 is CancellationError) && isPassing($0) }
        return RuledService(self, "retry", rule, clock.forTasks) { _ in rule.course() }
    }

    /// Fails calls that take longer, with the code `timedOut`.
    ///
    /// At the limit the call is cancelled, and the service waits for its end. Code that does not check for
    /// cancellation, such as an action of a module, runs to its end, and its output is discarded.
    public func timeLimited(
        to limit: Duration, clock: any Clock<Duration> = ContinuousClock()
    ) -> some Service<Input, Output> {
        let clock = clock.forTasks
        let rule = TimeoutRule(after: limit.nanoseconds, clock: clock)
        return RuledService(self, "timeout", rule, clock) { _ in rule.course() }
    }
}
