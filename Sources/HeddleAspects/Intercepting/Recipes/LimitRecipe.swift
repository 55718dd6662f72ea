// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

extension AspectRecipe {
    static let limit = intercepting(
        "limit", "Refuses what comes too often.",
        options: [
            .optional("calls", .whole(1...1_000_000).described("No more calls pass in any span as long as `per`.")),
            .optional("per", .span.described("How long the span is, wherever it begins.")),
            .optional("atOnce", .whole(1...1_000_000).described("No more calls run at a time.")),
            .optional("code", .failureCode(.limited)),
        ],
        rules: [.eitherOf("calls", "atOnce"), .together("calls", with: "per"), .together("per", with: "calls")]
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let calls = try options.whole("calls", 1...1_000_000)
        let span = try options.span("per")
        let atOnce = try options.whole("atOnce", 1...1_000_000)
        if calls == nil, atOnce == nil {
            throw .missingOption(nil, aspect: "limit", message: "needs the options calls and per, or atOnce")
        }
        var rate: LimitRule.Rate?
        if calls != nil || span != nil {
            rate = LimitRule.Rate(calls: try options.needed("calls", calls), per: try options.needed("per", span))
        }
        let code = try options.failureCode(or: .limited)
        return { [rate] _ throws(AspectError) in
            let rule = LimitRule(rate, atOnce: atOnce ?? .max, code: code, clock: clock)
            return CourseInterceptor("limit", rule, clock) { _ in rule.course() }
        }
    }
}
