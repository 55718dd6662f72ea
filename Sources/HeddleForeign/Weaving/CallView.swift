// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// A call as an aspect that only looks sees it.
struct CallView: ObservedCall {
    let native: NativeCall

    private var bound: Action { unsafe Unmanaged<Action>.fromOpaque(native.frame.pointee.action).takeUnretainedValue() }

    var action: ActionName { bound.name }
    var signature: Signature { bound.signature }
    var arguments: [Value] { native.arguments.given }
    var outcome: Outcome? { native.outcome }
    var savedErrno: Int32 { unsafe native.frame.pointee.call.saved_errno }

    func output(_ name: String) -> Value? {
        let arguments = native.arguments
        return signature.parameters.firstIndex { $0.name == name }.flatMap(arguments.decodedOutput)
    }
}
