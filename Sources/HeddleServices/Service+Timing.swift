// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
public import HeddleDiagnostics

extension Service {
    /// Waits before each call. A task that is cancelled meanwhile does not make it.
    ///
    /// - Parameters:
    ///   - jitter: by which part of itself a delay may be longer or shorter, from 0 to 1.
    ///   - seed: of the chance that decides it; each run of a seed has the same delays.
    public func delayed(
        by delay: Duration, jitter: Double = 0, seed: UInt64 = 0, clock: some Clock<Duration> = ContinuousClock()
    ) -> some Service<Input, Output> {
        let rule = DelayRule(delay.nanoseconds, jitter: jitter, seed: seed)
        return RuledService(self, "delay", rule, SwiftClock(clock)) { _ in rule.course() }
    }

    /// Asks again after a failure. A task that is cancelled does not.
    ///
    /// - Parameters:
    ///   - attempts: how often the service is asked at most, the first time among them.
    ///   - backoff: the first pause.
    ///   - factor: by how much each pause is longer than the one before.
    ///   - longest: the longest pause; nil where they may grow for ever.
    ///   - jitter: by which part of itself a pause may be longer or shorter, from 0 to 1.
    ///   - seed: of the chance that decides it; each run of a seed has the same pauses.
    ///   - isForced: also where the service is not known to be idempotent.
    ///   - isPassing: the failures after which it asks again.
    /// - Throws: where the service is not known to be idempotent, and it is not forced.
    public func retried(
        attempts: Int = 3, backoff: Duration = .zero, factor: Double = 2, longest: Duration? = nil, jitter: Double = 0,
        seed: UInt64 = 0, force isForced: Bool = false, clock: some Clock<Duration> = ContinuousClock(),
        on isPassing: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) throws(Diagnostic) -> some Service<Input, Output> {
        do {
            try RetryRule.check(
                profile.name, profile.signature, isKnown: profile.isIdempotent || isForced,
                mend: "say .idempotent() first, or force: true")
        } catch {
            throw error.diagnostic(at: nil)
        }
        let schedule = RetrySchedule(
            attempts: attempts, backoff: backoff.nanoseconds, factor: factor, most: longest?.nanoseconds ?? .max,
            jitter: jitter)
        let rule = RetryRule(schedule, seed: seed) { !($0 is CancellationError) && isPassing($0) }
        return RuledService(self, "retry", rule, SwiftClock(clock)) { _ in rule.course() }
    }

    /// Fails calls that take longer, with the code `timedOut`.
    ///
    /// The call is cancelled when its time is over, and waited for. An action of a module, and other code that does not
    /// check for cancellation, runs to its end. Then its output does not count.
    public func timeLimited(
        to limit: Duration, clock: some Clock<Duration> = ContinuousClock()
    ) -> some Service<Input, Output> {
        let clock = SwiftClock(clock)
        let rule = TimeoutRule(after: limit.nanoseconds, clock: clock)
        return RuledService(self, "timeout", rule, clock) { _ in rule.course() }
    }
}
