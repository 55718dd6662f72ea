// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// The stack memory of a woven call: its frame, working copies of the arguments, pointers to them, and each
/// hook's state.
@safe struct FrameLayout {
    let shape: UnsafePointer<heddle_shape>
    let states: Int

    static let alignment = 16
    /// Room for calls of a dozen arguments.
    static let usualSize = 512
    /// The number of addresses, each ``alignment`` from the next, that frames of one place on the stack begin at in
    /// turn; a power of 2.
    static let displacements = 32
    static let largestDisplacement = (displacements - 1) * alignment
    private static let frame = unsafe (MemoryLayout<heddle_frame>.size + 15) & ~15
    private static let word = MemoryLayout<UInt>.size

    /// Both counts are of things that stand in memory, so that nothing here can overflow.
    @inline(__always)
    var size: Int { Self.frame &+ slotBytes &+ (arguments &+ states) &* Self.word }

    @inline(__always)
    private var arguments: Int { unsafe Int(shape.pointee.arguments) }

    @inline(__always)
    private var slotBytes: Int { unsafe Int(shape.pointee.slot_bytes) }

    /// Makes a frame whose arguments are copies of the invocation's, and makes the invocation use the copies.
    @inline(__always)
    func makeFrame(
        in start: UnsafeMutableRawPointer, _ invocation: UnsafeMutablePointer<heddle_invocation>,
        owner: UnsafeRawPointer, chain: UnsafeRawPointer
    ) -> UnsafeMutablePointer<heddle_frame> {
        let frame = unsafe start.assumingMemoryBound(to: heddle_frame.self)
        let slots = unsafe start + Self.frame
        let pointers = unsafe copyArguments(of: invocation, to: slots)
        let states = unsafe pointers + arguments
        let result = unsafe shape.pointee.placement.result_size == 0 ? nil : invocation.pointee.result
        unsafe frame.initialize(
            to: heddle_frame(
                call: heddle_call(
                    size: MemoryLayout<heddle_call>.size, action: shape.pointee.info, arguments: pointers,
                    originals: UnsafeRawPointer(invocation.pointee.arguments)
                        .assumingMemoryBound(to: UnsafeRawPointer?.self),
                    result: result, state: nil,
                    position: 0, status: Status.pending, saved_errno: 0, reserved: 0, failure_code: nil,
                    failure_message: nil),
                position: 0, status: Status.pending, outer: nil, is_inside_hook: false, running: nil, context: nil,
                next: 0, states: states, chain: chain,
                action: owner,
                originals: invocation.pointee.arguments, invocation: invocation, failure: nil, number: 0, serial: 0,
                last_instead: nil))
        unsafe invocation.pointee.arguments = UnsafePointer(pointers)
        unsafe invocation.pointee.saved_errno = 0
        // A hook that answers without a result answers 0, not what the call before returned.
        if let result = unsafe result { unsafe clear(result) }
        return unsafe frame
    }

    /// Slots are multiples of 16 bytes, and few results are longer than one: the loop is for those alone, since it
    /// becomes a call of `memset`.
    @inline(__always)
    private func clear(_ result: UnsafeMutableRawPointer) {
        let end = unsafe Int(shape.pointee.result_bytes)
        unsafe result.storeBytes(of: .zero, as: SIMD2<UInt64>.self)
        var offset = 16
        while offset < end {
            unsafe result.storeBytes(of: .zero, toByteOffset: offset, as: SIMD2<UInt64>.self)
            offset &+= 16
        }
    }

    /// Slots stand one behind the other, here and there: all are copied at once, and pointers keep their distances.
    @inline(__always)
    private func copyArguments(
        of invocation: UnsafeMutablePointer<heddle_invocation>, to slots: UnsafeMutableRawPointer
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        let pointers = unsafe (slots + slotBytes).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
        guard arguments > 0 else { return unsafe pointers }
        unsafe heddle_copy_arguments(invocation, slots, pointers)
        return unsafe pointers
    }
}
