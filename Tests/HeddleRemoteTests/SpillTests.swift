// SPDX-License-Identifier: Apache-2.0

import Foundation
import HeddleSystem
import Testing
import Workbench

@testable import HeddleDelivery

@Suite("Lines beside a database that is not open yet")
struct SpillTests {
    @Test("are all kept or none of them, also on a disk that takes a part", arguments: [0, 2, 4, 6, 9])
    func full(taken: Int) throws {
        let folder = try ScratchFolder()
        let spill = Spill(database: folder("events.sqlite"))
        var kept: String? { try? String(contentsOfFile: spill.own, encoding: .utf8) }
        #expect(spill.add(Array("one\n".utf8)))
        let failure = InjectedFaults.Fault.failing(.write, with: ENOSPC, after: taken == 0 ? 0 : 1, times: 1)
        let faults = InjectedFaults(.short(.write, bytes: max(taken, 1)), failure)
        let isKept = faults.during { spill.add(Array("two\nthree\n".utf8)) }
        #expect(!isKept)
        #expect(kept == "one\n")
        #expect(spill.add(Array("four\n".utf8)))
        #expect(kept == "one\nfour\n")
    }
}
