// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The signatures of libffi's own tests", .enabled(if: Batch.canBeMade), .serialized)
struct LibffiTests {
    @Test("cross to C and back, called, hooked, and called back", arguments: LibffiRows.allCases)
    func everyRow(rows: LibffiRows) throws {
        let cases = try Self.cases(rows)
        let batch = try Batch(cases)
        #expect(batch.crossCheck.disagreements.isEmpty, "these are signatures on which all compilers agree")
        let tally = try batch.runThroughHeddle()
        for failure in tally.failures { Issue.record("\(failure)") }
        #expect(tally.refused.isEmpty)
    }

    /// Two cases of each row, with other values in each.
    static func cases(_ rows: LibffiRows) throws -> [OracleCase] {
        var random = SeededGenerator(seed: 3)
        return try rows.text.split(separator: "\n").enumerated().flatMap { index, row in
            let parts = row.split(separator: ":", maxSplits: 1)
            let signature = try ShapeNotation.read(String(parts[1]))
            return (0..<2).map { round in
                OracleCase(
                    number: index * 10 + round, origin: String(parts[0]), parameters: signature.parameters,
                    result: signature.result, declared: signature.declared, random: &random)
            }
        }
    }
}
