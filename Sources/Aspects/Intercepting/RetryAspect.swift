// SPDX-License-Identifier: Apache-2.0

public import Declarations
import Synchronization

/// `retry`: runs the body again where it has failed.
///
/// Each attempt begins with the arguments that the first began with. What the last attempt came to is what the call
/// comes to.
public final class RetryAspect: Interceptor {
    private struct Counts {
        var calls = 0
        var retries = 0
        var recovered = 0
        var gaveUp = 0
    }

    private let schedule: RetrySchedule
    private let codes: Set<String>?
    private let chance: Chance
    private let clock: any AspectClock
    private let counts = Mutex(Counts())

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - codes: the failures after which it tries again; nil for all.
    ///   - seed: of the chance that makes pauses longer or shorter.
    public init(_ schedule: RetrySchedule, on codes: Set<String>? = nil, seed: UInt64 = 0, clock: any AspectClock) {
        self.schedule = schedule
        self.codes = codes
        self.chance = Chance(seed: seed)
        self.clock = clock
    }

    /// Runs the body until it returns, fails for good, or has been tried often enough.
    public func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        var attempt = 1
        while isWorthAnother(call.proceed()), attempt < schedule.attempts {
            attempt += 1
            clock.sleep(for: schedule.pause(before: attempt).jittered(schedule.jitter, by: chance))
        }
        note(attempt, call.view.outcome)
    }

    /// `calls`, `retries`, how many calls `recovered` by trying again, and how many gave up after the last attempt.
    public func facts() -> [Value.Member] {
        counts.withLock {
            [
                Value.Member("calls", $0.calls), Value.Member("retries", $0.retries),
                Value.Member("recovered", $0.recovered), Value.Member("gaveUp", $0.gaveUp),
            ]
        }
    }

    private func isWorthAnother(_ outcome: Outcome?) -> Bool {
        guard case .failed(let failure)? = outcome else { return false }
        return codes?.contains(failure.code) ?? true
    }

    private func note(_ attempts: Int, _ outcome: Outcome?) {
        counts.withLock {
            $0.calls += 1
            $0.retries += attempts - 1
            if case .returned? = outcome { $0.recovered += attempts > 1 ? 1 : 0 } else { $0.gaveUp += 1 }
        }
    }
}

extension RetryAspect {
    static let recipe = AspectRecipe.intercepting(
        "retry", options: ["attempts", "on", "backoff", "factor", "most", "jitter", "seed", "force"]
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let schedule = RetrySchedule(
            attempts: try options.whole("attempts", 2...1000) ?? 3, backoff: try options.duration("backoff") ?? 0,
            factor: try options.number("factor", 1...100) ?? 2, most: try options.duration("most") ?? .max,
            jitter: try options.number("jitter", 0...1) ?? 0)
        let codes = try options.texts("on").map { Set($0) }
        let (seed, isForced) = (try options.seed(), try options.flag("force"))
        return { target throws(AspectError) in
            if target.signature.parameters.contains(where: { $0.direction == .inout }) {
                throw target.unfit(
                    "retry", "it changes what its arguments point to, and a further attempt would begin with that")
            }
            guard isForced || target.signature.isIdempotent else {
                throw target.unfit(
                    "retry", "its declaration does not say that it may run twice",
                    "declare it with _Idempotent_, or say \"force\": true")
            }
            return RetryAspect(schedule, on: codes, seed: seed, clock: clock)
        }
    }
}
