// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

/// `delay`: waits before the body of a call or, as an `after`, after it.
package struct DelayRule: AspectRule {
    private let nanoseconds: UInt64
    private let jitter: Double
    private let chance: SeededRandom

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - jitter: the part by which the delay varies at random, from 0 to 1.
    ///   - seed: the seed of the random numbers.
    package init(_ nanoseconds: UInt64, jitter: Double = 0, seed: UInt64 = 0) {
        self.nanoseconds = nanoseconds
        self.jitter = jitter.clamped(to: 0...1)
        self.chance = SeededRandom(seed: seed)
    }

    /// Waits, then lets the call proceed.
    package func course<Output>() -> Course<Output> {
        .wait(nanoseconds.jittered(jitter, by: chance)) { .proceed { _ in .done } }
    }
}

// MARK: In a behaviour

extension AspectRecipe {
    static let delay = intercepting(
        "delay", "Waits before the body; as an `after` it waits after it.", DelayOptions.self,
        positions: HookPosition.allCases
    ) { options, context throws(AspectError) in
        let clock = context.clock
        return { _ throws(AspectError) in
            let rule = DelayRule(options.nanoseconds, jitter: options.jitter, seed: options.seed)
            return CourseInterceptor("delay", rule, clock) { _ in rule.course() }
        }
    }
}

private struct DelayOptions: OptionDraft {
    var nanoseconds: UInt64 = 0
    var jitter = 0.0
    var seed: UInt64 = 0

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        [.required("for", \.nanoseconds, .span, "The time to wait."), .jitter(\.jitter), .seed(\.seed)]
    }
}
