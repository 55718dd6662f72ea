// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension CallMeasurement {
    static func table(_ measurements: [CallMeasurement], titled title: String) -> Table {
        let countsInstructions = measurements.contains { $0.instructions != nil }
        return Table(
            title: title,
            columns: ["ns/call", "ratio", "allocations/call"] + (countsInstructions ? ["instructions/call"] : []),
            rows: measurements.map { $0.cells(countsInstructions: countsInstructions) })
    }

    private func cells(countsInstructions: Bool) -> [String] {
        let counted = countsInstructions ? [instructions.map { $0.fixed(1) } ?? ""] : []
        return [name, nanoseconds.fixed(2), ratio.fixed(2), allocations.fixed(2)] + counted
    }

    func json(action: String) -> String {
        Value.object(
            [
                .init("action", .string(action)), .init("row", .string(name)), .init("ns", Value(nanoseconds)),
                .init("ratio", Value(ratio)), .init("allocations", Value(allocations)),
            ] + (instructions.map { [.init("instructions", Value($0))] } ?? [])
        ).json
    }
}
