// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
internal import Synchronization

/// Takes the failures of a hook whose calls go on all the same.
///
/// The pieces of the hook share one, around all of its actions.
package final class FailureTolerance: Sendable {
    private let count = Atomic(0)
    private let limit: Int?
    private let note: @Sendable (Failure, ActionName) -> Void
    private let pause: @Sendable (Int) -> Void

    /// Creates one.
    ///
    /// - Parameters:
    ///   - limit: the number of failures at which `pause` runs; nil for none.
    ///   - note: gets each failure, on the thread of its call.
    ///   - pause: is to pause the hook; gets the number of its failures. It runs once.
    package init(
        pausingAfter limit: Int? = nil, note: @escaping @Sendable (Failure, ActionName) -> Void,
        pause: @escaping @Sendable (Int) -> Void
    ) {
        self.limit = limit
        self.note = note
        self.pause = pause
    }

    /// The number of failures so far.
    package var failures: Int { count.load(ordering: .relaxed) }

    func absorb(_ failure: Failure, in call: ActionName) {
        let number = count.add(1, ordering: .relaxed).newValue
        note(failure, call)
        if number == limit { pause(number) }
    }
}

extension NativeCall {
    /// Hands a failure to the tolerance of the hook that it came from; false if that has none.
    func isTolerated(
        _ failure: UnsafeMutablePointer<heddle_failure>, of piece: UnsafePointer<heddle_running>?
    ) -> Bool {
        guard let policy = unsafe piece?.pointee.policy else { return false }
        let known = unsafe Failure(consuming: failure)
        unsafe Unmanaged<FailureTolerance>.fromOpaque(policy)._withUnsafeGuaranteedRef {
            $0.absorb(known, in: actionName)
        }
        return true
    }
}
