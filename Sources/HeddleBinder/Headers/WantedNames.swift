// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The names that bindings are asked for: those that patterns match, or all.
struct WantedNames: Sendable {
    private let texts: [String]
    private let patterns: [WildcardPattern]
    /// The macros that stand for a name.
    private let macros: [String: [String]]

    /// - Parameters:
    ///   - patterns: names in which `*` stands for any characters; none of them for all names.
    ///   - renamed: the macros that stand for other names, which are asked for with them.
    init(_ patterns: [String], renamed: [String: String] = [:]) {
        texts = patterns
        macros = Dictionary(grouping: renamed.keys) { renamed[$0] ?? "" }
        self.patterns = patterns.map { WildcardPattern($0) }
    }

    /// Returns whether something of a name is asked for.
    func contains(_ name: String) -> Bool {
        patterns.isEmpty
            || patterns.contains { pattern in
                pattern.matches(name) || macros[name]?.contains(where: pattern.matches) ?? false
            }
    }

    /// Returns whether a type is asked for, by its name or by a constant of it.
    func contains(_ type: CType, named name: String) -> Bool {
        if contains(name) { return true }
        guard case .enumeration(let enumeration) = type else { return false }
        return enumeration.constants.contains { contains($0.name) }
    }

    /// Checks that each pattern matches something.
    ///
    /// - Parameter names: all names that the headers have.
    func check(against names: some Collection<String>) throws(Diagnostics) {
        let mistakes = zip(texts, patterns).filter { !names.contains(where: $1.matches) }.map { text, _ in
            Diagnostic(
                code: .bind(.header), "the headers have nothing of the library with the name \"\(text)\"",
                suggestion: didYouMean(text, among: names.sorted()))
        }
        if !mistakes.isEmpty { throw Diagnostics(mistakes) }
    }
}
