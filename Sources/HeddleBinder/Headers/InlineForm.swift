// SPDX-License-Identifier: Apache-2.0

/// The way in which a library of inline functions gets one of them.
enum InlineForm: Sendable {
    /// A function of another name calls the static one. The linker gives it the right name.
    case wrapped
    /// The same around a macro.
    case macro
    /// The function is not static, and C compiles it where it is declared again.
    case declaredAgain
}
