// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing
import Workbench

@Suite("A recording of steps that work in memory")
struct MemoryRecordingTests {
    @Test(
        "is refused before anything runs, as answers put nothing there",
        arguments: [
            #"{ "new": "node" }"#,
            #"{ "call": "m.make", "with": [1], "expect": { "result->number": 1 } }"#,
            #"{ "call": "m.make", "with": [1], "save": { "number": "result->number" } }"#,
            #"{ "call": "m.make", "with": [1], "save": "it" }, { "call": "m.make", "with": [{ "ref": "it->number" }] }"#,
        ])
    func isRefused(_ steps: String) throws {
        let bench = try MemoryBench()
        let plan = try bench.plan(steps)
        #expect {
            try plan.checkRecordable(on: bench.host)
        } throws: { error in
            (error as? Diagnostics)?.all.map(\.code) == [.recording(.stub)]
        }
    }
}
