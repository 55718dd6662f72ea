// SPDX-License-Identifier: Apache-2.0

/// A type or annotation that Heddle cannot pass rightly; found when the action is bound, never at the call.
package struct Unsupported: Error, Hashable, Sendable {
    /// The parameter at fault, or nil for the result or the whole function.
    package let parameter: Int?
    /// The type, and the form to write instead.
    package let message: String
    /// The way to call it all the same; nil where there is none.
    package var suggestion: String?
}
