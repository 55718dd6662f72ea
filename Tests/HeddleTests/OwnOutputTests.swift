// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("An object in memory in the place of what a function would write")
struct OwnOutputTests {
    private func failures(_ steps: String) throws -> [String] {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" } },
              "policy": { "onFailure": "continue" }, "steps": [
              { "new": "char[10]", "save": "t" }, { "new": "char[2]", "save": "small" }, { "new": "int", "save": "n" },
              \(steps)] }
            """
        return try Recorder.mistakes(of: text)
    }

    @Test("is given by name, written to, and comes back as what the function has written")
    func written() throws {
        let failures = try failures(
            """
            { "call": "c.strcpy", "with": { "to": { "ref": "t" }, "from": "weft" }, "expect": { "out.to": "weft" } },
            { "read": "t[0]", "expect": { "result": "weft" } },
            { "call": "c.snprintf", "with": { "buffer": { "ref": "t" }, "size": 10, "format": "%d", "...": [42] },
              "expect": { "out.buffer": "42" } },
            { "read": "t[0]", "expect": { "result": "42" } }
            """)
        #expect(failures == [])
    }

    @Test("is refused where it has no room for that, and where it is something else")
    func refused() throws {
        let small = #expect(throws: Diagnostics.self) {
            try failures(#"{ "call": "c.strcpy", "with": { "to": { "ref": "small" }, "from": "weft" } }"#)
        }
        let words = small?.all.first?.message ?? ""
        #expect(words.contains("2 bytes, the declaration wants 5 bytes"), "\(words)")
        let error = #expect(throws: Diagnostics.self) {
            try failures(#"{ "call": "c.strcpy", "with": { "to": { "ref": "n" }, "from": "weft" } }"#)
        }
        #expect(error?.all.first?.message.contains("the declaration wants") == true, "\(error?.all as Any)")
    }
}
