// SPDX-License-Identifier: Apache-2.0

package import HeddleBehaviour
internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleForeign

/// Bindings say what was true when they were written. What of it no longer is, is an error before anything is called.
extension Bindings {
    /// Checks what needs no library: that each declaration can be read, and that the layouts are those of the
    /// declarations.
    ///
    /// - Throws: all mistakes, those of the declarations first.
    package func check() throws(Diagnostics) {
        let declared = DeclaredFunctions([], beside: self, on: DeclarationScope())
        let mistakes = declared.mistakes + layoutMistakes(declared.scope)
        guard mistakes.isEmpty else { throw Diagnostics(mistakes) }
    }

    /// The parts of the bindings that do not hold for a library on this machine, in the order of the file.
    func mistakes(about library: Library, _ declared: DeclaredFunctions) -> [Diagnostic] {
        if library.isAbsent { return layoutMistakes(declared.scope) }
        // Of another library the rest can only be wrong.
        if let other = libraryMistake(library) { return [other] }
        return missingFunctions(of: library, declared) + layoutMistakes(declared.scope)
    }

    private func libraryMistake(_ library: Library) -> Diagnostic? {
        guard let soname, soname.value != library.soname else { return nil }
        let own = library.soname.map { "is \($0)" } ?? "has no soname"
        return Diagnostic(
            .error, .module, code: .bindings(.library),
            "the bindings are of \(soname.value), the library \(library.path) \(own)", at: soname.range,
            suggestion: "make the bindings again with heddle bind, from the headers of this library")
    }

    private func missingFunctions(of library: Library, _ declared: DeclaredFunctions) -> [Diagnostic] {
        declared.bound.filter { !library.defines($0.signature.symbol) }.map { function in
            Diagnostic(
                .error, .module, code: .bindings(.drift),
                "the bindings have drifted from \(library.path), which has no function \(function.signature.symbol)",
                at: function.range,
                suggestion: "make the bindings again with heddle bind, from the headers of this library")
        }
    }

    private func layoutMistakes(_ scope: DeclarationScope) -> [Diagnostic] {
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
