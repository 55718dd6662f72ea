// SPDX-License-Identifier: Apache-2.0

/// A call that the engine runs.
///
/// The methods do not mutate, because a call is re-entered while one of its `instead` hooks runs. An implementation
/// refers to its state.
public protocol WovenCall {
    /// The code of a hook.
    associatedtype Code
    /// True if the call has failed by now.
    var hasFailed: Bool { get }
    /// Returns whether a step takes its turn. Otherwise it is skipped, as if its hook were not there.
    ///
    /// By the order law a hook does not meet itself: it takes no turn inside its own code on the same thread. A hook
    /// that takes part only in some calls takes either all of its turns in a call or none.
    func admits(_ step: Chain<Code>.Step) -> Bool
    /// Runs a `before` step.
    func before(_ step: Chain<Code>.Step)
    /// Runs an `instead` step. Its `proceed()` calls ``Engine/proceed(_:from:in:)`` with `next`.
    func instead(_ step: Chain<Code>.Step, next: Int)
    /// Runs the action itself.
    func action()
    /// Called after the body. The call fails if the body has set no result.
    func settle()
    /// Runs an `after` step.
    func after(_ step: Chain<Code>.Step)
    /// Runs several `before` steps at once, if the call has a faster way than one by one: from a step on, up to any
    /// number, and not beyond the first that fails the call. Returns their number. The default 0 leaves them to the
    /// engine.
    func beforeRow(from first: Int) -> Int
    /// The same for `after` steps. Each step but the first must follow its predecessor; see
    /// ``Chain/AfterStep/follows(_:)``.
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
/// The compiler specialises it for each kind of call, so that being generic costs nothing. It takes the parts of a
/// ``Chain`` as spans, so that a caller can store them where reading them counts no references.
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

    /// Runs the rest of the body: the next `instead` step, or the action if none is left.
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

    /// Returns the number of `before` steps that were entered.
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
