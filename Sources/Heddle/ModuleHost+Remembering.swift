// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics
public import HeddleForeign
internal import HeddleSystem
internal import Synchronization

/// The last calls of some actions, for hooks that come later.
///
/// ```swift
/// let opened = try host.remember("shop.open*", atMost: 100)
/// …
/// opened.follow { call in print("open:", call.arguments) }    // those of the past, then those to come
/// ```
///
/// ## Topics
/// - ``calls``
/// - ``follow(_:)``
/// - ``stop()``
public final class RememberedCalls: Sendable {
    private struct State {
        var calls: [EndedCall] = []
        /// The number of the oldest calls at the front of ``calls`` that are forgotten.
        var forgotten = 0
        var followers: [@Sendable (EndedCall) -> Void] = []
    }

    private let state = Mutex(State())
    /// Held while followers see calls, so that each sees them in one order.
    private let showing = Mutex<Void>(())
    /// The thread on which they do; 0 while none does.
    private let shower = Atomic<UInt64>(0)
    private let token = Mutex<HookToken?>(nil)
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// The calls that it remembers, in the order in which they ended.
    public var calls: [EndedCall] { state.withLock { Array($0.calls.dropFirst($0.forgotten)) } }

    /// Shows the remembered calls to a closure, and then each later call, none of them twice and none left out.
    ///
    /// The remembered calls are shown on this thread before it returns, the later ones on the thread of the memory,
    /// which waits meanwhile. A closure may follow with another one.
    public func follow(_ body: @escaping @Sendable (EndedCall) -> Void) {
        show {
            calls.forEach(body)
            state.withLock { $0.followers.append(body) }
        }
    }

    /// Stops remembering. The calls so far stay. False if it was stopped before.
    @discardableResult
    public func stop() -> Bool { token.withLock { $0?.remove() } ?? false }

    func begin(_ token: HookToken) { self.token.withLock { $0 = token } }

    func add(_ call: EndedCall) {
        show {
            let followers = state.withLock { state in
                state.calls.append(call)
                if state.calls.count - state.forgotten > limit { state.forgotten += 1 }
                if state.forgotten > limit {
                    state.calls.removeFirst(state.forgotten)
                    state.forgotten = 0
                }
                return state.followers
            }
            for follower in followers { follower(call) }
        }
    }

    /// Runs a closure that shows calls to followers. Inside of a follower it runs at once.
    private func show(_ body: () -> Void) {
        let thread = CurrentThread.number
        if shower.load(ordering: .relaxed) == thread { return body() }
        showing.withLock { _ in
            shower.store(thread, ordering: .relaxed)
            body()
            shower.store(0, ordering: .relaxed)
        }
    }
}

extension ModuleHost {
    /// Remembers the calls of the actions that a pattern matches, for hooks that come later.
    ///
    /// It is a background hook, outside of all others: no call waits for it. ``finishBackground()`` waits until it has
    /// seen all calls.
    ///
    /// - Parameters:
    ///   - pattern: such as `shop.open*`.
    ///   - limit: the number of calls that it keeps; older ones are forgotten.
    /// - Throws: all that is wrong with the pattern.
    public func remember(
        _ pattern: String, atMost limit: Int = 1000, file: String = #fileID, line: Int = #line
    ) throws(Diagnostics) -> RememberedCalls {
        let memory = RememberedCalls(limit: max(1, limit))
        memory.begin(
            try hook(
                CallHook(on: pattern, file: file, line: line).ordered(-.infinity).inBackground { memory.add($0) }))
        return memory
    }
}
