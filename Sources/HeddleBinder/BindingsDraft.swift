// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// Bindings while they are being made: only what Heddle can read back stays in them.
struct BindingsDraft {
    private(set) var entries: [HeaderContents.Entry]
    private(set) var refused: [Refusal]
    /// The macros that stand for functions, which can be called by those names alone.
    private(set) var renamed: [Refusal] = []
    /// The inline functions and macros among them that could not be compiled.
    private(set) var notCompiled: [Refusal] = []
    private(set) var constants: [Value.Member] = []
    private(set) var layouts: [(name: String, evidence: LayoutEvidence)] = []

    init(_ contents: HeaderContents) {
        entries = DeclarationOrder(contents).result
        refused = contents.refused
        readBack()
    }

    /// Takes the macros that stand for functions.
    mutating func add(renamed: [String: String]) {
        let symbols = Set(entries.compactMap(\.declaration.function?.symbol))
        self.renamed = renamed.filter { symbols.contains($0.value) && !symbols.contains($0.key) }
            .map { Refusal(name: $0.key, reason: "it is a macro for \($0.value), which can be called") }
            .sorted { $0.name < $1.name }
    }

    /// Reads each declaration as it will be written. What cannot be read is refused, and then what uses it.
    private mutating func readBack(without names: Set<String> = []) {
        var scope = DeclarationScope()
        entries = entries.filter { entry in
            if let reason = entry.declaration.flaw(in: &scope, without: names) {
                refused.append(Refusal(name: entry.declaration.name, reason: reason))
                return false
            }
            return true
        }
    }

    /// Takes constants, and holds them and the types against what the compiler makes of them.
    mutating func hold(
        against clang: Clang, including headers: String, _ constants: [Value.Member]
    ) async throws(Diagnostics) {
        let evidence = try await Evidence(Probe(types, constants: constants), including: headers, clang)
        let wrong = Set(evidence.wrongConstants.map(\.name))
        self.constants = constants.filter { !wrong.contains($0.name) }
        layouts = evidence.layouts
        refused += evidence.wrongConstants
        guard !evidence.refused.isEmpty else { return }
        refused += evidence.refused
        readBack(without: Set(evidence.refused.map(\.name)))
        let left = Set(types.map(\.name))
        layouts.removeAll { !left.contains($0.name) }
    }

    /// Compiles the inline functions, and leaves out those that cannot be.
    ///
    /// - Returns: the library; nil where nothing is inline.
    mutating func compileInline(
        named name: String, including headers: String, for library: BoundLibrary, _ clang: Clang
    ) async throws(Diagnostics) -> InlineLibrary? {
        let functions = entries.compactMap { entry in
            entry.inline.flatMap { form in
                entry.declaration.function.map { InlineFunction(signature: $0, form: form) }
            }
        }
        if functions.isEmpty { return nil }
        let compiled = try await InlineLibrary(functions, named: name, including: headers, for: library, clang)
        refused += compiled.refused
        notCompiled = compiled.refused
        let left = Set(compiled.refused.map(\.name))
        entries.removeAll { $0.inline != nil && left.contains($0.declaration.name) }
        return compiled.functions.isEmpty ? nil : compiled
    }

    private var types: [(name: String, type: CType)] {
        entries.compactMap { entry in
            if case .type(let name, let type) = entry.declaration { (name, type) } else { nil }
        }
    }
}

extension Declaration {
    /// `crc32`, `point`, `struct point`.
    var name: String {
        if case .type(let name, _) = self { name } else { symbol ?? "" }
    }

    /// The reason why a scope cannot read the written declaration.
    ///
    /// - Parameter names: types that are left out.
    fileprivate func flaw(in scope: inout DeclarationScope, without names: Set<String>) -> String? {
        let mentions = Mentions(self)
        if names.contains(name) { return "it is left out" }
        if let missing = mentions.before.intersection(names).min() { return "it uses \(missing), which is refused" }
        let text = SourceText(name: "declaration", "\(self)")
        do throws(Diagnostics) {
            _ = try scope.read(text.whole)
            return nil
        } catch {
            return error.all.first?.message ?? "Heddle does not understand it"
        }
    }
}
