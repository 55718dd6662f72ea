// SPDX-License-Identifier: Apache-2.0

import HeddleForeign
import Foundation
import Heddle
import Testing
import Workbench

/// A thousand behaviours unless the environment says otherwise: `HEDDLE_FUZZ_INPUTS` asks for more and
/// `HEDDLE_FUZZ_SEED` for others. `scripts/fuzz` tries hundreds of thousands.
@Suite("A behaviour that check accepts")
struct CompletenessTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["HEDDLE_FUZZ_INPUTS"].flatMap { Int($0) } ?? 1000
    private static let seed = environment["HEDDLE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("fails by what the code does, and never by form", arguments: 0..<4 as Range<UInt64>)
    func completeness(part: UInt64) throws {
        let count = Self.count / 4
        // Reading it once for all is most of what makes the test short.
        let library = try Library.load(LibraryFile(path: GeneratedModule.folder.get()("gen.so")))
        var trial = try CompletenessTrial { $0.know(library) }
        for number in 0..<UInt64(count / 2) { trial.tryNext(seed: Self.seed &* 1_000_000_000 &+ number &* 4 &+ part) }
        #expect(trial.found == [])
        // An untried case proves nothing.
        #expect(trial.runs > count / 5 && trial.refused > count / 5, "\(trial.runs) run, \(trial.refused) refused")
        #expect(trial.calls > count && trial.unmet > count / 50, "\(trial.calls) calls, \(trial.unmet) unmet")
    }
}
