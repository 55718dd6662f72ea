// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension AspectRecipe {
    static let once = intercepting(
        "once", "Runs the body for the first call, and answers all later ones with what that returned.", options: []
    ) { order throws(AspectError) in
        let clock = order.clock
        return { target throws(AspectError) in
            try target.checkRepeatable("once")
            let rule = OnceRule<Value?>()
            return CourseInterceptor("once", rule, clock) { _ in rule.course() }
        }
    }
}
