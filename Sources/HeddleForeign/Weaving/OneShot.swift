// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Synchronization

/// Lets a hook run in one call only, however many threads reach it at once: in the first that does.
///
/// There each of its pieces runs once. A hook that is woven around several actions has one for all of them.
package final class OneShot: Sendable {
    /// The call that has it: its number, or 0 while none has.
    private let claimant = Atomic<UInt64>(0)
    private let isSpent = Atomic(false)
    private let whenSpent: @Sendable () -> Void
    private static let lastCall = Atomic<UInt64>(0)

    /// Creates one that no call has claimed.
    ///
    /// - Parameter whenSpent: runs once, at the end of the call that has claimed it, on that call's thread; the hook is
    ///   removed from that call's action by then.
    package init(whenSpent: @escaping @Sendable () -> Void = {}) {
        self.whenSpent = whenSpent
    }

    /// Returns whether a call has it, which it then keeps; a call gets its number when it first asks for one.
    func claim(_ call: UnsafeMutablePointer<heddle_frame>) -> Bool {
        let owner = claimant.load(ordering: .acquiring)
        if owner != 0 { return unsafe owner == call.pointee.number }
        if unsafe call.pointee.number == 0 {
            unsafe call.pointee.number = Self.lastCall.add(1, ordering: .relaxed).newValue
        }
        return claimant.compareExchange(
            expected: 0, desired: unsafe call.pointee.number, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Returns whether this call has it.
    func belongs(to call: UInt64) -> Bool { claimant.load(ordering: .acquiring) == call }

    /// Says so once.
    func spend() {
        if !isSpent.exchange(true, ordering: .acquiringAndReleasing) { whenSpent() }
    }
}

/// One piece of a hook that runs in one call only.
final class OneShotPiece: Sendable {
    private let shot: OneShot
    private let isBackground: Bool
    private let hasRun = Atomic(false)

    init(_ shot: OneShot, isBackground: Bool) {
        self.shot = shot
        self.isBackground = isBackground
    }

    /// Returns whether the piece runs now: in the call that has the hook, and not a second time.
    func admits(_ call: UnsafeMutablePointer<heddle_frame>) -> Bool {
        // A call that a background hook would pass over must not use it up.
        if isBackground, BackgroundThread.isCurrent { return false }
        return unsafe shot.claim(call) && !hasRun.exchange(true, ordering: .acquiringAndReleasing)
    }
}
