// SPDX-License-Identifier: Apache-2.0

import Foundation
import Readers
import Testing
import Workbench

/// A few thousand inputs each unless the environment says otherwise: `HEDDLE_FUZZ_INPUTS` asks for more and
/// `HEDDLE_FUZZ_SEED` for others. `scripts/fuzz` runs millions, which follow what they reach.
@Suite("Whatever is read")
struct FuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["HEDDLE_FUZZ_INPUTS"].flatMap { Int($0) } ?? 2000
    private static let seed = environment["HEDDLE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("is taken or refused, with places inside of it", arguments: FuzzedReader.allCases)
    func changes(reader: FuzzedReader) {
        var mutator = Mutator(reader.seeds, tokens: reader.tokens, seed: Self.seed)
        for number in 0..<Self.count {
            let text = mutator.next()
            let broken = reader.brokenPromises(reading: text)
            #expect(broken.isEmpty, "input \(number): \(String(decoding: text, as: UTF8.self).debugDescription)")
        }
    }

    @Test("is taken where it is right", arguments: FuzzedReader.allCases)
    func seeds(reader: FuzzedReader) {
        for seed in reader.seeds { #expect(reader.brokenPromises(reading: Array(seed.utf8)).isEmpty, "\(seed)") }
    }
}
