// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Foundation
import HeddleForeign
import Testing
import Workbench

@Suite(
    "Heddle beside others", .enabled(if: ProcessInfo.processInfo.environment["HEDDLE_ORACLE_PEERS"] != nil), .serialized
)
struct ComparisonTests {
    /// How many cases there are of each kind.
    private static let count = ProcessInfo.processInfo.environment["HEDDLE_ORACLE_PEERS"].flatMap { Int($0) } ?? 50

    @Test("gets right what they get right")
    func table() throws {
        let kinds = Kind.allCases.filter { $0 != .flexible }
        let batches = try kinds.map { kind in
            let first = (kinds.firstIndex(of: kind) ?? 0) * 100_000
            return (
                kind, try Batch(OracleCase.cases(of: kind, count: Self.count, seed: 7, from: first), forPeers: true)
            )
        }
        for way in [Way.call, .callback] {
            var table = ComparisonTable()
            for (kind, batch) in batches { try compare(kind, batch, way, &table) }
            print("\(way.rawValue): right / wrong / refused / crashed\n\n\(table.markdown)\n\(table.refusals)")
        }
    }

    private func compare(_ kind: Kind, _ batch: Batch, _ way: Way, _ table: inout ComparisonTable) throws {
        let json = try batch.folder.write("cases.json", Value.array(batch.cases.map(\.json)).json)
        let agreed = batch.cases.filter { !batch.crossCheck.numbers.contains($0.number) }
        for engine in CallEngine.allCases {
            let runner = try HeddleRunner(batch.library("gcc"), calls: engine)
            for oracle in agreed {
                let verdict = runner.run(Result { try DeclaredCase(oracle) }, way)
                table.add(verdict, of: "Heddle, \(engine.rawValue)", kinds: [kind])
            }
        }
        for peer in Peer.installed {
            let verdicts = try peer.run(batch, cases: json)
            for oracle in agreed {
                let verdict = verdicts[Peer.Run(number: oracle.number, way: way)] ?? .crashed
                table.add(verdict, of: peer.name, kinds: [kind])
            }
        }
    }
}
