// SPDX-License-Identifier: Apache-2.0

/// The lifetime of a callback. After it the callback returns one value for the rest of the process.
package enum CallbackLifetime: String, CaseIterable, Sendable {
    /// Until the call that it was given to has returned.
    case call
    /// Until it was called once.
    case once
    /// Until a handle that the call returned, or else took, is released.
    case released
    /// As long as the process.
    case forever
}
