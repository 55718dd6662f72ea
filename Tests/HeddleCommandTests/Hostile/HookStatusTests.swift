// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A hook in C that writes over what it only may read")
struct HookStatusTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("writing", "1.0.0")
            HEDDLE_ACTION(int32_t, pass, int32_t n)
            HEDDLE_ACTION(int32_t, refuse, int32_t n)
            HEDDLE_HOOK(write_status)
            HEDDLE_HOOK(write_failure)
            HEDDLE_HOOK(write_position)
            HEDDLE_HOOK(look)
            int32_t pass(int32_t n) { return n; }
            int32_t refuse(int32_t n) { heddle->fail("refused", "no"); return n; }
            void write_status(heddle_call *call) { call->status = 77; }
            void write_failure(heddle_call *call) { call->status = HEDDLE_FAILED; }
            void write_position(heddle_call *call) { call->position = HEDDLE_INSTEAD; heddle->proceed(call); }
            void look(heddle_call *call) {
                if (call->position != HEDDLE_AFTER) heddle->fail("position", "it is not behind the call");
                if (call->status != HEDDLE_RETURNED) heddle->fail("status", "it did not return");
            }
            """, to: "writing.so", flags: ["-fvisibility=hidden"], in: bench.folder)
    }

    private func run(_ hooks: String, _ step: String) throws -> Program.Ended {
        try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "m": { "library": "./writing.so" } }, "hooks": [\(hooks)],
                  "steps": [\(step)] }
                """)
    }

    private static let returns = #"{ "call": "m.pass", "with": [7], "expect": { "result": 7 } }"#

    @Test(
        "changes nothing for the hooks behind it, and nothing of the call",
        arguments: [
            #""after": ["m.look", "m.write_status"]"#, #""after": ["m.look", "m.write_failure"]"#,
            #""before": "m.write_status", "after": "m.look""#, #""before": "m.write_failure", "after": "m.look""#,
            #""before": "m.write_position", "after": "m.look""#, #""after": ["m.look", "m.write_position"]"#,
            #""after": ["count", "m.write_status"]"#,
        ])
    func returned(pieces: String) throws {
        let run = try run(#"{ "on": "m.pass", \#(pieces) }"#, Self.returns)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        if pieces.contains("count") { #expect(run.output.contains("m.pass         1       0")) }
    }

    @Test("does not recover a call that failed")
    func failed() throws {
        let run = try run(
            #"{ "on": "m.refuse", "after": ["count", "m.write_status"] }"#,
            #"{ "call": "m.refuse", "with": [7], "expect": { "failure": { "code": "refused" } } }"#)
        #expect(run.status == 0)
        #expect(run.output.contains("m.refuse         0       1"), "\(run.output)")
    }
}
