// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleReport

/// The cases that are meant: those that have one of some names and one of some tags.
package struct CaseSelection: Sendable {
    private let names: [WildcardPattern]
    private let tags: [String]

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - names: patterns, in which `*` stands for any run of characters, `\*` for a star and `\\` for a backslash; a
    ///     case with rows has its own name and theirs, and the name of a group means its cases. Without any, every name
    ///     is meant.
    ///   - tags: without any, every case is meant, whatever its tags.
    package init(names: [String] = [], tags: [String] = []) {
        self.names = names.map { WildcardPattern($0, hasEscapes: true) }
        self.tags = tags
    }

    /// Returns whether a case is meant.
    package func contains(_ outline: CaseOutline) -> Bool {
        let known = [outline.name, outline.family] + outline.groups
        let isNamed = names.isEmpty || names.contains { known.contains(where: $0.matches) }
        return isNamed && (tags.isEmpty || outline.tags.contains(where: tags.contains))
    }

    /// Those of some cases that are meant, with those that they need, in their order.
    package func cases(of all: [CaseOutline]) -> [CaseOutline] {
        var wanted = Set(all.filter(contains).map(\.name))
        // Each stands behind those that it needs.
        for outline in all.reversed() where wanted.contains(outline.name) { wanted.formUnion(outline.needs) }
        return all.filter { wanted.contains($0.name) }
    }
}

/// The endings of the cases of a behaviour so far, for those that need others.
package struct CaseLedger: Sendable {
    private var passed: Set<String> = []

    /// A ledger of no cases.
    package init() {}

    /// Notes how a case ended.
    package mutating func note(_ outcome: CaseOutcome, of outline: CaseOutline) {
        if outcome == .passed || outcome == .flaky { passed.insert(outline.name) } else { passed.remove(outline.name) }
    }

    /// The reason why a case is not to be run; nil where all that it needs has passed.
    package func obstacle(to outline: CaseOutline) -> String? {
        outline.needs.first { !passed.contains($0) }.map { "it needs \"\($0)\", which has not passed" }
    }
}
