// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects

/// The time that services live by.
protocol TaskClock: TimeSource {
    /// Lets the calling task wait for so many nanoseconds.
    ///
    /// - Throws: `CancellationError` where the task is cancelled meanwhile.
    func wait(for nanoseconds: UInt64) async throws
}

/// A clock of Swift as aspects read it.
struct SwiftClock<Base: Clock<Duration>>: TaskClock {
    private let base: Base
    private let start: Base.Instant

    init(_ base: Base) {
        self.base = base
        start = base.now
    }

    var now: UInt64 { start.duration(to: base.now).nanoseconds }

    func wait(for nanoseconds: UInt64) async throws {
        guard nanoseconds > 0 else { return }
        try await base.sleep(for: Duration(nanoseconds: nanoseconds))
    }
}

extension Duration {
    /// So many nanoseconds, however many.
    init(nanoseconds: UInt64) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(secondsComponent: Int64(seconds), attosecondsComponent: Int64(rest) * 1_000_000_000)
    }

    /// Whole nanoseconds: 0 for a duration below 0, and at most as many as there are.
    var nanoseconds: UInt64 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isAbove) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return isTooLong || isAbove ? .max : sum
    }
}
