// SPDX-License-Identifier: Apache-2.0

/// The pauses before attempts to start a process that does not start, or ends before it has run anything: each twice as
/// long as the one before, up to a minute.
struct RestartPauses {
    private var attempts = 0
    private var next: Task<Void, Never>?

    /// True while an attempt waits for its time.
    var isWaiting: Bool { next != nil }

    /// True if processes were started since there was a run.
    var hasBegun: Bool { attempts > 0 }

    /// Notes that another attempt begins.
    mutating func beginAttempt() { attempts += 1 }

    /// Makes the next attempt behind a pause.
    ///
    /// - Returns: the pause.
    mutating func schedule(_ attempt: @escaping @Sendable () -> Void) -> Duration {
        let pause = Duration.seconds(min(60, 1 << min(attempts, 6)))
        next?.cancel()
        next = Task {
            do { try await Task.sleep(for: pause) } catch { return }
            attempt()
        }
        return pause
    }

    /// The time of the attempt has come.
    mutating func endWait() { next = nil }

    /// No attempt follows: the host stops.
    func cancel() { next?.cancel() }

    /// Another process has become active: the pauses begin anew.
    mutating func reset() {
        next?.cancel()
        (next, attempts) = (nil, 0)
    }

    /// A run was made, however it ended: the pauses of further attempts begin anew.
    mutating func noteRun() { attempts = 0 }
}
