// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
package import HeddleWeave

extension HookPiece {
    /// A hook written in Swift.
    ///
    /// - Parameter body: runs on the thread that makes the call; see ``HookedCall``.
    package static func closure(
        label: String = "closure", _ body: @escaping @Sendable (borrowing HookedCall) -> Void
    ) -> HookPiece {
        HookPiece(ClosureHook(body), label: label) { call in
            unsafe NativeCall.run(call, for: ClosureHook.self) { $0.body(HookedCall($1)) }
        }
    }

    /// The same for a body that may throw. The error is the call's failure.
    package static func throwing(
        label: String = "closure", _ body: @escaping @Sendable (borrowing HookedCall) throws -> Void
    ) -> HookPiece {
        .closure(label: label) { call in
            do { try body(call) } catch { call.fail(Failure(thrown: error)) }
        }
    }

    /// The two sides of a hook, with a value between them that lives as long as the call.
    ///
    /// Both pieces must have the same ``state``. `after` does not run where `before` has thrown.
    ///
    /// - Parameter condition: the calls that `after` runs for. After others the value is released.
    package static func sides<State>(
        label: String = "closure", when condition: AfterCondition = .always,
        before: @escaping @Sendable (borrowing HookedCall) throws -> State,
        after: @escaping @Sendable (borrowing HookedCall, State) throws -> Void
    ) -> (before: HookPiece, after: HookPiece) {
        var end = HookPiece.throwing(label: label) { call in
            guard let state = call.takeKept(as: State.self), condition.holds(hasFailed: call.native.hasFailed) else {
                return
            }
            try after(call, state)
        }
        end.isUnconditional = true
        return (.throwing(label: label) { call in call.keep(try before(call)) }, end)
    }

    /// An observer around the rest of the body, which it lets proceed exactly once.
    ///
    /// - Parameters:
    ///   - entered: looks before; what it returns goes to `left`.
    ///   - left: looks after.
    package static func observer(
        label: String, entered: @escaping @Sendable (any ObservedCall) -> UInt64,
        left: @escaping @Sendable (any ObservedCall, UInt64) -> Void
    ) -> HookPiece {
        .closure(label: label) { call in
            let view = call.view
            let state = entered(view)
            call.proceed()
            left(view, state)
        }
    }

    /// An observer's side of a hook, which sees the call and cannot change it.
    ///
    /// - Parameter body: gets the hook's state in this call and returns its next one.
    package static func observer(
        label: String, _ body: @escaping @Sendable (any ObservedCall, UInt64) -> UInt64
    ) -> HookPiece {
        HookPiece(ObserverHook(body), label: label) { call in
            unsafe NativeCall.run(call, for: ObserverHook.self) { $0.look(at: $1) }
        }
    }
}

extension HookedCall {
    /// Keeps a value for a later piece of the hook in this call.
    fileprivate func keep<State>(_ state: State) {
        unsafe native.frame.pointee.call.state = Unmanaged.passRetained(Kept(state)).toOpaque()
    }

    /// Takes the value that an earlier piece has kept; nil if there is none.
    fileprivate func takeKept<State>(as type: State.Type) -> State? {
        guard let kept = unsafe native.frame.pointee.call.state else { return nil }
        unsafe native.frame.pointee.call.state = nil
        return unsafe Unmanaged<Kept<State>>.fromOpaque(kept).takeRetainedValue().state
    }
}

private final class Kept<State> {
    let state: State

    init(_ state: State) {
        self.state = state
    }
}

extension Failure {
    /// The failure that a thrown error stands for: itself if it is one.
    package init(thrown error: any Error) {
        self = error as? Failure ?? Failure(.thrown, "\(error)")
    }
}

private final class ClosureHook: Sendable {
    let body: @Sendable (borrowing HookedCall) -> Void

    init(_ body: @escaping @Sendable (borrowing HookedCall) -> Void) {
        self.body = body
    }
}

private final class ObserverHook: Sendable {
    let body: @Sendable (any ObservedCall, UInt64) -> UInt64

    init(_ body: @escaping @Sendable (any ObservedCall, UInt64) -> UInt64) {
        self.body = body
    }

    @inline(__always)
    func look(at call: NativeCall) {
        let state = unsafe UInt64(UInt(bitPattern: call.frame.pointee.call.state))
        let next = body(CallView(native: call), state)
        unsafe call.frame.pointee.call.state = UnsafeMutableRawPointer(bitPattern: UInt(next))
    }
}
