// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// The entry in the frame of a call while a piece of a hook runs: its hook, for the guard, and its name, for the report
/// of a crash. The chains that have the piece keep it alive, and with them every call that may run it.
///
/// It takes the place of the number of the hook, so that naming the hook in a crash costs a call nothing.
@safe final class RunningPiece: @unchecked Sendable {
    let address: UnsafePointer<heddle_running>
    private let tolerance: FailureTolerance?

    /// - Parameters:
    ///   - words: the description of the piece that follows "in"; a signal handler may read it.
    ///   - tolerance: what becomes of its failures; nil if they fail the call.
    init(of hook: UInt64, words: String, tolerance: FailureTolerance?) {
        let memory = UnsafeMutablePointer<heddle_running>.allocate(capacity: 1)
        let policy = unsafe tolerance.map { unsafe UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        unsafe memory.initialize(
            to: heddle_running(hook: hook, words: UnsafePointer(strdup(words)), policy: policy))
        unsafe address = UnsafePointer(memory)
        self.tolerance = tolerance
    }

    deinit {
        unsafe free(UnsafeMutablePointer(mutating: address.pointee.words))
        unsafe address.deallocate()
    }
}
