// SPDX-License-Identifier: Apache-2.0

public import Declarations

/// `delay`: keeps a call waiting, before its body or, as an `after`, behind it.
public struct DelayAspect: Interceptor {
    private let nanoseconds: UInt64
    private let jitter: Double
    private let chance: Chance
    private let clock: any AspectClock

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - jitter: by which part of itself a delay may be longer or shorter, from 0 to 1.
    ///   - seed: of the chance that decides it.
    public init(_ nanoseconds: UInt64, jitter: Double = 0, seed: UInt64 = 0, clock: any AspectClock) {
        self.nanoseconds = nanoseconds
        self.jitter = jitter
        self.chance = Chance(seed: seed)
        self.clock = clock
    }

    /// Waits, then lets the call proceed.
    public func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        clock.sleep(for: nanoseconds.jittered(jitter, by: chance))
        call.proceed()
    }
}

extension DelayAspect {
    static let recipe = AspectRecipe.intercepting(
        "delay", options: ["for", "jitter", "seed"], positions: HookPosition.allCases
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let nanoseconds = try options.needed("for", try options.duration("for"))
        let jitter = try options.number("jitter", 0...1) ?? 0
        let seed = try options.seed()
        return { _ throws(AspectError) in DelayAspect(nanoseconds, jitter: jitter, seed: seed, clock: clock) }
    }
}
