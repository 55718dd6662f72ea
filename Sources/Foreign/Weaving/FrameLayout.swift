// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// What a woven call needs on the stack: its frame, working copies of the arguments, pointers to them, and each
/// hook's state.
@safe struct FrameLayout {
    let arguments: Int
    let states: Int

    static let alignment = CallMemory.slotSize
    private static let frame = unsafe (MemoryLayout<heddle_frame>.size + 15) & ~15
    private static let word = MemoryLayout<UInt>.size

    /// Both counts are of things that stand in memory, so that nothing here can overflow.
    @inline(__always)
    var size: Int { Self.frame &+ arguments &* (CallMemory.slotSize &+ Self.word) &+ states &* Self.word }

    /// Makes a frame whose arguments are copies of the invocation's, and makes the invocation use the copies.
    @inline(__always)
    func makeFrame(
        in memory: UnsafeMutableRawBufferPointer, _ invocation: UnsafeMutablePointer<heddle_invocation>,
        _ action: UnsafePointer<heddle_signature>, owner: UnsafeRawPointer, chain: UnsafeRawPointer
    ) -> UnsafeMutablePointer<heddle_frame> {
        let start = unsafe memory.baseAddress.unsafelyUnwrapped
        let frame = unsafe start.assumingMemoryBound(to: heddle_frame.self)
        let slots = unsafe start + Self.frame
        let pointers = unsafe copyArguments(of: invocation, to: slots)
        let states = unsafe pointers + arguments
        unsafe frame.initialize(
            to: heddle_frame(
                call: heddle_call(
                    size: MemoryLayout<heddle_call>.size, action: action, arguments: pointers,
                    originals: UnsafeRawPointer(invocation.pointee.arguments)
                        .assumingMemoryBound(to: UnsafeRawPointer?.self),
                    result: action.pointee.result.size == 0 ? nil : invocation.pointee.result, state: nil,
                    position: 0, status: Status.pending, saved_errno: 0, reserved: 0, failure_code: nil,
                    failure_message: nil),
                outer: nil, running_hook: 0, context: nil, next: 0, states: states, chain: chain, action: owner,
                originals: invocation.pointee.arguments, invocation: invocation, failure: nil))
        unsafe invocation.pointee.arguments = UnsafePointer(pointers)
        unsafe invocation.pointee.saved_errno = 0
        // A hook that answers without a result answers 0, not what the call before returned.
        unsafe invocation.pointee.result?.storeBytes(of: .zero, as: SIMD2<UInt64>.self)
        return unsafe frame
    }

    @inline(__always)
    private func copyArguments(
        of invocation: UnsafeMutablePointer<heddle_invocation>, to slots: UnsafeMutableRawPointer
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        let pointers = unsafe (slots + arguments &* CallMemory.slotSize)
            .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
        let originals = unsafe invocation.pointee.arguments.unsafelyUnwrapped
        var slot = unsafe slots
        var index = 0
        while index < arguments {
            let original = unsafe originals[index].unsafelyUnwrapped
            unsafe slot.storeBytes(of: original.load(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
            unsafe pointers[index] = slot
            unsafe slot += CallMemory.slotSize
            index &+= 1
        }
        return unsafe pointers
    }
}
