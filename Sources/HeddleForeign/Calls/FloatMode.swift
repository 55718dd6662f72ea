// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier

/// The floating-point mode of the calling thread, and the exceptions that are raised. Native code may change rounding, and
/// how denormal numbers are taken; the change holds for the native code that runs next, and never for what Heddle computes
/// and compares. What Heddle computes raises nothing that native code sees.
package enum FloatMode {
    /// Runs `body` with the present mode as that of the host, unless one is known, and settles behind it.
    package static func keeping<Result>(_ body: () throws -> Result) rethrows -> Result {
        let former = heddle_note_host_floats()
        defer { heddle_forget_host_floats(former) }
        return try body()
    }

    /// Takes back the exceptions that were raised since native code has run.
    package static func prepare() { heddle_prepare_floats() }

    /// Keeps the mode that native code has left for what runs next, and goes back to that of the host.
    package static func settle() { heddle_settle_floats() }
}
