// SPDX-License-Identifier: Apache-2.0

extension AspectRecipe {
    static let timeout = intercepting("timeout", options: ["after", "code"]) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let limit = try options.needed("after", try options.span("after"))
        let code = try options.failureCode() ?? "timedOut"
        return { _ throws(AspectError) in
            let rule = TimeoutRule(after: limit, code: code, clock: clock)
            return CourseInterceptor("timeout", rule, clock) { _ in rule.course() }
        }
    }
}
