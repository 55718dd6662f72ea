// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// A call that native code makes of the host, by `heddle->call` or by a callback, with memory for its values.
///
/// A program without functions of its own in the place of `longjmp` does not see how native code leaves it, past every
/// frame of Swift: so nothing of it is counted by references, and the barrier releases it. It is valid until ``end()``,
/// on the thread that made it.
@safe struct EnteredCall {
    let shape: CallShape
    private let entry: UnsafeMutablePointer<heddle_entry>

    /// Begins a call with zeros for arguments and result.
    ///
    /// - Parameter noted: the running code, for the report of a crash; it must live for ever.
    init(_ shape: CallShape, noted: UnsafePointer<CChar>?) {
        self.shape = shape
        let pointerBytes = unsafe shape.parameters.count * MemoryLayout<UnsafeMutableRawPointer?>.stride
        let size = CallShape.slotSize(for: shape.result.size) + shape.slotBytes + pointerBytes
        unsafe entry = heddle_begin_entry(size, shape.alignment, noted, noteLeft)
        let pointers = unsafe pointers
        for index in shape.parameters.indices { unsafe pointers[index] = unsafe slot(index) }
    }

    /// The `longjmp` that left the action; nil where none did. Behind ``end()`` it goes on by `heddle_go_on`, as the
    /// last that is done, or is dropped if hooks have recovered the call.
    func takeJump() -> OpaquePointer? { unsafe heddle_take_jump(entry) }

    /// Ends the call and releases its memory.
    func end() { unsafe heddle_end_entry(entry) }

    /// The place of the result.
    var result: UnsafeMutableRawPointer { unsafe entry.pointee.values.unsafelyUnwrapped }

    /// The place of an argument's value.
    func slot(_ index: Int) -> UnsafeMutableRawPointer { unsafe slots + shape.slots[index] }

    /// Points to each slot.
    var pointers: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        unsafe (slots + shape.slotBytes).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    private var slots: UnsafeMutableRawPointer { unsafe result + CallShape.slotSize(for: shape.result.size) }

    var arguments: ArgumentList {
        unsafe ArgumentList(shape: shape, pointers: UnsafePointer(pointers), result: nil, memory: nil)
    }

    /// The call of an action with these values.
    func invocation(of action: Action) -> UnsafeMutablePointer<heddle_invocation> {
        let invocation: UnsafeMutablePointer<heddle_invocation> = unsafe heddle_entry_invocation(entry)
        unsafe invocation.initialize(
            to: heddle_invocation(action.shape, action.function, UnsafePointer(pointers), result: result))
        return unsafe invocation
    }
}

private func noteLeft(_ action: UnsafeRawPointer) {
    unsafe Unmanaged<Action>.fromOpaque(action)._withUnsafeGuaranteedRef { $0.noteLeft() }
}
