// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

extension AspectRecipe {
    static let retry = intercepting(
        "retry",
        "Runs the rest of the body again after a failure; only around actions that are declared `_Idempotent_`, unless "
            + "it is forced.",
        options: [
            .optional(
                "attempts",
                .whole(2...1000).defaulting(to: .whole(3)).described("How often at most, the first time among them.")),
            .optional(
                "on",
                .differentTexts.described("The codes of the failures after which it tries again; all unless given.")),
            .optional("backoff", .span.described("The first pause; none unless given.")),
            .optional(
                "factor",
                .number(1...100).defaulting(to: .whole(2))
                    .described("By how much each pause is longer than the one before.")),
            .optional("most", .span.described("The longest pause, not shorter than `backoff`.")),
            .optional("jitter", .jitter), .optional("seed", .seed),
            .optional("force", .flag.defaulting(to: .bool(false)).described("Around any action.")),
        ], rules: ["factor", "most", "jitter", "seed"].map { .together($0, with: "backoff") }
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
