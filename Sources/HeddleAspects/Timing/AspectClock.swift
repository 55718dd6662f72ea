// SPDX-License-Identifier: Apache-2.0

/// The clock of aspects.
package protocol TimeSource: Sendable {
    /// Nanoseconds since an arbitrary moment; never goes back. Called on the threads of the calls.
    var now: UInt64 { get }
}

extension TimeSource {
    /// The time since a moment; 0 for a moment in the future.
    func elapsed(since moment: UInt64) -> UInt64 {
        let now = now
        return now > moment ? now - moment : 0
    }
}

/// The clock of aspects in hooks, which can also wait. Tests replace it, so that delays take no time.
package protocol AspectClock: TimeSource {
    /// Blocks the calling thread for a number of nanoseconds.
    func sleep(for nanoseconds: UInt64)
}
