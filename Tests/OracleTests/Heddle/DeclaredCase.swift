// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// A case with its declarations as Heddle reads them.
struct DeclaredCase {
    let oracle: OracleCase
    /// The function that is called.
    let call: Signature
    /// The function that calls back; nil where there is none.
    let back: Signature?
    /// The types of the arguments at `...`.
    let further: [Parameter]

    /// Reads the declarations; those of arguments at `...` as a function would have them that names them all.
    ///
    /// - Throws: `Diagnostics`, and ``Missing``
    init(_ oracle: OracleCase) throws {
        var named = oracle
        named.declared = nil
        let last =
            oracle.declared == nil ? oracle.backDeclaration : named.declaration.replacing(oracle.symbol, with: "named")
        let functions = try Self.read("\(oracle.typeText)\(oracle.declaration);\n\(last);")
        guard functions.count == 2 else { throw Missing() }
        self.oracle = oracle
        call = functions[0]
        back = oracle.declared == nil ? functions[1] : nil
        further = oracle.declared.map { Array(functions[1].parameters.dropFirst($0)) } ?? []
    }

    /// A declaration that does not say what it should.
    struct Missing: Error {}

    private static func read(_ text: String) throws -> [Signature] {
        var scope = DeclarationScope()
        let source = SourceText(name: "oracle", text)
        return try scope.read(SourceRange(source, 0..<source.bytes.count)).compactMap(\.function)
    }
}
