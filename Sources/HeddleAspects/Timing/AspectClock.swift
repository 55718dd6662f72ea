// SPDX-License-Identifier: Apache-2.0

/// Where aspects read the time.
package protocol TimeSource: Sendable {
    /// Nanoseconds since some moment; it does not go back. Read on the threads of the calls.
    var now: UInt64 { get }
}

extension TimeSource {
    /// How long ago a moment was; 0 for one that is still to come.
    func elapsed(since moment: UInt64) -> UInt64 {
        let now = now
        return now > moment ? now - moment : 0
    }
}

/// The time that aspects in hooks live by; tests replace it, so that a suite of delays takes no time.
package protocol AspectClock: TimeSource {
    /// Keeps the calling thread for so many nanoseconds.
    func sleep(for nanoseconds: UInt64)
}
