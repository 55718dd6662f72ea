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

    @Test(
        "stays where the case dies while its output is taken, by whatever death",
        arguments: ["shoot", "crash", "end_suddenly", "stop_itself"])
    func taken(death: String) throws {
        let dies = #"{ "call": "odd.\#(death)"\#(death == "end_suddenly" ? #", "with": [0]"# : "") }"#
        func steps(_ name: String) -> String {
            #""steps": [{ "call": "odd.say", "with": ["said \#(name)\n"] }, { "call": "odd.complain", "with": ["cried"] }, \#(dies)]"#
        }
        let ofStep = #"{ "call": "odd.say", "with": ["in"], "expect": { "stdout": "in" } }"#
        try folder(
            [
                #"{ "name": "all", \#(steps("all")), "expect": { "stdout": "x", "stderr": "" } }"#,
                #"{ "name": "none", \#(steps("none")) }"#,
                #"{ "name": "next", "steps": [\#(ofStep)], "expect": { "stdout": "in", "stderr": "" } }"#,
            ])
        let run = try bench.test("--json")
        for name in ["all", "none"] {
            #expect(try run.printed(by: name) == "said \(name)\n")
            #expect(try run.printed("stderr", by: name).hasPrefix("cried"))
        }
        #expect(try run.outcomes == ["crashed all", "crashed none", "passed next"])
    }

    private func folder(_ cases: [String]) throws { try bench.folder.write("cases.json", bench.behaviour(cases)) }

    @Test("has nothing to read")
    func input() throws {
        try bench.write(("reads", ["reads = -1"]))
        let run = try Program.built("heddle").run(["test", "cases.json"], in: bench.folder.path, input: "x")
        #expect(run.status == 0)
    }
}
