// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// The outermost woven calls, of any actions, that threads were in at some moment.
package struct CallsInside: Sendable {
    private let threads: [ThreadInCall]
    /// True if the thread that asked was in one.
    package let includeOwn: Bool

    /// Those of this moment: a call that began before it and had hooks then is among them. Nil where the kernel cannot
    /// tell.
    package static var now: CallsInside? {
        guard heddle_barrier() else { return nil }
        return unsafe CallsInside(threads: ThreadInCall.all, includeOwn: heddle_current_thread().pointee.top != nil)
    }

    /// True once all of them have ended.
    package var haveEnded: Bool { threads.allSatisfy(\.hasLeft) }
}
