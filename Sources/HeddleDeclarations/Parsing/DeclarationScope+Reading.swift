// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

extension DeclarationScope {
    /// The value of a constant expression of integers, as C computes it.
    ///
    /// It may use the constants of enumerations, and the sizes of types, that the scope knows.
    ///
    /// - Throws: why the text is no such expression.
    package func constant(_ text: SourceRange) throws(Diagnostic) -> Int128 {
        var parser = DeclarationParser(text, names: names)
        let value = try parser.readConstant()
        guard parser.current.kind == .end else { throw parser.expected("the end of the expression") }
        if let problem = parser.problems.first { throw problem }
        return value.value
    }

    /// The type that a text without a name says, such as `const char *` or `struct point`.
    ///
    /// - Throws: why the text is no type that the scope knows.
    package func type(_ text: SourceRange) throws(Diagnostic) -> CType {
        var parser = DeclarationParser(text, names: names)
        let type = try parser.readUnnamedType()
        guard parser.current.kind == .end else { throw parser.expected("the end of the type") }
        if let problem = parser.problems.first { throw problem }
        return completed(type)
    }
}
