// SPDX-License-Identifier: Apache-2.0

import Declarations

extension AspectRecipe {
    static let retry = intercepting(
        "retry", options: ["attempts", "on", "backoff", "factor", "most", "jitter", "seed", "force"]
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let (seed, isForced) = (try options.seed(), try options.flag("force"))
        let schedule = try options.schedule()
        let codes = try options.texts("on").map { Set($0) }
        return { target throws(AspectError) in
            try RetryRule.check(
                target.name, target.signature, isKnown: target.signature.isIdempotent || isForced,
                mend: "declare it with _Idempotent_, or say \"force\": true")
            let rule = RetryRule(schedule, seed: seed) { codes?.contains(Failure($0).code) ?? true }
            return CourseInterceptor("retry", rule, clock) { _ in rule.course() }
        }
    }
}

extension AspectOptions {
    fileprivate func schedule() throws(AspectError) -> RetrySchedule {
        let (attempts, backoff) = (try whole("attempts", 2...1000) ?? 3, try span("backoff"))
        let (factor, most) = (try number("factor", 1...100) ?? 2, try span("most"))
        let jitter = try number("jitter", 0...1) ?? 0
        for name in ["factor", "most", "jitter", "seed"] where backoff == nil && has(name) {
            throw bad(name, "it is about the pauses, of which there are none without backoff")
        }
        if let backoff, let most, most < backoff {
            throw bad("most", "the longest pause is shorter than backoff, the first one")
        }
        return RetrySchedule(
            attempts: attempts, backoff: backoff ?? 0, factor: factor, most: most ?? .max, jitter: jitter)
    }
}
