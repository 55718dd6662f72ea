// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// The woven calls that one runs inside of on its thread, innermost first.
@safe struct OuterCalls: Sequence, IteratorProtocol {
    private var call: UnsafeMutablePointer<heddle_frame>?

    init(of native: NativeCall) {
        unsafe call = native.frame.pointee.outer
    }

    mutating func next() -> NativeCall? {
        guard let next = unsafe call else { return nil }
        unsafe call = next.pointee.outer
        return unsafe NativeCall(frame: next)
    }
}

extension NativeCall {
    /// The number of woven calls that this one runs inside of.
    var depth: Int { OuterCalls(of: self).reduce(0) { count, _ in count + 1 } }

    /// The actions of these calls.
    var callers: [ActionName] { OuterCalls(of: self).map(\.actionName) }

    /// The called action.
    var actionName: ActionName {
        unsafe Unmanaged<Action>.fromOpaque(frame.pointee.action)._withUnsafeGuaranteedRef { $0.name }
    }
}
