// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

extension AspectRecipe {
    static let timeout = intercepting(
        "timeout", "Fails a call that returned too late. A call of C runs to its end all the same.",
        options: [
            .needed("after", .span.described("How long a call may take.")),
            .optional("code", .failureCode(.timedOut)),
        ]
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let limit = try options.needed("after", try options.span("after"))
        let code = try options.failureCode(or: .timedOut)
        return { _ throws(AspectError) in
            let rule = TimeoutRule(after: limit, code: code, clock: clock)
            return CourseInterceptor("timeout", rule, clock) { _ in rule.course() }
        }
    }
}
