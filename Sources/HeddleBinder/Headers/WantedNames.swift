// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The names that bindings are asked for: those that patterns match, or all.
struct WantedNames: Sendable {
    private let texts: [String]
    private let patterns: [WildcardPattern]

    /// - Parameter patterns: names in which `*` stands for any characters; none of them for all names.
    init(_ patterns: [String]) {
        texts = patterns
        self.patterns = patterns.map { WildcardPattern($0) }
    }

    /// Returns whether something of a name is asked for.
    func contains(_ name: String) -> Bool { patterns.isEmpty || patterns.contains { $0.matches(name) } }

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
