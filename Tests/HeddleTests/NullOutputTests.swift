// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("Null for what a function would write")
struct NullOutputTests {
    private func failures(_ steps: String) throws -> [String] {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" } },
              "policy": { "onFailure": "continue" }, "steps": [\(steps)] }
            """
        return try Recorder.mistakes(of: text)
    }

    @Test("is given by name where the declaration allows it; otherwise there is room as ever")
    func optional() throws {
        let failures = try failures(
            """
            { "call": "c.strtol", "with": { "text": "12x", "base": 10 }, "expect": { "result": 12, "out.rest": "x" } },
            { "call": "c.strtol", "with": { "text": "12x", "rest": null, "base": 10 }, "expect": { "result": 12 } },
            { "call": "c.snprintf", "with": { "buffer": null, "size": 0, "format": "%d-%s", "...": [1234, "x"] },
              "expect": { "result": 6 } },
            { "call": "c.snprintf", "with": [20, "%d-%s", 1234, "x"], "expect": { "result": 6, "out.buffer": "1234-x" } },
            { "call": "c.mbstowcs", "with": { "wide": null, "text": "three", "size": 0 }, "expect": { "result": 5 } }
            """)
        #expect(failures == [])
    }

    @Test("is refused where the function always writes, and nothing else can be given there")
    func refused() throws {
        func mistakes(_ step: String) -> [String] {
            let error = #expect(throws: Diagnostics.self) { try failures(step) }
            return error?.all.map { "\($0.message) = \($0.suggestion ?? "")" } ?? []
        }
        #expect(
            mistakes(#"{ "call": "c.uname", "with": { "names": null } }"#) == [
                "names of c.uname is null, and the function always writes there = "
                    + "leave it out, or declare it with an annotation that allows null, such as _Out_opt_"
            ])
        #expect(
            mistakes(#"{ "call": "c.strtol", "with": { "text": "1", "rest": "x", "base": 10 } }"#) == [
                #"c.strtol has no parameter "rest" that a caller gives = it takes text, base"#
            ])
    }

    @Test("is an argument by name in Swift, too")
    func swift() throws {
        let host = ModuleHost()
        try host.module("c", library: "libc.so.6")
        let call = try host.call("c.strtol", named: ["text": "12x", "rest": Value.null, "base": 10])
        #expect(call.result == 12 && call.out.isEmpty)
    }
}
