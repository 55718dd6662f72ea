// SPDX-License-Identifier: Apache-2.0

/// Tells how long a run has taken so far, which is when its events say that something began.
package struct RunClock: Sendable {
    /// When the run began, as the system counts: the same in all processes of the machine.
    package let beginning: UInt64
    /// Says of a moment whether anybody asks for it; nil where somebody always does.
    private let isAsked: (@Sendable (UInt64) -> Bool)?

    /// That of a run which begins now.
    package init() {
        self.init(beginning: MonotonicClock.now)
    }

    /// That of a run which has begun in another process.
    package init(beginning: UInt64) {
        self.beginning = beginning
        isAsked = nil
    }

    /// That of a run which begins now, and at which somebody looks only now and then.
    ///
    /// - Parameter isAsked: says of a moment of the system whether anybody does.
    package init(isAsked: @escaping @Sendable (UInt64) -> Bool) {
        beginning = MonotonicClock.now
        self.isAsked = isAsked
    }

    /// Returns whether anybody asks for what happens at a moment.
    func isAsked(at moment: UInt64) -> Bool { isAsked?(moment) ?? true }

    /// Nanoseconds since the beginning.
    package var elapsed: UInt64 { elapsed(at: MonotonicClock.now) }

    /// How many nanoseconds had gone by at a moment.
    func elapsed(at moment: UInt64) -> UInt64 { max(moment, beginning) - beginning }
}
