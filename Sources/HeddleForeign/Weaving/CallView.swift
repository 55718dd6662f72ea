// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// A call as an aspect that only looks sees it.
///
/// It can be kept, but not used beyond the hook that got it, or on another thread: that ends the process with a message.
struct CallView: ObservedCall {
    private let call: NativeCall
    private let serial: UInt64

    init(native: NativeCall) {
        call = native
        unsafe serial = native.frame.pointee.serial
    }

    private var native: NativeCall {
        guard unsafe heddle_is_live(call.frame), unsafe call.frame.pointee.serial == serial else {
            fatalError("a hook used the view of a call that has ended, or that another thread makes")
        }
        return call
    }

    private var bound: Action { unsafe Unmanaged<Action>.fromOpaque(native.frame.pointee.action).takeUnretainedValue() }

    var action: ActionName { bound.name }
    var signature: Signature { bound.signature }
    var arguments: [Value] { native.arguments.given }
    var outcome: Outcome? { native.outcome }
    var savedErrno: Int32 { unsafe native.frame.pointee.call.saved_errno }

    func output(_ name: String) -> Value? {
        let arguments = native.arguments
        return signature.index(named: name).flatMap(arguments.decodedOutput)
    }
}
