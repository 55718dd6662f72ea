// SPDX-License-Identifier: Apache-2.0

/// Tells how long a run has taken so far, which is when its events say that something began.
package struct RunClock: Sendable {
    /// When the run began, as the system counts: the same in all processes of the machine.
    package let beginning: UInt64
    /// Returns whether anybody looks on; nil where somebody always does.
    private let looks: (@Sendable () -> Bool)?

    /// The clock of a run that begins now.
    package init() {
        self.init(beginning: MonotonicClock.now)
    }

    /// The clock of a run that has begun in another process.
    package init(beginning: UInt64) {
        self.beginning = beginning
        looks = nil
    }

    /// The clock of a run that begins now, and at which somebody looks only now and then.
    ///
    /// - Parameter looks: returns whether anybody does.
    package init(watchedWhile looks: @escaping @Sendable () -> Bool) {
        beginning = MonotonicClock.now
        self.looks = looks
    }

    /// True if anybody looks on.
    var isWatched: Bool { looks?() ?? true }

    /// Nanoseconds since the beginning.
    package var elapsed: UInt64 { elapsed(at: MonotonicClock.now) }

    /// The nanoseconds that had gone by at a moment.
    func elapsed(at moment: UInt64) -> UInt64 { max(moment, beginning) - beginning }
}
