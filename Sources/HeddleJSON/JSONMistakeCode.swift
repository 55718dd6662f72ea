// SPDX-License-Identifier: Apache-2.0

/// The stable names of the mistakes that a JSON text can have: the codes of its diagnostics.
package enum JSONMistakeCode: String, CaseIterable, Sendable {
    /// The text is not JSON.
    case syntax = "json.syntax"
    /// The text is not UTF-8, or begins with a byte order mark.
    case encoding = "json.encoding"
    /// A name stands twice in one object.
    case duplicateKey = "json.duplicate-key"
    /// Arrays and objects are nested too deep.
    case tooDeep = "json.too-deep"
    /// The text is too large.
    case tooLarge = "json.too-large"
}
