// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test: what cases print")
struct WorkerOutputTests {
    private let bench: WorkerBench

    init() throws { bench = try WorkerBench() }

    @Test("is told as the case's own, by stream, before what comes behind it")
    func streams() throws {
        try bench.write(
            ("a", [#"say "unended""#, #"complain "help""#, "add 1 1 = 2"]), ("b", [#"say "b's\n""#, "crash"]),
            ("c", ["add 1 1 = 2"]))
        let run = try bench.test("--json")
        #expect(try run.printed(by: "a") == "unended")
        #expect(try run.printed("stderr", by: "a") == "help")
        #expect(try run.printed(by: "b") == "b's\n")
        #expect(try run.printed(by: "c") == "")
    }

    @Test("is shown of a case that failed, and of no other")
    func people() throws {
        try bench.write(("good", [#"say "GOOD""#]), ("bad", [#"say "BAD""#, "add 1 1 = 3"]))
        let run = try bench.test()
        #expect(!run.output.contains("GOOD") && !run.errors.contains("GOOD"))
        #expect(run.errors.contains("BAD\n"))
    }

    @Test("stays whole where it comes in pieces, and is cut where it has no end")
    func amounts() throws {
        try bench.write(("much", ["say_much 900"]), ("endless", ["say_much 5000"]), ("next", [#"say "é€𝄞""#]))
        let run = try bench.test("--json")
        #expect(run.status == 0)
        #expect(try run.printed(by: "much").utf8.count == 900 * 1024)
        let endless = try run.printed(by: "endless")
        #expect(endless.contains("\n(4005888 bytes of what it printed are left out)\n"))
        #expect(endless.utf8.count < 1_120_000)
        #expect(try run.printed(by: "next") == "é€𝄞")
    }

    @Test("ends with the last words, whatever was printed before")
    func lastWords() throws {
        try bench.write(("dies", ["say_much 5000", #"say "last_words:é""#, "add 1 1 = 3"]))
        #expect(try bench.test("--json").printed(by: "dies").hasSuffix("last_words:é"))
        #expect(try bench.test().errors.contains("last_words:é\n"))
    }

    @Test("has nothing to read")
    func input() throws {
        try bench.write(("reads", ["reads = -1"]))
        let run = try Program.built("heddle").run(["test", "cases.json"], in: bench.folder.path, input: "x")
        #expect(run.status == 0)
    }
}
