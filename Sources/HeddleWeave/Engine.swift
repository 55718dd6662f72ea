// SPDX-License-Identifier: Apache-2.0

/// One call, as the engine drives it.
///
/// The methods do not mutate: a call is re-entered while one of its `instead` hooks runs, so an implementation refers
/// to its state rather than being it.
public protocol WovenCall {
    /// How a hook is run.
    associatedtype Code
    /// True if the call has failed by now.
    var hasFailed: Bool { get }
    /// Returns whether a step takes its turn; one that does not is passed over, as if its hook were not there.
    ///
    /// The law asks that a hook does not meet itself: none takes its turn inside of its own code on the same thread.
    /// One that takes part in some calls only takes all of its turns in a call, or none.
    func admits(_ step: Chain<Code>.Step) -> Bool
    /// Runs a step that stands before the body.
    func before(_ step: Chain<Code>.Step)
    /// Runs an `instead` step. Its `proceed()` calls ``Engine/proceed(_:from:in:)`` with `next`.
    func instead(_ step: Chain<Code>.Step, next: Int)
    /// Runs the action itself.
    func action()
    /// Called when the body is over: one that has set no result has failed.
    func settle()
    /// Runs a step that stands after the body.
    func after(_ step: Chain<Code>.Step)
    /// Runs steps that stand before the body in one go, where the call knows a faster way than one by one: from one of
    /// them on as many as it likes, up to the first that fails the call. Returns how many; 0 where it leaves them to
    /// the engine, which is the default.
    func beforeRow(from first: Int) -> Int
    /// The same for steps that stand after the body, where each but the first is one that
    /// ``Chain/AfterStep/follows(_:)`` the one ahead of it.
    func afterRow(from first: Int) -> Int
}

extension WovenCall {
    /// Leaves the steps to the engine.
    @inlinable @inline(__always)
    public func beforeRow(from first: Int) -> Int { 0 }

    /// Leaves the steps to the engine.
    @inlinable @inline(__always)
    public func afterRow(from first: Int) -> Int { 0 }
}

/// The order law.
///
/// Specialised where it is used, so that its generality costs nothing at the call. It takes the parts of a ``Chain``
/// as spans, so that a caller may keep them where reading them counts no references.
public enum Engine {
    /// Runs one call through its chain.
    ///
    /// 1. `before` steps, outermost first, until one fails the call.
    /// 2. The body, unless the call has failed.
    /// 3. `after` steps, innermost first, always; one that belongs to a hook with a `before` only if that was entered.
    @inlinable @inline(__always)
    public static func run<Call: WovenCall>(
        _ befores: Span<Chain<Call.Code>.Step>, _ insteads: Span<Chain<Call.Code>.Step>,
        _ afters: Span<Chain<Call.Code>.AfterStep>, around call: Call
    ) {
        let entered = enter(befores, call)
        if !call.hasFailed {
            proceed(insteads, from: 0, in: call)
            call.settle()
        }
        leave(afters, call, entered: entered)
    }

    /// Runs the rest of the body: the next `instead` step, or the action where none is left.
    @inlinable @inline(__always)
    public static func proceed<Call: WovenCall>(
        _ insteads: Span<Chain<Call.Code>.Step>, from next: Int, in call: Call
    ) {
        var next = next
        while next < insteads.count {
            next &+= 1
            if call.admits(insteads[next &- 1]) { return call.instead(insteads[next &- 1], next: next) }
        }
        call.action()
    }

    /// Returns how many `before` steps were entered.
    @inlinable @inline(__always)
    static func enter<Call: WovenCall>(_ befores: Span<Chain<Call.Code>.Step>, _ call: Call) -> Int {
        var entered = 0
        while entered < befores.count, !call.hasFailed {
            let row = call.beforeRow(from: entered)
            if row > 0 {
                entered &+= row
            } else {
                entered &+= 1
                if call.admits(befores[entered &- 1]) { call.before(befores[entered &- 1]) }
            }
        }
        return entered
    }

    @inlinable @inline(__always)
    static func leave<Call: WovenCall>(_ afters: Span<Chain<Call.Code>.AfterStep>, _ call: Call, entered: Int) {
        var next = 0
        while next < afters.count {
            let current = next
            next &+= 1
            guard afters[current].isDue(entered: entered, hasFailed: call.hasFailed) else { continue }
            let row = call.afterRow(from: current)
            if row > 0 {
                next = current &+ row
            } else if call.admits(afters[current].step) {
                call.after(afters[current].step)
            }
        }
    }
}
