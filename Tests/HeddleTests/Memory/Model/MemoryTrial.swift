// SPDX-License-Identifier: Apache-2.0

import Heddle

/// Runs one story after the other in one process.
struct MemoryTrial {
    private let bench: MemoryBench
    /// The number of stories that were run.
    private(set) var stories: UInt64 = 0
    /// What did not come as the model says, with the seed of its story.
    private(set) var found: [String] = []

    init(_ bench: MemoryBench) { self.bench = bench }

    /// Runs the story of a seed.
    mutating func run(seed: UInt64) {
        stories += 1
        let steps = MemoryStory(seed: seed).steps
        do {
            let run = try bench.run(steps)
            if run.ending != .held { found.append("seed \(seed): \(run.failures), in\n\(steps)") }
        } catch {
            found.append("seed \(seed): \(error)")
        }
        if !bench.host.objects.isEmpty { found.append("seed \(seed): objects are left") }
    }
}
