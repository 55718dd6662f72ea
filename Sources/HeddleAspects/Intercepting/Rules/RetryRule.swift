// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import Synchronization

/// `retry`: runs the body again where it has failed.
///
/// Each attempt begins with the arguments that the first began with. What the last attempt came to is what the call
/// comes to.
package final class RetryRule: AspectRule {
    private struct Counts {
        var calls = 0
        var retries = 0
        var recovered = 0
        var gaveUp = 0
    }

    private let schedule: RetrySchedule
    private let isPassing: @Sendable (any Error) -> Bool
    private let chance: SeededRandom
    private let counts = Mutex(Counts())

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - seed: of the chance that makes pauses longer or shorter.
    ///   - isPassing: the failures after which it tries again.
    package init(
        _ schedule: RetrySchedule, seed: UInt64 = 0, on isPassing: @escaping @Sendable (any Error) -> Bool
    ) {
        self.schedule = schedule
        self.isPassing = isPassing
        self.chance = SeededRandom(seed: seed)
    }

    /// Checks that an action may be tried again.
    ///
    /// - Parameters:
    ///   - isKnown: whether somebody has said that it may run twice.
    ///   - mend: how that is said.
    package static func check(
        _ action: ActionName, _ signature: Signature, isKnown: Bool, mend: String
    ) throws(AspectError) {
        if signature.parameters.contains(where: { $0.direction == .inout }) {
            throw .unfit(
                option: nil, aspect: "retry", action: action,
                message: "it changes what its arguments point to, and a further attempt would begin with that",
                suggestion: nil)
        }
        guard isKnown else {
            throw .unfit(
                option: nil, aspect: "retry", action: action,
                message: "its declaration does not say that it may run twice", suggestion: mend)
        }
    }

    /// Runs the body until it returns, fails for good, or has been tried often enough.
    package func course<Output>() -> Course<Output> {
        counts.withLock { $0.calls += 1 }
        return attempt(1)
    }

    /// `calls`, `retries`, how many calls `recovered` by trying again, and how many gave up after the last attempt.
    package func facts() -> [Value.Member] {
        counts.withLock {
            [
                Value.Member("calls", $0.calls), Value.Member("retries", $0.retries),
                Value.Member("recovered", $0.recovered), Value.Member("gaveUp", $0.gaveUp),
            ]
        }
    }

    private func attempt<Output>(_ number: Int) -> Course<Output> {
        .proceed { ending in
            guard case .failure(let error)? = ending else {
                if number > 1 { self.counts.withLock { $0.recovered += 1 } }
                return .done
            }
            guard number < self.schedule.attempts, self.isPassing(error) else {
                self.counts.withLock { $0.gaveUp += 1 }
                return .done
            }
            self.counts.withLock { $0.retries += 1 }
            let pause = self.schedule.pause(before: number + 1).jittered(self.schedule.jitter, by: self.chance)
            return .wait(pause) { self.attempt(number + 1) }
        }
    }
}
