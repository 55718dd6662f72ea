// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
internal import Synchronization

/// Looks at the calls that native code makes of functions that Heddle made, whichever call the code got them from.
///
/// It is called on the thread of the function, and never for a call that came too late.
package protocol CallbackObserver: Sendable {
    /// A function begins.
    ///
    /// - Parameters:
    ///   - function: its address.
    ///   - arguments: those that a caller gives, without secret ones.
    ///   - isNoted: true if the call is among the outputs of the call that the function was given to.
    /// - Returns: what ``left(_:)`` gets.
    func entered(_ function: UInt, with arguments: [Value], isNoted: Bool) -> Int?

    /// The function has returned.
    func left(_ token: Int)
}

/// The observer of the process.
package enum CallbackObservation {
    private static let observer = Mutex<(any CallbackObserver)?>(nil)
    private static let isActive = Atomic(false)

    /// Sets the observer, before any call is made.
    package static func begin(_ observer: any CallbackObserver) {
        self.observer.withLock { $0 = observer }
        isActive.store(true, ordering: .releasing)
    }

    /// The observer; nil where there is none.
    static var current: (any CallbackObserver)? {
        isActive.load(ordering: .acquiring) ? observer.withLock(\.self) : nil
    }
}
