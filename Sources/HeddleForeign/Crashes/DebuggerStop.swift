// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// Stops a debugger where a step is about to call native code.
package enum DebuggerStop {
    /// From here on a debugger waits for a step, by its number; nil for none.
    package static func wait(for step: Int?) { heddle_await_step(Int32(step ?? -1)) }

    /// Says that a step is about to call an action.
    @inline(__always)
    package static func pass(_ step: Int, _ action: Action) {
        if heddle_is_awaited(Int32(truncatingIfNeeded: step)) { stop(action) }
    }

    @inline(never)
    private static func stop(_ action: Action) { unsafe heddle_stop_at_step(action.code) }
}
