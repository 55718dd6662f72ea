// SPDX-License-Identifier: Apache-2.0

/// How many cases of each kind each system got right, as Markdown.
struct ComparisonTable {
    /// The names of the systems, in the order of the columns.
    private var systems: [String] = []
    private var counts: [Kind: [String: [String: Int]]] = [:]
    private var totals: [String: [String: Int]] = [:]
    private var reasons: [String: [String: Int]] = [:]

    /// Counts what a system made of a case, in each of its kinds.
    mutating func add(_ verdict: Verdict, of system: String, kinds: Set<Kind>) {
        if !systems.contains(system) { systems.append(system) }
        totals[system, default: [:]][verdict.name, default: 0] += 1
        for kind in kinds { counts[kind, default: [:]][system, default: [:]][verdict.name, default: 0] += 1 }
        if case .refused(let reason) = verdict { reasons[system, default: [:]][reason.withoutNames, default: 0] += 1 }
    }

    /// The table: in each cell right, wrong, refused and crashed.
    var markdown: String {
        let head =
            "| kind of case | \(systems.joined(separator: " | ")) |\n|---|\(systems.map { _ in "---:|" }.joined())\n"
        let rows = Kind.allCases.compactMap { kind in counts[kind].map { row(kind.rawValue, $0) } }
        return head + rows.joined() + row("**all**", totals)
    }

    /// Why each system refused, the most frequent reasons first.
    var refusals: String {
        systems.map { system in
            let found = (reasons[system] ?? [:]).sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(12)
            return "\(system):\n" + found.map { "  \($0.value) × \($0.key)\n" }.joined()
        }.joined()
    }

    private func row(_ name: String, _ counts: [String: [String: Int]]) -> String {
        let cells = systems.map { system in
            ["right", "wrong", "refused", "crashed"].map { "\(counts[system]?[$0] ?? 0)" }.joined(separator: " / ")
        }
        return "| \(name) | \(cells.joined(separator: " | ")) |\n"
    }
}

extension String {
    /// The text with the numbers of cases and members taken out, so that equal reasons count as one.
    var withoutNames: String {
        replacing(/\b(case_|back_|took_|got_|[SEm])\d+(_\d+)*\b/) { "\($0.output.1)…" }.replacing(/'[^']*'/, with: "…")
    }
}
