// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleForeign
internal import HeddleSystem

/// Removes the hooks that were added together, or pauses them.
///
/// Any thread may do so, also inside of the hooks themselves. A call that has begun keeps its hooks.
///
/// ## Topics
/// - ``remove()``
/// - ``removeAndWait(atMost:)``
/// - ``pause()``
/// - ``resume()``
/// - ``place``
public struct HookToken: Sendable {
    let ids: [UInt64]
    let registry: Registry
    /// The place in the source of the program that added the hooks, such as `App/Main.swift:12`.
    public let place: String

    /// Removes the hooks from calls that begin from now on. False if all were removed before.
    @discardableResult
    public func remove() -> Bool { registry.remove(ids) > 0 }

    /// Removes the hooks, and waits until no call has them any more, so that what they use may go.
    ///
    /// It waits for the outermost call, of any action, that each thread is in.
    ///
    /// - Parameter limit: the longest time to wait.
    /// - Returns: true if no call has them; false after the limit, or at once inside of a call on this thread, which
    ///   would wait for itself.
    @discardableResult
    public func removeAndWait(atMost limit: Duration = .seconds(10)) -> Bool {
        remove()
        guard let calls = CallsInside.now, !calls.includeOwn else { return false }
        let start = SystemClock.now
        while !calls.haveEnded {
            if SystemClock.now - start >= limit.nanoseconds { return false }
            CurrentThread.sleep(forNanoseconds: 100_000)
        }
        return true
    }

    /// Pauses the hooks for calls that begin from now on; they keep their places among the others. False if all are
    /// removed or paused already.
    @discardableResult
    public func pause() -> Bool { ids.count { registry.pause($0) } > 0 }

    /// Resumes the hooks for calls that begin from now on. False if all are removed or not paused.
    @discardableResult
    public func resume() -> Bool { ids.count { registry.resume($0) } > 0 }
}
