// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("What a run would swallow")
struct SwallowedTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private static let library = #"""
        "modules": { "c": { "library": "libc.so.6", "declarations": [
          "_Free_(fclose) FILE *tmpfile(void)", "int fclose(FILE *stream)", "long labs(long n)" ] } }
        """#

    @Test("A handle that is not released fails a case, in every report, if the policy says so")
    func leaks() throws {
        for (policy, status) in [("warn", Int32(0)), ("fail", 1)] {
            try bench.folder.write(
                "leak.json",
                #"""
                { "behaviour": 1, \#(Self.library), "policy": { "leaks": "\#(policy)" },
                  "cases": [{ "name": "leaks", "steps": [{ "call": "c.tmpfile" }] }] }
                """#)
            let ended = try bench.heddle(
                "test", "leak.json", "--junit", "run.xml", "--tap", "run.tap", "--html", "run.html", "--annotations",
                "run.txt")
            #expect(ended.status == status)
            #expect(
                ended.errors.contains(
                    "\(policy == "fail" ? "error" : "warning"): handle 1 of _IO_FILE from c.tmpfile was not released"))
            for report in ["run.xml", "run.tap", "run.html", "run.txt"] {
                #expect(bench.folder.text(of: report)?.contains("was not released") == true, "\(report)")
            }
        }
    }

    @Test("A recorded call that is never made fails the run, unless not all of them are expected")
    func answers() throws {
        func run(_ option: String) throws -> Program.Ended {
            try bench.heddle(
                "run",
                behaviour: #"""
                    { "behaviour": 1, \#(Self.library),
                      "hooks": [{ "on": "c.labs", "instead": { "answer": { "calls": [
                        { "call": "c.labs", "with": [-1], "result": 1 }, { "call": "c.labs", "with": [-2], "result": 2 },
                        { "call": "c.labs", "with": [-3], "result": 3 }]\#(option) } } }],
                      "steps": [{ "call": "c.labs", "with": [-1], "expect": { "result": 1 } }] }
                    """#)
        }
        let failed = try run("")
        #expect(failed.status == 1)
        #expect(failed.errors.contains("c.labs was never called as expected: the recorded call 2 at stack.json:"))
        #expect(failed.errors.contains("and 1 later one was not made"))
        #expect(try run(#", "all": false"#).status == 0)
    }
}
