// SPDX-License-Identifier: Apache-2.0

/// The pauses before attempts to start a process that does not start: each twice as long as the one before, up to a minute.
struct RestartPauses {
    private var attempts = 0
    private var next: Task<Void, Never>?

    /// True while an attempt waits for its time.
    var isWaiting: Bool { next != nil }

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

    /// A process has started, and has held: the pauses begin anew.
    mutating func reset() {
        next?.cancel()
        (next, attempts) = (nil, 0)
    }

    /// A run has ended with its process: the pauses of further attempts begin anew.
    mutating func noteHeld() { attempts = 0 }
}
