// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// The annotations that a behaviour adds to a function that is declared elsewhere, as in bindings.
package struct FunctionAnnotations: Sendable {
    /// The annotations of a parameter, or of the function.
    package struct Part: Sendable {
        /// The name of the parameter, `$1` for the first one, or `return` for the result and the function.
        package let name: Located<String>
        /// The words as a declaration has them, such as `_In_reads_(count)`.
        package let words: Located<String>

        /// Creates the annotations of a part.
        package init(name: Located<String>, words: Located<String>) {
            (self.name, self.words) = (name, words)
        }
    }

    /// The symbol; or the name of what is annotated in its place: a typedef of a function, or a structure such as
    /// `struct iovec`, whose parts are its members.
    package let function: Located<String>
    /// The annotated parts, each once.
    package let parts: [Part]

    /// Creates annotations.
    package init(function: Located<String>, parts: [Part]) {
        (self.function, self.parts) = (function, parts)
    }
}
