// SPDX-License-Identifier: Apache-2.0

/// Rows for people: the first column to the left, numbers to the right.
struct Table {
    let title: String
    let columns: [String]
    let rows: [[String]]
}

extension Table: CustomStringConvertible {
    var description: String {
        ([line([title] + columns)] + rows.map(line)).joined(separator: "\n")
    }

    private func line(_ cells: [String]) -> String {
        cells.indices.map { column in
            let padding = String(repeating: " ", count: width(of: column) - cells[column].count)
            return column == 0 ? cells[column] + padding : padding + cells[column]
        }.joined(separator: "  ")
    }

    private func width(of column: Int) -> Int {
        ([[title] + columns] + rows).map { $0[column].count }.max() ?? 0
    }
}

extension Double {
    /// With this many digits after the point.
    func fixed(_ digits: Int) -> String {
        let scale = (0..<digits).reduce(Int64(1)) { scale, _ in scale * 10 }
        let scaled = Int64((self * Double(scale)).rounded())
        guard digits > 0 else { return "\(scaled)" }
        let fraction = String(scaled.magnitude % scale.magnitude)
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / scale.magnitude).\(zeros)\(fraction)"
    }
}
