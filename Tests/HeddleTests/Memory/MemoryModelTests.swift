// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// 12,000 operations beside a model of them, unless `HEDDLE_MEMORY_OPERATIONS` asks for more; `scripts/fuzz` makes millions.
@Suite("Memory does what a model of it does")
struct MemoryModelTests {
    private static let operations =
        ProcessInfo.processInfo.environment["HEDDLE_MEMORY_OPERATIONS"].flatMap { Int($0) } ?? 12_000

    @Test("in every order of operations", arguments: 0..<UInt64(40))
    func orders(part: UInt64) throws {
        var trial = MemoryTrial(try MemoryBench())
        let count = UInt64(max(1, Self.operations / MemoryStory.length / 40))
        for seed in part * count..<(part + 1) * count { trial.run(seed: seed) }
        #expect(trial.stories == count)
        #expect(trial.found == [])
    }
}
