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
        try await read().bound
    }

    /// Reads the headers and the library, and proposes annotations.
    ///
    /// - Parameter introspection: `.gir` files.
    /// - Returns: the bindings, and the annotations for them.
    /// - Throws: that clang or the library is missing, why clang refuses the headers, or that a file is no `.gir` file.
    package func suggest(
        from introspection: [SourceText]
    ) async throws(Diagnostics) -> (bound: BoundHeaders, suggested: SuggestedAnnotations) {
        let files = try introspection.map { text throws(Diagnostics) in
            let facts = IntrospectionFacts(text.bytes)
            if facts.isEmpty { throw Diagnostics([.noIntrospection(text)]) }
            return facts
        }
        let (bound, draft, library, headers) = try await read()
        let hints = try await hints(headers)
        let suggested = SuggestedAnnotations(draft, hints, files, library)
        return (bound, suggested)
    }

    /// The attributes of functions, by symbol. Headers show some of them to compilers alone that know them, so clang
    /// says that it is a later one.
    private func hints(_ headers: String) async throws(Diagnostics) -> [String: [AttributeHint]] {
        let text = try await clang.succeed(["-E", "-fgnuc-version=12.2.0"], on: headers).output
        var scope = DeclarationScope()
        let items = scope.readHeader(SourceText(name: "the preprocessed headers", bytes: text).whole)
        var hints: [String: [AttributeHint]] = [:]
        for item in items where !item.hints.isEmpty {
            guard case .declarations(let declarations) = item.content else { continue }
            for function in declarations.compactMap(\.function) { hints[function.symbol, default: []] += item.hints }
        }
        return hints
    }

    private func read() async throws(Diagnostics) -> (
        bound: BoundHeaders, draft: BindingsDraft, library: BoundLibrary, headers: String
    ) {
        let library = try BoundLibrary(request.library)
        let path = try await SearchPath(of: clang, asked: request.folders)
        var selection = HeaderSelection(request.headers, path)
        let headers = selection.source
        // Clang reads large headers for a second, so it does all at once that it can.
        async let checking = clang.attempt(["-fsyntax-only"], on: headers)
        async let preprocessing = clang.attempt(["-E", "-C"], on: headers)
        async let listing = clang.attempt(["-E", "-dD", "-dI"], on: headers)
        let preprocessed: [UInt8]
        switch await preprocessing {
        case .success(let ended): preprocessed = ended.output
        case .failure(let mistakes):
            _ = try await checking.get()
            throw mistakes
        }
        var scope = DeclarationScope()
        let source = SourceText(name: "the preprocessed headers", bytes: preprocessed)
        let items = scope.readHeader(SourceRange(source, 0..<preprocessed.count))
        // Of headers with errors clang still prints something, which is wrong.
        _ = try await checking.get()
        selection.add(headersOf: library, among: items)
        let listed = try await listing.get().output
        selection.add(quotedIn: listed)
        let macroNames = MacroNames(listed, owns: selection.owns)
        let wanted = WantedNames(request.only, renamed: macroNames.renamed)
        var contents = HeaderContents(
            items, of: selection, in: library, only: wanted, takesInline: request.inline?.takesFunctions ?? false)
        for macro in try macros(in: scope) { contents.addMacro(macro) }
        var draft = BindingsDraft(contents)
        draft.add(renamed: macroNames.renamed.filter { wanted.contains($0.key) })
        let macros = macroNames.all
        try wanted.check(against: contents.names.union(macros))
        let constants = try await constants(macros.filter(wanted.contains), including: headers, scope)
        try await draft.hold(against: clang, including: headers, constants)
        var inline: (name: String, library: InlineLibrary)?
        if let name = request.inline?.name {
            inline = try await draft.compileInline(named: name, including: headers, for: library, clang)
                .map { (name, $0) }
        }
        let bound = BoundHeaders(
            draft, inline, of: library, headers: selection.names, target: path.target,
            arguments: request.portableArguments, only: request.only)
        return (bound, draft, library, headers)
    }

    /// The macros that are to be functions.
    private func macros(in scope: DeclarationScope) throws(Diagnostics) -> [Signature] {
        var (scope, signatures, mistakes): (DeclarationScope, [Signature], [Diagnostic]) = (scope, [], [])
        for text in request.inline?.macros ?? [] {
            let source = SourceText(name: "the macro", text)
            do throws(Diagnostics) {
                let declared = try scope.read(source.whole)
                guard declared.count == 1, let signature = declared[0].function else {
                    throw Diagnostics([.notOneFunction(source)])
                }
                signatures.append(signature)
            } catch {
                mistakes += error.all
            }
        }
        if !mistakes.isEmpty { throw Diagnostics(mistakes) }
        return signatures
    }

    private func constants(
        _ names: [String], including headers: String, _ scope: DeclarationScope
    ) async throws(Diagnostics) -> [Value.Member] {
        let source = MacroValues.source(names, including: headers)
        // The headers alone have no errors, so one here is about a macro, which then stays as it is.
        let expanded: [UInt8]
        do { expanded = try await clang.run(["-E", "-P"], on: source).output } catch { throw Diagnostics([error]) }
        return MacroValues(expanded, of: names, in: scope).constants
    }
}

extension Diagnostic {
    fileprivate static func noIntrospection(_ text: SourceText) -> Diagnostic {
        Diagnostic(
            code: .bind(.header), "\(text.name) describes no function of C",
            suggestion: "name a file of GObject introspection, such as /usr/share/gir-1.0/GLib-2.0.gir")
    }

    fileprivate static func notOneFunction(_ text: SourceText) -> Diagnostic {
        Diagnostic(
            code: .usage(.declaration), "a macro is declared as one function", at: text.whole,
            suggestion: "write the types of its arguments and result: --inline-macro 'int WEXITSTATUS(int status)'")
    }
}
