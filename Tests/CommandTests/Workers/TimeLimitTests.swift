// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test --time-limit")
struct TimeLimitTests {
    private let bench: WorkerBench

    init() throws { bench = try WorkerBench() }

    @Test("ends a case that takes longer, and says in which call it was")
    func hangs() throws {
        try bench.write(("before", ["add 1 1 = 2"]), ("hangs", ["add 1 1", "hang"]), ("behind", ["add 2 2 = 4"]))
        let run = try bench.test("--json", "--time-limit", "2s")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["passed before", "timedOut hangs", "passed behind"])
        #expect(try run.reason(of: "hangs") == "the time limit of 2 s was reached, still in odd.hang")
    }

    @Test("ends one that does not even answer")
    func stubborn() throws {
        try bench.write(("hangs", ["hang_stubbornly"]))
        let run = try bench.test("--json", "--time-limit", "1 s")
        #expect(try run.outcomes == ["timedOut hangs"])
        #expect(try run.reason(of: "hangs") == "the time limit of 1 s was reached, and the process did not answer")
    }

    @Test("is one for each attempt")
    func retries() throws {
        try bench.write(("hangs", ["hang"]))
        let run = try bench.test("--json", "--time-limit", "100ms", "--retries", "1")
        #expect(try run.outcomes == ["timedOut hangs retried", "timedOut hangs"])
    }

    @Test("says what is no limit", arguments: ["0", "10", "0s", "-1s", "5 parsecs", "1e3s"])
    func mistakes(limit: String) throws {
        try bench.write(("a", ["add 1 1"]))
        let run = try bench.test("--time-limit=\(limit)")
        #expect(run.status == 2)
        #expect(run.errors.contains("\(limit) is no time limit: it takes a duration such as \"20 ms\""))
    }

    @Test("needs a process of its own")
    func inProcess() throws {
        try bench.write(("a", ["add 1 1"]))
        let run = try bench.test("--time-limit", "1s", "--in-process")
        #expect(run.status == 2)
        #expect(run.errors.contains("--time-limit ends the process of a case: --in-process has none"))
    }
}
