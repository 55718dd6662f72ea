// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleDiagnostics
import HeddleSchema
import Synchronization

/// `retry`: runs the body again after a failure.
///
/// Each attempt begins with the original arguments. The outcome of the last attempt is the outcome of the call.
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
    ///   - seed: the seed of the random changes of pauses.
    ///   - isPassing: selects the failures to retry.
    package init(
        _ schedule: RetrySchedule, seed: UInt64 = 0, on isPassing: @escaping @Sendable (any Error) -> Bool
    ) {
        self.schedule = schedule
        self.isPassing = isPassing
        self.chance = SeededRandom(seed: seed)
    }

    /// Checks that an action may be retried.
    ///
    /// - Parameters:
    ///   - isKnown: true if the action is declared to be idempotent, or the user forces retries.
    ///   - mend: the suggestion that says how to declare it.
    package static func check(
        _ action: ActionName, _ signature: Signature, isKnown: Bool, mend: String
    ) throws(AspectError) {
        if signature.parameters.contains(where: { $0.direction == .inout }) {
            throw .unfit(
                nil, aspect: "retry", action: action,
                message: "it writes through its arguments, so another attempt would begin with changed data",
                suggestion: nil)
        }
        guard isKnown else {
            throw .unfit(
                nil, aspect: "retry", action: action,
                message: "its declaration does not say that it may run twice", suggestion: mend)
        }
    }

    /// Runs the body until it returns, fails without a retry, or has used all attempts.
    package func course<Output>() -> Course<Output> {
        counts.withLock { $0.calls += 1 }
        return attempt(1)
    }

    /// `calls`, `retries`, the number of calls that `recovered` by a retry, and of those that gave up after the last
    /// attempt.
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

// MARK: In a behaviour

extension AspectRecipe {
    static let retry = intercepting(
        "retry",
        "Retries the rest of the body after a failure; only around actions declared `_Idempotent_`, unless "
            + "it is forced.", RetryOptions.self
    ) { options, context throws(AspectError) in
        let clock = context.clock
        if let backoff = options.backoff, let most = options.most, most < backoff {
            throw options.bad(\.most, "the longest pause is shorter than backoff, the first one")
        }
        let schedule = RetrySchedule(
            attempts: options.attempts, backoff: options.backoff ?? 0, factor: options.factor,
            most: options.most ?? .max, jitter: options.jitter)
        let codes = options.codes.map { Set($0.map(\.value)) }
        return { target throws(AspectError) in
            try RetryRule.check(
                target.name, target.signature, isKnown: target.signature.isIdempotent || options.isForced,
                mend: "declare it with _Idempotent_, or set \"force\": true")
            let rule = RetryRule(schedule, seed: options.seed) { codes?.contains(Failure($0).code) ?? true }
            return CourseInterceptor("retry", rule, clock) { _ in rule.course() }
        }
    }
}

private struct RetryOptions: OptionDraft {
    var attempts = 3
    var codes: [Located<String>]?
    var backoff: UInt64?
    var factor = 2.0
    var most: UInt64?
    var jitter = 0.0
    var seed: UInt64 = 0
    var isForced = false

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        [
            .optional("attempts", \.attempts, .whole(2...1000), "The maximum number of attempts, including the first."),
            .optional(
                "on", \.codes, .differentTexts,
                "The codes of the failures to retry after; all by default."),
            .optional("backoff", \.backoff, .span, "The first pause; none by default."),
            .optional(
                "factor", \.factor, .number(RetrySchedule.factors),
                "The factor by which each pause is longer than the one before."),
            .optional("most", \.most, .span, "The longest pause, not shorter than `backoff`."),
            .jitter(\.jitter), .seed(\.seed),
            .optional("force", \.isForced, .flag, "Allows actions that are not declared `_Idempotent_`."),
        ]
    }

    static var rules: [KeyRule<Self>] {
        let paths: [KeyRule<Self>.Path] = [\.factor, \.most, \.jitter, \.seed]
        return paths.map { .needs($0, with: \.backoff, because: "is about the pauses between attempts") }
    }
}
