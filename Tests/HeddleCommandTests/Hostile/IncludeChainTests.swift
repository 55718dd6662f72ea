// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A chain of files that include each other")
struct IncludeChainTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// Checks the first of so many files.
    private func check(_ count: Int) throws -> Program.Ended {
        for index in 0..<count {
            let next = index + 1 < count ? #""include": ["\#(index + 1).json"], "# : ""
            try bench.folder.write("\(index).json", "{ \"behaviour\": 1, \(next)\"steps\": [] }")
        }
        return try bench.heddle("check", "0.json")
    }

    @Test("is read where 200 files include one another")
    func short() throws {
        let ended = try check(201)
        #expect(ended.status == 0, "\(ended.errors)")
    }

    @Test("is refused where it is longer, with the place, and overflows no stack")
    func long() throws {
        let ended = try check(5_000)
        #expect(ended.status == 3)
        #expect(
            ended.errors == """
                error: "201.json" is not read: 200 files include each other in a chain before it, the maximum
                 --> 200.json:1:31
                  |
                1 | { "behaviour": 1, "include": ["201.json"], "steps": [] }
                  |                               ^^^^^^^^^^
                  = include it in a file nearer to the one that is run
                1 error

                """)
    }
}
