// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle

/// The cases that `--name` and `--tag` select.
struct CaseChoice {
    let names: [String]
    let tags: [String]

    var selection: CaseSelection { CaseSelection(names: names, tags: tags) }

    /// The diagnostic of a selection that matches no case.
    func nothingMatched(_ cases: [CaseOutline]) -> Diagnostic {
        if cases.isEmpty { return .noCases }
        let sum = "there \(cases.count == 1 ? "is" : "are") \(counted(cases.count, "case"))"
        return Diagnostic(
            .error, .usage, code: .cases(.nothingMatched), "no case \(asked), \(sum)",
            suggestion: near(names, cases.map(\.family)) ?? near(tags, cases.flatMap(\.tags)),
            notes: halves(cases).map { Diagnostic.Note($0) })
    }

    /// The warnings of names and tags that match no case where others do.
    func warnings(_ cases: [CaseOutline]) -> [Diagnostic] {
        let lone = names.map { CaseChoice(names: [$0], tags: []) } + tags.map { CaseChoice(names: [], tags: [$0]) }
        return lone.filter { !cases.contains(where: $0.selection.contains) }.map { choice in
            var warning = choice.nothingMatched(cases)
            warning.severity = .warning
            return warning
        }
    }

    /// `is named "push" or "pop" and has the tag "slow"`
    private var asked: String {
        let parts = [("is named", names), ("has the tag", tags)].filter { !$0.1.isEmpty }
        return parts.map { "\($0) \($1.map { "\"\($0)\"" }.joined(separator: " or "))" }.joined(separator: " and ")
    }

    private func near(_ asked: [String], _ known: [String]) -> String? {
        asked.lazy.compactMap { didYouMean($0, among: known) }.first
    }

    /// The number of cases that match the name, and of those that match the tag.
    private func halves(_ cases: [CaseOutline]) -> [String] {
        if names.isEmpty || tags.isEmpty { return [] }
        let named = cases.count(where: CaseSelection(names: names).contains)
        let tagged = cases.count(where: CaseSelection(tags: tags).contains)
        return ["\(counted(named, "of them has", plural: "of them have")) such a name, \(tagged) such a tag"]
    }
}
