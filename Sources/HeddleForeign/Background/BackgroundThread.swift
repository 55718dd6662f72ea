// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// The threads beside those that make calls: hooks run on them, and what shows how far a run has come.
enum BackgroundThread {
    /// Whether the calling thread runs a hook beside the call: what such a hook calls meets no background hook.
    static var isCurrent: Bool { unsafe heddle_current_thread().pointee.is_background }

    /// Starts one; false where the system has no further thread.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let status = unsafe pthread_create(&thread, &attributes, run, work.toOpaque())
        if status != 0 { unsafe work.release() }
        return status == 0
    }

    /// Runs `body` as if on such a thread.
    static func marking(_ body: () -> Void) {
        let thread: UnsafeMutablePointer<heddle_thread> = unsafe heddle_current_thread()
        let outer = unsafe thread.pointee.is_background
        unsafe thread.pointee.is_background = true
        body()
        unsafe thread.pointee.is_background = outer
    }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

private func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let work = unsafe work else { return nil }
    // Ctrl-C is for the thread that runs the behaviour: nothing that it waits in is to go on unnoticed.
    Interrupts.leaveToOtherThreads()
    unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
}
