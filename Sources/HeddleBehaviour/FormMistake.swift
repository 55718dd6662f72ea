// SPDX-License-Identifier: Apache-2.0

/// The stable names of the mistakes that a behaviour file can have by form: the codes of its diagnostics.
package enum FormMistake: String, CaseIterable, Sendable {
    /// The text is neither of the two shapes of a behaviour.
    case shape = "behaviour.shape"
    /// The behaviour is of a version that is not known.
    case unknownVersion = "behaviour.unknown-version"
    /// A key that is not known where it stands.
    case unknownKey = "behaviour.unknown-key"
    /// A key that must be there is not.
    case missingKey = "behaviour.missing-key"
    /// A value of another kind than its place wants.
    case wrongType = "behaviour.wrong-type"
    /// A value of the right kind that its place cannot take.
    case badValue = "behaviour.bad-value"
    /// A call of a module that the file does not have, or one that names no action.
    case unknownModule = "behaviour.unknown-module"
    /// A name that must be unique is taken.
    case duplicateName = "behaviour.duplicate-name"
    /// A reference to a value that is not saved, or not yet.
    case unknownReference = "behaviour.unknown-reference"
    /// A case that another one needs and that does not exist.
    case unknownCase = "behaviour.unknown-case"
    /// Cases that need each other.
    case cyclicNeeds = "behaviour.cyclic-needs"
    /// A file that cannot be included where it is.
    case badInclude = "behaviour.bad-include"
    /// A path to a part of an outcome that does not exist.
    case unknownPath = "behaviour.unknown-path"
    /// Bytes that are not base64 or hexadecimal.
    case badBytes = "behaviour.bad-bytes"
    /// A pattern that is not a regular expression.
    case badPattern = "behaviour.bad-pattern"
    /// A hook without a position, or with a condition that does not fit its position.
    case badHook = "behaviour.bad-hook"
    /// An object that looks like operators but is taken as data.
    case mixedOperators = "behaviour.mixed-operators"
}
