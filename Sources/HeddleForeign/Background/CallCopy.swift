// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations

/// The parts of a call that a C function reads.
struct CallExtent: Hashable {
    /// The number of the parameters, the first ones.
    var parameters: Int
    var hasResult: Bool

    /// The parts of a call that the functions of a hook read together.
    func joined(with other: CallExtent) -> CallExtent {
        CallExtent(parameters: max(parameters, other.parameters), hasResult: hasResult || other.hasResult)
    }
}

/// A call that has ended, copied with all that its arguments and its result point to, for functions of C that look at
/// it later.
@safe final class CallCopy: @unchecked Sendable {
    private let shape: CallShape
    private let memory = CopyMemory()
    private let arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private let originals: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private let result: UnsafeMutableRawPointer
    private let status: Int32
    private let savedErrno: Int32
    private let failure: Failure?

    /// Copies a call.
    ///
    /// - Parameter extent: the parts that are copied with everything that they point to. The others must not be read.
    init(_ call: NativeCall, _ extent: CallExtent) {
        shape = call.arguments.shape
        unsafe status = call.frame.pointee.status
        unsafe savedErrno = call.frame.pointee.call.saved_errno
        failure = unsafe call.frame.pointee.failure.map { unsafe Failure(copying: $0) }
        let hasReturned = failure == nil
        let copier = CallCopier(list: call.arguments, memory: memory, hasReturned: hasReturned)
        unsafe arguments = copier.copyArguments(extent.parameters)
        unsafe originals =
            call.isRewritten
            ? CallCopier(list: call.originals, memory: memory, hasReturned: hasReturned)
                .copyArguments(extent.parameters) : arguments
        unsafe result = copier.copyResult(isDeep: extent.hasResult && hasReturned)
    }

    /// Hands the call over as hooks of C get it. What they write into it is lost.
    func withCall<Result>(_ body: (NativeCall) -> Result) -> Result {
        var invocation = unsafe heddle_invocation(
            shape: shape.native, function: nil, arguments: UnsafePointer(arguments), result: result,
            saved_errno: savedErrno, arena: nil, memory: nil)
        return unsafe withUnsafeMutablePointer(to: &invocation) { invocation in
            var frame = unsafe frame(of: invocation)
            defer {
                unsafe heddle_arena_release(invocation)
                unsafe heddle_failure_destroy(frame.failure)
            }
            return unsafe withUnsafeMutablePointer(to: &frame) { frame in
                let thread = unsafe heddle_current_thread()
                unsafe thread.pointee.copy = UnsafePointer(frame)
                defer { unsafe thread.pointee.copy = nil }
                return body(unsafe NativeCall(frame: frame))
            }
        }
    }

    private func frame(of invocation: UnsafeMutablePointer<heddle_invocation>) -> heddle_frame {
        let failure = unsafe failure.map { unsafe $0.native() }
        // A copy has neither chain nor action, and nothing asks for them once a call is over.
        let nothing = UnsafeRawPointer(invocation)
        return unsafe heddle_frame(
            call: heddle_call(
                size: MemoryLayout<heddle_call>.size, action: shape.native.pointee.info, arguments: arguments,
                originals: UnsafeRawPointer(originals).assumingMemoryBound(to: UnsafeRawPointer?.self),
                result: shape.result.size == 0 ? nil : result, state: nil, position: Position.after, status: status,
                saved_errno: savedErrno, reserved: 0, failure_code: UnsafePointer(failure?.pointee.code),
                failure_message: UnsafePointer(failure?.pointee.message)),
            position: Position.after, status: status, outer: nil, is_inside_hook: false, running: nil, context: nil,
            next: 0, states: nil, chain: nothing,
            action: nothing,
            originals: UnsafePointer(originals), invocation: invocation, failure: failure, number: 0, serial: 0,
            last_instead: nil)
    }
}

/// Memory that lives as long as a copy.
@safe final class CopyMemory: @unchecked Sendable {
    private var blocks: [UnsafeMutableRawPointer]

    init() {
        unsafe blocks = []
    }

    deinit {
        unsafe blocks.forEach { unsafe $0.deallocate() }
    }

    /// So many zeros.
    func allocate(_ size: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let block = UnsafeMutableRawPointer.allocate(byteCount: max(1, size), alignment: alignment)
        unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe blocks.append(block)
        return unsafe block
    }
}
