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
        let owner = ClosureHook(body)
        let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        return unsafe HookPiece(
            code: HookCode(function: runClosureHook, context: context, isForeign: false), owner: owner, label: label)
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
        let owner = ObserverHook(body)
        let context = unsafe UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        return unsafe HookPiece(
            code: HookCode(function: runObserverHook, context: context, isForeign: false), owner: owner, label: label)
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
}

private func runClosureHook(_ call: UnsafeMutablePointer<heddle_call>?) {
    guard let native = unsafe NativeCall(call) else { return }
    guard let context = unsafe native.frame.pointee.context else { return }
    unsafe Unmanaged<ClosureHook>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.body(HookedCall(native)) }
}

private func runObserverHook(_ call: UnsafeMutablePointer<heddle_call>?) {
    guard let native = unsafe NativeCall(call), let context = unsafe native.frame.pointee.context else { return }
    let state = unsafe UInt64(UInt(bitPattern: native.frame.pointee.call.state))
    let next = unsafe Unmanaged<ObserverHook>.fromOpaque(context)
        ._withUnsafeGuaranteedRef { $0.body(CallView(native: native), state) }
    unsafe native.frame.pointee.call.state = UnsafeMutableRawPointer(bitPattern: UInt(next))
}

extension NativeCall {
    /// The call behind what a hook gets; a frame begins with it.
    init?(_ call: UnsafeMutablePointer<heddle_call>?) {
        guard let call = unsafe call else { return nil }
        unsafe self.init(frame: UnsafeMutableRawPointer(call).assumingMemoryBound(to: heddle_frame.self))
    }
}

/// A call as an aspect that only looks sees it.
struct CallView: ObservedCall {
    let native: NativeCall

    private var bound: Action { unsafe Unmanaged<Action>.fromOpaque(native.frame.pointee.action).takeUnretainedValue() }

    var action: ActionName { bound.name }
    var signature: Signature { bound.signature }
    var arguments: [Value] { native.arguments.given }
    var outcome: Outcome? { native.outcome }
    var savedErrno: Int32 { unsafe native.frame.pointee.call.saved_errno }
}
