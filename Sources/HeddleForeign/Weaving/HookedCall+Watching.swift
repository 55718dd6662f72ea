// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

extension HookedCall {
    /// Runs a hook of a module in place of this one, and looks at what it writes. A failure of it is the call's.
    ///
    /// Memory that it has written over, and may not write, has its content again behind it.
    ///
    /// - Returns: the fields of its `heddle_call` that it wrote and may only read, in the order of the header.
    package func run(_ hook: Function) -> [String] {
        let frame = unsafe native.frame
        let (given, originals) = unsafe (frame.pointee.call, frame.pointee.call.copiedOriginals)
        let function = unsafe unsafeBitCast(hook.address, to: HookCode.Function.self)
        let failure = unsafe heddle_run_hook(
            function, UnsafeMutableRawPointer(frame).assumingMemoryBound(to: heddle_call.self))
        let left = unsafe frame.pointee.call
        let kept = unsafe frame.pointee.failure
        // The host's functions change the last five, and note it elsewhere too.
        let written = unsafe [
            ("size", left.size != given.size), ("action", left.action != given.action),
            ("arguments", left.arguments != given.arguments),
            ("originals", left.originals != given.originals || given.copiedOriginals != originals),
            ("result", left.result != given.result), ("position", left.position != frame.pointee.position),
            ("status", left.status != frame.pointee.status),
            ("saved_errno", left.saved_errno != frame.pointee.invocation.pointee.saved_errno),
            ("failure_code", left.failure_code != UnsafePointer(kept?.pointee.code)),
            ("failure_message", left.failure_message != UnsafePointer(kept?.pointee.message)),
        ]
        unsafe frame.pointee.call.size = given.size
        unsafe frame.pointee.call.action = given.action
        unsafe frame.pointee.call.arguments = given.arguments
        unsafe frame.pointee.call.originals = given.originals
        unsafe frame.pointee.call.result = given.result
        unsafe frame.pointee.call.saved_errno = frame.pointee.invocation.pointee.saved_errno
        unsafe frame.pointee.call.failure_code = UnsafePointer(kept?.pointee.code)
        unsafe frame.pointee.call.failure_message = UnsafePointer(kept?.pointee.message)
        unsafe heddle_show_state(frame)
        if let failure = unsafe failure { unsafe native.fail(failure) }
        return written.filter(\.1).map(\.0)
    }
}

extension heddle_call {
    /// The bytes of the arguments as the caller gave them.
    fileprivate var copiedOriginals: [[UInt8]] {
        let signature = unsafe action.pointee
        return unsafe (0..<signature.count).map { index in
            unsafe Array(
                UnsafeRawBufferPointer(start: originals[index], count: signature.parameters[index].size))
        }
    }
}
