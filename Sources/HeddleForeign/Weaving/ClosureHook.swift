// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations

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
