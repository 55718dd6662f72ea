// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

/// A bindings file as it was read: the declarations of a library, and what speaks for them. Nothing of it is resolved.
///
/// ## Topics
/// - ``read(_:)``
/// - ``Layout``
/// - ``Refusal``
package struct Bindings: Sendable {
    /// The layout of a type in memory, as the compiler had it when the file was written.
    package struct Layout: Sendable {
        /// The type: `struct point`, or the name of a typedef.
        package let name: Located<String>
        /// The evidence of the compiler.
        package let evidence: LayoutEvidence
    }

    /// A function or variable without a declaration.
    package struct Refusal: Sendable {
        /// Its name.
        package let name: String
        /// The reason, for people.
        package let reason: String
    }

    /// The file.
    package let source: SourceText
    /// The `DT_SONAME` of the library that the declarations are of; nil where it had none.
    package let soname: Located<String>?
    /// C declarations of functions, variables and types.
    package let declarations: [Located<String>]
    /// The macros of the headers that stand for a number or a text.
    package let constants: [Value.Member]
    /// The layouts of the types.
    package let layouts: [Layout]
    /// The functions and variables of the headers that are left out.
    package let refused: [Refusal]
    /// Annotations for functions that are declared here, or before.
    package let annotations: [FunctionAnnotations]
    /// The library with the inline functions of the headers, relative to the file; nil without one.
    package let inlineLibrary: Located<String>?

    /// Reads a bindings file, as `heddle bind` writes it.
    ///
    /// - Throws: everything that is wrong by form, in the order of the file; only the first mistake where the file is
    ///   not JSON.
    package static func read(_ source: SourceText) throws(Diagnostics) -> Bindings {
        let (root, duplicates) = try JSONNode.parse(source)
        let reading = BehaviourReader(duplicates: duplicates)
        let bindings = reading.bindings(root)
        let issues = reading.finish()
        guard let bindings, Diagnostics(issues).errors.isEmpty else { throw Diagnostics(issues) }
        return bindings
    }
}
