// SPDX-License-Identifier: Apache-2.0

package import HeddleBehaviour
internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleForeign

/// Checks that bindings still match the library. A difference is an error before anything is called.
extension Bindings {
    /// Checks the bindings without the library: the declarations must be valid and agree with the layouts.
    ///
    /// - Parameter others: files that add annotations.
    /// - Throws: all mistakes, beginning with those of the declarations.
    package func check(with others: [Bindings] = []) throws(Diagnostics) {
        var declared = DeclaredFunctions([], beside: [self] + others, on: DeclarationScope())
        for file in [self] + others { declared.annotate(file.annotations) { _ in nil } }
        let mistakes = declared.mistakes + layoutMistakes(declared.scope)
        guard mistakes.isEmpty else { throw Diagnostics(mistakes) }
    }

    fileprivate func libraryMistake(_ library: Library) -> Diagnostic? {
        guard let soname, soname.value != library.soname else { return nil }
        let own = library.soname.map { "is \($0)" } ?? "has no soname"
        return Diagnostic(
            .error, .module, code: .bindings(.library),
            "the bindings are of \(soname.value), the library \(library.path) \(own)", at: soname.range,
            suggestion: "give them to the module of \(soname.value), or make bindings of this library with heddle bind")
    }

    fileprivate static func missingSymbols(of library: Library, _ declared: DeclaredFunctions) -> [Diagnostic] {
        let functions = declared.bound.filter { symbol, _ in
            !library.defines(symbol) && !declared.inlines.contains { $0.defines(symbol) }
        }.map { symbol, range in drift(from: library, "function \(symbol)", at: range) }
        let variables = declared.boundVariables.compactMap { symbol -> Diagnostic? in
            guard let variable = declared.variables[symbol] else { return nil }
            guard let size = library.size(ofData: symbol) else {
                return drift(from: library, "variable \(symbol)", at: variable.range)
            }
            guard let own = variable.type.layout?.size, !library.hasData(of: size, for: own) else { return nil }
            return drift(
                from: library, "variable \(symbol) of \(counted(own, "byte")), but one of \(size)", at: variable.range)
        }
        return functions + variables
    }

    private static func drift(from library: Library, _ missing: String, at range: SourceRange?) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .bindings(.drift),
            "the bindings have drifted from \(library.path), which has no \(missing)", at: range,
            suggestion: "make the bindings again with heddle bind, from the headers of this library")
    }

    fileprivate func layoutMistakes(_ scope: DeclarationScope) -> [Diagnostic] {
        layouts.compactMap { layout in
            let name = layout.name.value
            guard let type = scope.type(named: name) else {
                return Diagnostic(
                    code: .bindings(.layout), "the bindings have a layout of \(name), which they do not declare",
                    at: layout.name.range)
            }
            guard let difference = layout.evidence.difference(from: type) else { return nil }
            return Diagnostic(
                code: .bindings(.layout), difference.words(of: name, "by the layout"), at: layout.name.range,
                notes: [.init("the compiler's layout was noted when the bindings were made; calls would go wrong")])
        }
    }
}

extension [Bindings] {
    /// The mistakes of bindings for a library on this machine, in the order of the files.
    func mistakes(about library: Library, _ declared: DeclaredFunctions) -> [Diagnostic] {
        let layouts = flatMap { $0.layoutMistakes(declared.scope) }
        if library.isAbsent { return layouts }
        // For another library all further checks would fail too.
        let others = compactMap { $0.libraryMistake(library) }
        return others.isEmpty ? Bindings.missingSymbols(of: library, declared) + layouts : others
    }
}
