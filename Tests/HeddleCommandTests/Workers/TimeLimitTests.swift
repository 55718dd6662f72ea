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

    @Test("ends one that does not even answer, and knows the call", arguments: ["hang_stubbornly", "hang_deafly"])
    func stubborn(call: String) throws {
        try bench.write(("hangs", ["add 1 1", call]))
        let run = try bench.test("--json", "--time-limit", "1 s")
        #expect(try run.outcomes == ["timedOut hangs"])
        #expect(try run.reason(of: "hangs") == "the time limit of 1 s was reached, still in odd.\(call)")
        // The second step of the case.
        #expect(try run.events.first { $0["code"] == "test.overtime" }?["at"] == "cases.json:4:82")
    }

    @Test("is what a case missed that answers the signal which asks where it is")
    func answered() throws {
        try bench.write(("hangs", ["hang_until_asked"]))
        let run = try bench.test("--json", "--time-limit", "1 s")
        #expect(try run.outcomes == ["timedOut hangs"])
        #expect(
            try run.reason(of: "hangs")?.hasPrefix(
                "the time limit of 1 s was reached, and then native code ended the process in odd.hang_until_asked")
                == true)
    }

    @Test("ends a case that waits for a lock which an earlier call has kept; the next case finds it free")
    func keptLock() throws {
        try bench.write(("keeps", ["keep_lock"]), ("waits", ["keep_lock", "keep_lock"]), ("behind", ["keep_lock"]))
        let run = try bench.test("--json", "--time-limit", "2s")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["passed keeps", "timedOut waits", "passed behind"])
        #expect(try run.reason(of: "waits") == "the time limit of 2 s was reached, still in odd.keep_lock")
    }

    @Test("ends a case whose thread keeps the lock of the output, also where the process waits for that at its end")
    func keptOutput() throws {
        try bench.write(
            ("keeps", ["keep_output"]), ("prints", ["keep_output", #"say "weft""#]), ("behind", [#"say "weft""#]))
        let run = try bench.test("--json", "--time-limit", "2s")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["timedOut keeps", "timedOut prints", "passed behind"])
        #expect(try run.reason(of: "keeps") == "the time limit of 2 s was reached, still outside of a call")
        #expect(try run.reason(of: "prints") == "the time limit of 2 s was reached, still in odd.say")
        #expect(try run.printed(by: "behind") == "weft")
    }

    @Test(
        "is no matter of chance: what takes longer is late even where it ends by itself, and no other case pays for it")
    func late() throws {
        let cases = (1...20).flatMap { [("late\($0)", ["nap 30"]), ("quick\($0)", ["add 1 1 = 2"])] }
        try bench.write(cases)
        let run = try bench.test("--json", "--time-limit", "30ms", "--load-limit", "1min")
        let outcomes = try run.outcomes
        #expect(outcomes.filter { $0.contains(" late") }.allSatisfy { $0.hasPrefix("timedOut ") })
        #expect(outcomes.count == 40 && !outcomes.contains { $0.hasPrefix("crashed") })
        #expect(!run.output.contains("test.bad-end"))
    }

    @Test("is not for loading, which has a limit of its own and is told by the module")
    func loading() throws {
        try BuiltModules.compile(Self.slow, to: "slow.so", flags: ["-D_GNU_SOURCE"], in: bench.folder)
        try bench.folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "slow": { "library": "./slow.so", "declarations": ["int one(void)"] } },
              "cases": [{ "name": "one", "steps": [{ "call": "slow.one" }] }] }
            """)
        #expect(try test("--time-limit", "1s", loadingFor: 2).outcomes == ["passed one"])
        let run = try test("--load-limit", "4s", loadingFor: 50)
        #expect(run.status == 5)
        #expect(try run.outcomes == ["skipped one"])
        #expect(try run.reason(of: "one") == "not run: the module slow was not loaded in time")
        let told: String = try #require(try run.events.first { $0["code"] == "test.unloaded" }?["message"])
        #expect(
            told == "the module slow: the modules were not loaded within 4 s, still in the loading of ./slow.so")
    }

    private func test(_ options: String..., loadingFor seconds: Int) throws -> Program.Ended {
        try Program.built("heddle").run(
            ["test", "cases.json", "--json"] + options, in: bench.folder.path, environment: ["SECONDS": "\(seconds)"])
    }

    /// Takes long to load in the processes of cases only.
    private static let slow = """
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        int one(void) { return 1; }
        __attribute__((constructor)) static void load(void) {
            char words[4096] = {0};
            FILE *file = fopen("/proc/self/cmdline", "r");
            size_t count = fread(words, 1, sizeof words, file);
            fclose(file);
            if (memmem(words, count, "test-worker", 11)) sleep(atoi(getenv("SECONDS")));
        }
        """

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
        #expect(run.errors.contains("\(limit) is not a time limit: it takes a duration such as \"20 ms\""))
    }

    @Test("needs a process of its own")
    func inProcess() throws {
        try bench.write(("a", ["add 1 1"]))
        let run = try bench.test("--time-limit", "1s", "--in-process")
        #expect(run.status == 2)
        #expect(run.errors.contains("--time-limit ends the process of a case: --in-process has none"))
        #expect(try bench.test("--load-limit", "1s", "--in-process").status == 2)
    }
}
