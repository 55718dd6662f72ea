// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// One thing that a C header declares, as ``DeclarationScope/readHeader(_:)`` found it.
package struct HeaderItem: Sendable {
    /// What it is.
    package enum Content: Sendable {
        /// Functions of a library, types, or both: a declaration can declare several names, and define types on the
        /// way.
        case declarations([Declaration])
        /// A function with a body, which no library need have.
        case inlineFunction(Signature)
        /// A variable.
        case variable(name: String)
        /// What Heddle does not understand or does not call, and why. The name is the declared one, where it can be
        /// told; the diagnostic points into the preprocessed text.
        case refused(name: String?, Diagnostic)
    }

    /// The file that declares it, as the preprocessor names it.
    package let file: String
    /// The line in that file, from 1.
    package let line: Int
    /// The comment that describes it, without the signs of a comment; nil where there is none.
    package let comment: String?
    /// What it is.
    package let content: Content

    /// Creates an item.
    package init(file: String, line: Int, comment: String?, content: Content) {
        self.file = file
        self.line = line
        self.comment = comment
        self.content = content
    }
}
