// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

import HeddleDeclarations

/// Writes bindings: what C headers declare of a library, in a form that Heddle reads, with what speaks for it.
///
/// The headers are read by clang, which is run as a tool, and then by Heddle's one parser of declarations. What the
/// two make of types and constants is compared before anything is written.
package struct Binder: Sendable {
    private let request: BindingRequest
    private let clang: Clang

    /// Creates a binder; nothing is run yet.
    package init(_ request: BindingRequest) {
        self.request = request
        clang = Clang(arguments: request.arguments)
    }

    /// Reads the headers and the library.
    ///
    /// - Throws: that clang or the library is missing, or why clang refuses the headers.
    package func bind() async throws(Diagnostics) -> BoundHeaders {
        let library = try BoundLibrary(request.library)
        let path = try await SearchPath(of: clang, asked: request.folders)
        var selection = HeaderSelection(request.headers, path)
        let headers = selection.source
        // Of headers with errors clang still prints something, which is wrong.
        _ = try await clang.succeed(["-fsyntax-only"], on: headers)
        let preprocessed = try await clang.succeed(["-E", "-C"], on: headers).output
        var scope = DeclarationScope()
        let source = SourceText(name: "the preprocessed headers", bytes: preprocessed)
        let items = scope.readHeader(SourceRange(source, 0..<preprocessed.count))
        selection.add(headersOf: library, among: items)
        var draft = BindingsDraft(HeaderContents(items, of: selection, in: library))
        let constants = try await constants(selection, scope)
        try await draft.hold(against: clang, including: headers, constants)
        return BoundHeaders(
            draft, of: library, headers: selection.names, target: path.target, arguments: request.portableArguments)
    }

    private func constants(
        _ selection: HeaderSelection, _ scope: DeclarationScope
    ) async throws(Diagnostics) -> [Value.Member] {
        let headers = selection.source
        let names = MacroNames(try await clang.succeed(["-E", "-dD"], on: headers).output, owns: selection.owns).all
        let source = MacroValues.source(names, including: headers)
        // The headers alone have no errors, so one here is about a macro, which then stays as it is.
        let expanded: [UInt8]
        do { expanded = try await clang.run(["-E", "-P"], on: source).output } catch { throw Diagnostics([error]) }
        return MacroValues(expanded, of: names, in: scope).constants
    }
}
