// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleWeave

/// One run of a chain: a frame on the stack, with copies of the arguments so that the originals stay readable.
@safe struct WovenRun {
    let invocation: UnsafeMutablePointer<heddle_invocation>
    let thread: UnsafeMutablePointer<heddle_thread>
    /// The action.
    let owner: UnsafeRawPointer
    let chain: UnsafeRawPointer

    /// The failure of the call, which the caller owns, and the number of the call.
    typealias End = (failure: UnsafeMutablePointer<heddle_failure>?, number: UInt64)

    private var woven: Unmanaged<WovenChain> { unsafe Unmanaged.fromOpaque(chain) }

    private var layout: FrameLayout {
        unsafe FrameLayout(
            shape: invocation.pointee.shape, states: woven._withUnsafeGuaranteedRef { $0.states })
    }

    /// The bytes between the start of its memory and the frame. Calls that follow each other have their frames at
    /// different addresses, so that a `heddle_call *` that a hook of C has kept is not that of a later call.
    private var displacement: Int {
        @inline(__always) get {
            unsafe (Int(truncatingIfNeeded: thread.pointee.calls) & (FrameLayout.displacements &- 1))
                &* FrameLayout.alignment
        }
    }

    /// Runs the call; most frames fit into memory of constant size, which costs nothing.
    @inline(__always)
    func callAsFunction() -> End {
        if heddle_is_in_entry() { return unsafe runInEntry() }
        guard layout.size <= FrameLayout.usualSize else { return unsafe runInLargeFrame() }
        return unsafe withUnsafeTemporaryAllocation(
            byteCount: FrameLayout.usualSize + FrameLayout.largestDisplacement, alignment: FrameLayout.alignment
        ) { unsafe run(in: $0.baseAddress.unsafelyUnwrapped + displacement) }
    }

    /// Native code may leave this call by `longjmp`: the frame stands where it is found then.
    @inline(never)
    private func runInEntry() -> End {
        let memory = unsafe heddle_allocate_frame(layout.size, displacement)
        defer { heddle_free_frame() }
        return unsafe run(in: memory)
    }

    @inline(never)
    private func runInLargeFrame() -> End {
        unsafe withUnsafeTemporaryAllocation(
            byteCount: layout.size + FrameLayout.largestDisplacement, alignment: FrameLayout.alignment
        ) { unsafe run(in: $0.baseAddress.unsafelyUnwrapped + displacement) }
    }

    @inline(__always)
    private func run(in memory: UnsafeMutableRawPointer) -> End {
        let frame = unsafe layout.makeFrame(in: memory, invocation, owner: owner, chain: chain)
        unsafe heddle_push(thread, frame)
        unsafe woven._withUnsafeGuaranteedRef { $0.run(around: unsafe NativeCall(frame: frame)) }
        unsafe heddle_pop(thread, frame)
        unsafe invocation.pointee.arguments = frame.pointee.originals
        return unsafe (frame.pointee.failure, frame.pointee.number)
    }
}
