// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Tries generated stories of memory, and tells on standard error how far it is.
struct MemoryTrials {
    private var trial: MemoryTrial
    /// The seed of the first story, and the number of stories.
    private let first: UInt64, count: UInt64

    init(_ bench: MemoryBench, first: UInt64, operations: UInt64) {
        trial = MemoryTrial(bench)
        self.first = first
        count = max(1, operations / UInt64(MemoryStory.length))
    }

    /// Returns whether each operation did what the model says.
    consuming func callAsFunction() -> Bool {
        let start = ContinuousClock.now
        for seed in first..<first + count {
            // The last seed that is told is that of a story which ended the process.
            if seed % 1000 == 0 || count < 1000 { write("\rseed \(seed) ") }
            let known = trial.found.count
            trial.run(seed: seed)
            for found in trial.found[known...] { write("\r\(found)\n") }
        }
        let operations = trial.stories * UInt64(MemoryStory.length)
        let rate = Double(operations) / ((ContinuousClock.now - start) / .seconds(1))
        write("\r\(operations) operations, \(Int(rate)) a second; \(trial.found.count) things differ from the model\n")
        return trial.found.isEmpty
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
