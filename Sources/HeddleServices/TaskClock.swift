// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects

/// The time that services live by.
protocol TaskClock: TimeSource {
    /// Suspends the calling task for a number of nanoseconds.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
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

extension Clock<Duration> {
    /// The clock as services use it.
    var forTasks: any TaskClock { SwiftClock(self) }
}
