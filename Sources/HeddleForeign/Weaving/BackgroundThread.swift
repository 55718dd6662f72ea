// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// True on the threads that run hooks beside the calls.
enum BackgroundThread {
    /// True if the calling thread runs a hook beside the call: what such a hook calls meets no background hook.
    static var isCurrent: Bool { unsafe heddle_current_thread().pointee.is_background }

    /// Runs `body` as if on such a thread.
    static func marking(_ body: () -> Void) {
        let thread: UnsafeMutablePointer<heddle_thread> = unsafe heddle_current_thread()
        let outer = unsafe thread.pointee.is_background
        unsafe thread.pointee.is_background = true
        body()
        unsafe thread.pointee.is_background = outer
    }
}
