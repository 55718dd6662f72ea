// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A run over 400 cases of a fixed seed.
///
/// `HEDDLE_ORACLE_CASES` asks for more and `HEDDLE_ORACLE_SEED` for others.
@Suite("Types and signatures made by chance", .enabled(if: Batch.canBeMade), .serialized)
struct OracleTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["HEDDLE_ORACLE_CASES"].flatMap { Int($0) } ?? 400
    private static let seed = environment["HEDDLE_ORACLE_SEED"].flatMap { UInt64($0) } ?? 1
    private static let size = 400

    @Test("cross to C and back as compilers have it: called, hooked, and called back")
    func everyCase() throws {
        var all = Tally()
        var disputed = 0
        var next = try Self.compilation(from: 0)
        for first in stride(from: 0, to: Self.count, by: Self.size) {
            let batch = try next?.finished()
            next = try Self.compilation(from: first + Self.size)
            guard let batch else { break }
            #expect(batch.crossCheck.mistakes.isEmpty, "the oracle itself is wrong")
            disputed += batch.crossCheck.numbers.count
            let tally = try batch.runThroughHeddle()
            for failure in tally.failures.prefix(20) { Issue.record("\(failure)") }
            if let first = tally.failures.first { Issue.record("the smallest case found: \(try first.shrunk())") }
            all.add(tally)
            if Self.count > Self.size { print("\(first + batch.cases.count) cases: \(all.summary)") }
        }
        print("of \(Self.count) cases of seed \(Self.seed) gcc and clang disagree on \(disputed); \(all.summary)")
        #expect(all.right > Self.count)
    }

    /// The compilation of the cases that begin at a number; nil where there are no more.
    private static func compilation(from first: Int) throws -> Batch.Compilation? {
        guard first < count else { return nil }
        let numbers = first..<min(count, first + size)
        return try Batch.Compilation(numbers.map { OracleCase(seed: seed, number: $0) })
    }
}
