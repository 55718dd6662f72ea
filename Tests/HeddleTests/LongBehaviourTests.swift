// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing

/// More steps than are kept as they were planned.
@Suite("Long behaviours of steps that cannot be packed")
struct LongBehaviourTests {
    private static let count = 5000

    private func behaviour(_ step: (Int) -> String) -> String { (0..<Self.count).map(step).joined(separator: ",\n") }

    @Test("are run as they were checked, to the last step")
    func run() throws {
        let bench = try Bench("probe")
        let plan = try bench.plan(
            behaviour { number in
                number == 0
                    ? #"{"call":"probe.add","with":[0,1],"save":"s0"}"#
                    : #"{"call":"probe.add","with":[{"ref":"s\#(number - 1)"},1],"save":"s\#(number)","#
                        + #""expect":{"result":{"gt":\#(number),"lt":\#(number + 2)}}}"#
            })
        let (ending, events) = bench.run(plan)
        #expect(ending == .held)
        #expect(events.summary?.returned == Self.count)
        #expect(events.summary?.expectationsHeld == Self.count - 1)
    }

    @Test("show each step as it was written, and what does not hold at its place")
    func last() throws {
        let bench = try Bench("probe")
        let plan = try bench.plan(
            behaviour { #"{"call":"probe.add","with":[\#($0),1],"expect":{"result":{"le":4999}}}"# })
        #expect(try plan.steps[4999].call.get().plannedArguments == [.integer(4999), .integer(1)])
        let (ending, events) = bench.run(plan)
        #expect(ending == .failed)
        let failed = events.compactMap { event -> ExpectationEvent? in
            if case .expectation(let expectation) = event, !expectation.isHeld { expectation } else { nil }
        }
        #expect(failed.map(\.index) == [4999])
        #expect(failed.first?.range.text == #""result":{"le":4999}"#)
    }
}
