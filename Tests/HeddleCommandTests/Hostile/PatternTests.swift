// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A regular expression that an engine which backtracks is never through with", .timeLimit(.minutes(30)))
struct HostilePatternTests {
    @Test("is held against a long text at once")
    func long() throws {
        let text = String(repeating: "a", count: 20_000)
        let run = try Bench().heddle(
            "run",
            behaviour: """
                { "behaviour": 1,
                  "modules": { "c": { "library": "libc.so.6", "declarations": ["char *strpbrk(const char *text, const char *any)"] } },
                  "steps": [{ "call": "c.strpbrk", "with": ["\(text)", "a"], "expect": { "result": { "matches": "(.*)*x" } } }] }
                """)
        #expect(run.status == 1)
        #expect(run.errors.contains("1 of 1 expectation failed"))
    }

    @Test("is refused where it needs one, with the place in it")
    func refused() throws {
        let check = try Bench().heddle(
            "check",
            behaviour: behaviour(
                #", { "call": "probe.same_text", "with": ["x"], "expect": { "result": { "matches": "(a)\\1" } } }"#))
        #expect(check.status == 3)
        #expect(check.errors.contains("a reference to a group would need an engine that backtracks, at character 4"))
    }
}
