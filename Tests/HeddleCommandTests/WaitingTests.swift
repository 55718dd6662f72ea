// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs tests that mostly wait on threads of their own. Swift runs tasks on few threads, and a test that waits for a
/// process keeps one of them from all others.
struct WaitingTests: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared, operation: function)
    }
}

extension Trait where Self == WaitingTests {
    /// The tests wait for most of their time, as for processes or for the next second.
    static var waiting: Self { WaitingTests() }
}

/// Eight threads that run tasks.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads()
    private let state = NSCondition()
    nonisolated(unsafe) private var waiting: [UnownedJob] = []

    private init() {
        for _ in 0..<8 { Thread.detachNewThread { self.run() } }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { unsafe waiting.append(job) }
        state.signal()
    }

    private func run() {
        while true {
            state.lock()
            while unsafe waiting.isEmpty { state.wait() }
            let job = unsafe waiting.removeFirst()
            state.unlock()
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
