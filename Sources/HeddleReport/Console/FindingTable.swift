// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// The findings of aspects, one small table for each aspect.
///
///     time         calls   total     min     max
///       z.crc32        2  824 ns  400 ns  424 ns
struct FindingTable {
    private let heading: String
    private let columns: [String]
    private let rows: [(label: String, facts: [String: String])]

    /// The tables of all aspects, in the order in which their first findings came.
    static func tables(of findings: [FindingEvent]) -> [FindingTable] {
        let byAspect = Dictionary(grouping: findings, by: \.aspect)
        return findings.map(\.aspect).withoutRepeats.map { aspect in
            FindingTable(aspect: aspect, findings: byAspect[aspect] ?? [])
        }
    }

    private init(aspect: String, findings: [FindingEvent]) {
        self.heading = aspect.excerpt()
        self.columns = findings.flatMap { $0.facts.map(\.name) }.withoutRepeats
        self.rows = findings.map { finding in
            (finding.label, Dictionary(finding.facts.map { ($0.name, $0.cell) }) { first, _ in first })
        }
    }

    /// The table's lines, names to the left and facts to the right.
    func text(_ style: TerminalStyle) -> String {
        let margin = ([heading] + rows.map(\.label)).map(\.width).max() ?? 0
        let widths = columns.map(width)
        let head =
            heading.padded(to: margin)
            + zip(columns, widths).map { "  " + $0.title.leftPadded(to: $1) }.joined()
        let body = rows.map { row in
            row.label.padded(to: margin)
                + zip(columns, widths).map { "  " + (row.facts[$0] ?? "").leftPadded(to: $1) }.joined()
        }
        return ([style.heading(head)] + body).map { $0 + "\n" }.joined()
    }

    private func width(of column: String) -> Int {
        ([column.title] + rows.map { $0.facts[column] ?? "" }).map(\.width).max() ?? 0
    }
}

extension FindingEvent {
    fileprivate var label: String {
        "  \(action.excerpt)" + (hook.map { " (\($0.excerpt()))" } ?? "")
    }
}

extension Value.Member {
    fileprivate var cell: String {
        if name.isTime, case .number(.integer(let number)) = value, let nanoseconds = UInt64(exactly: number) {
            return timeText(nanoseconds: nanoseconds)
        }
        return value.excerpt(limit: 30)
    }
}

extension String {
    fileprivate var isTime: Bool { hasSuffix("Ns") }
    fileprivate var title: String { (isTime ? String(dropLast(2)) : self).excerpt() }
    fileprivate var width: Int { unicodeScalars.count }

    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - self.width))
    }
    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - self.width)) + self
    }
}

extension [String] {
    /// Each element once, where it came first.
    fileprivate var withoutRepeats: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
