// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A state that threads share, and that they can wait for: a mutex with a condition of POSIX, since `Mutex` has no
/// waiting.
@safe package final class Monitor<State>: @unchecked Sendable {
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>

    /// Creates a monitor of a state.
    package init(_ state: State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // Waiting must not depend on changes of the time of day.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `body` while no other thread sees the state.
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Wakes all that wait, to look at the state again.
    package func notify() { unsafe pthread_cond_broadcast(changed) }

    /// Waits until `body` has an answer.
    package func wait<Answer>(for body: (inout State) -> Answer?) -> Answer {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let answer = body(&state) { return answer }
            unsafe pthread_cond_wait(changed, mutex)
        }
    }

    /// Waits until something holds.
    ///
    /// - Parameter limit: for how many nanoseconds at most.
    /// - Returns: true if the condition holds.
    package func wait(atMost limit: UInt64, until isReached: (State) -> Bool) -> Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        var end = timespec.now(after: limit)
        while !isReached(state) {
            if unsafe pthread_cond_timedwait(changed, mutex, &end) == ETIMEDOUT { return isReached(state) }
        }
        return true
    }
}

extension timespec {
    /// The time of the monotonic clock in so many nanoseconds.
    fileprivate static func now(after nanoseconds: UInt64) -> timespec {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let fraction = UInt64(time.tv_nsec) + nanoseconds % 1_000_000_000
        time.tv_sec += Int(nanoseconds / 1_000_000_000 + fraction / 1_000_000_000)
        time.tv_nsec = Int(fraction % 1_000_000_000)
        return time
    }
}
