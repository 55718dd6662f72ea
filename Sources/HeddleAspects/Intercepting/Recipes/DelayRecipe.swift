// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

extension AspectRecipe {
    static let delay = intercepting(
        "delay", "Waits before the body, as an `after` behind it.",
        options: [
            .needed("for", .span.described("How long.")),
            .optional("jitter", .jitter), .optional("seed", .seed),
        ], positions: HookPosition.allCases
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let nanoseconds = try options.needed("for", try options.span("for"))
        let jitter = try options.number("jitter", 0...1) ?? 0
        let seed = try options.seed()
        return { _ throws(AspectError) in
            let rule = DelayRule(nanoseconds, jitter: jitter, seed: seed)
            return CourseInterceptor("delay", rule, clock) { _ in rule.course() }
        }
    }
}
