// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc
internal import Synchronization

/// A detached thread, which ends with its body.
package enum DetachedThread {
    private static let count = Atomic(0)

    /// The number of those that run.
    static var running: Int { count.load(ordering: .relaxed) }

    /// Starts a thread; returns false where the system has no further thread.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var thread: pthread_t = 0
        let work = unsafe Unmanaged.passRetained(Work(body))
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        Self.count.add(1, ordering: .relaxed)
        do throws(SystemFailure) {
            try System.callNumbered(.startThread) {
                unsafe -pthread_create(&thread, &attributes, run, work.toOpaque())
            }
            return true
        } catch {
            Self.count.subtract(1, ordering: .relaxed)
            unsafe work.release()
            return false
        }
    }

    fileprivate static func end() { count.subtract(1, ordering: .relaxed) }
}

extension DetachedThread {
    /// Runs something on a thread of its own, and waits for its end; returns false where the system has no further
    /// thread.
    package static func runToEnd(_ body: @escaping @Sendable () -> Void) -> Bool { runToEnd(count: 1, body) }

    /// Runs the same on several threads at the same time, and waits for the end of all; returns false where the system
    /// does not have so many further threads.
    package static func runToEnd(count: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
        // Not by a descriptor: native code on these threads may close it, or leave it to a child.
        let running = Monitor(count)
        let end: @Sendable () -> Void = {
            running.withLock { $0 -= 1 }
            running.notify()
        }
        var started = 0
        for _ in 0..<count {
            let isStarted = start {
                body()
                end()
            }
            if isStarted { started += 1 } else { end() }
        }
        running.wait { $0 == 0 ? () : nil }
        return started == count
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
    DetachedThread.end()
    return nil
}
