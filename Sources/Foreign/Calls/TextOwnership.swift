// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// Who owns the text that a call returns: the module, its caller (`_Free_`), or the call itself, where a hook has
/// answered with it.
extension Action {
    /// Gives a text that is the caller's back to the module, once nobody needs it.
    func releaseResult(of invocation: UnsafeMutablePointer<heddle_invocation>) {
        typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
        guard let release, let text = unsafe resultText(of: invocation) else { return }
        unsafe invocation.pointee.result?.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
        if unsafe heddle_arena_owns(invocation, text) { return }
        unsafe unsafeBitCast(release.address, to: Release.self)(text)
    }

    /// Makes a text that would end with the call outlive it, for a module that gets it as a result.
    func keepResult(of invocation: UnsafeMutablePointer<heddle_invocation>) {
        guard let text = unsafe resultText(of: invocation), unsafe heddle_arena_owns(invocation, text) else { return }
        let start = unsafe text.assumingMemoryBound(to: CChar.self)
        // The module will release what is its own: functions that do so come down to free.
        let copy = unsafe release == nil ? lasting(String(cString: start)) : UnsafePointer(strdup(start))
        unsafe invocation.pointee.result?.storeBytes(of: copy, as: UnsafePointer<CChar>?.self)
    }

    private func resultText(of invocation: UnsafeMutablePointer<heddle_invocation>) -> UnsafeMutableRawPointer? {
        guard shape.result == .text else { return nil }
        return unsafe invocation.pointee.result?.load(as: UnsafeMutableRawPointer?.self)
    }
}
