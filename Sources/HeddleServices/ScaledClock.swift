// SPDX-License-Identifier: Apache-2.0

/// A clock with a type of duration of its own, for aspects, whose durations are those of Swift:
///
/// ```swift
/// let frames = ScaledClock(gameClock, second: Frames(60))
/// let price = Prices().delayed(by: .seconds(2), clock: frames)
/// ```
public struct ScaledClock<Base: Clock>: Clock {
    /// A point in time of the clock.
    public struct Instant: InstantProtocol {
        fileprivate let base: Base.Instant
        fileprivate let second: Base.Duration

        /// The point in time that is later by a duration.
        public func advanced(by duration: Duration) -> Self {
            Self(base: base.advanced(by: second.times(duration)), second: second)
        }

        /// The time until another point.
        public func duration(to other: Self) -> Duration { second.count(in: base.duration(to: other.base)) }

        /// Returns whether a point is earlier than another.
        public static func < (left: Self, right: Self) -> Bool { left.base < right.base }

        /// Returns whether two points are the same.
        public static func == (left: Self, right: Self) -> Bool { left.base == right.base }

        /// Hashes the point.
        public func hash(into hasher: inout Hasher) { hasher.combine(base) }
    }

    private let base: Base
    private let second: Base.Duration

    /// Creates a clock that shows the time of another.
    ///
    /// - Parameter second: the duration that is a second, longer than 0.
    public init(_ base: Base, second: Base.Duration) {
        precondition(second > .zero, "a second of a ScaledClock is longer than 0")
        self.base = base
        self.second = second
    }

    /// The present.
    public var now: Instant { Instant(base: base.now, second: second) }

    /// The shortest time that the clock can tell.
    public var minimumResolution: Duration { second.count(in: base.minimumResolution) }

    /// Suspends the task until a point in time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: deadline.base, tolerance: tolerance.map(second.times))
    }
}

extension DurationProtocol {
    /// A duration if this is a second, in nanoseconds. Each product stays small, since a duration may count in `Int`.
    fileprivate func times(_ duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = Int(attoseconds / 1_000_000_000)
        let (microseconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
        return self * Int(seconds) + self * microseconds / 1_000_000 + self * rest / 1_000_000_000
    }

    /// The number of seconds in a duration if this is one.
    fileprivate func count(in duration: Self) -> Duration { .seconds(duration / self) }
}
