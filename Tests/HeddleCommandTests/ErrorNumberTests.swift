// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("errno by name")
struct ErrorNumberTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func run(_ expected: String, hooks: String = "") throws -> Program.Ended {
        try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1,
                  "modules": { "c": { "library": "libc.so.6", "declarations": [
                    "_Success_(return == 0) int chdir(const char *path)" ] } }, "hooks": [\(hooks)],
                  "steps": [{ "call": "c.chdir", "with": ["/nowhere"],
                              "expect": { "status": "failed", "errno": \(expected) } }] }
                """)
    }

    @Test(
        "is expected by its name, as by its number",
        arguments: [
            #""ENOENT""#, "2", #"{ "in": ["EACCES", "ENOENT"] }"#, #"{ "ne": "EACCES" }"#,
            #"{ "not": { "eq": "EWOULDBLOCK" } }"#,
        ])
    func holds(expected: String) throws {
        let ended = try run(expected)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }

    @Test("is told with its name, and differs where it should")
    func differs() throws {
        let ended = try run(#""EACCES""#)
        #expect(ended.status == 1)
        #expect((ended.output + ended.errors).contains("errno = 2 (ENOENT)"), "\(ended.output)\(ended.errors)")
    }

    @Test("is refused under a name that there is not, with the nearest that there is")
    func unknown() throws {
        let ended = try run(#""ENOETN""#)
        #expect(ended.status == 3)
        #expect(ended.errors.contains(#""ENOETN" is not a constant of errno"#), "\(ended.errors)")
        #expect(ended.errors.contains(#"did you mean "ENOENT"?"#))
    }

    @Test("chooses calls by its name in the condition of a hook")
    func condition() throws {
        let hook = #"{ "on": "c.chdir", "after": { "track": { "label": "missing", "when": { "errno": "ENOENT" } } } }"#
        let ended = try run("2", hooks: hook)
        #expect(ended.status == 0 && ended.output.contains("missing"), "\(ended.output)\(ended.errors)")
        let wrong = try run("2", hooks: hook.replacing("ENOENT", with: "ENOWHERE"))
        #expect(wrong.status == 3 && wrong.errors.contains("is not a constant of errno"), "\(wrong.errors)")
    }
}
