// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing

@Suite("Single bytes")
struct ByteElementTests {
    private static let declarations = [
        "struct ether_addr { unsigned char ether_addr_octet[6]; }",
        "struct ether_addr *ether_aton(const char *text)",
        "int memcmp(_In_reads_bytes_(n) const void *a, _In_reads_(n) const unsigned char *b, size_t n)",
        "void *memcpy(_Out_writes_bytes_all_(n) void *to, _In_reads_bytes_(n) const void *from, size_t n)",
        "int abs(int n)", "int isatty(_In_reads_(n) const unsigned char *bytes, int n)",
    ]

    private func mistakes(_ steps: String) throws -> [String] {
        let declarations = Self.declarations.map { "\"\($0)\"" }.joined(separator: ", ")
        do {
            return try Recorder.mistakes(
                of: """
                    { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [\(declarations)] } },
                      "steps": [\(steps)] }
                    """, on: ModuleHost())
        } catch let refused as Diagnostics {
            return refused.all.map(\.message)
        }
    }

    @Test("are numbers, by their index")
    func index() throws {
        #expect(
            try mistakes(
                #"""
                { "call": "c.memcpy", "with": { "from": "abc", "n": 3 }, "save": { "all": "out.to", "last": "out.to[2]" },
                  "expect": { "out.to[1]": 98, "out.to[0]": { "lt": 98 } } },
                { "call": "c.abs", "with": [{ "ref": "last" }], "expect": { "result": 99 } },
                { "call": "c.abs", "with": [{ "ref": "all[0]" }], "expect": { "result": { "expression": "all[1] - 1" } } }
                """#) == [])
        let beyond = try mistakes(
            #"{ "call": "c.memcpy", "with": { "from": "abc", "n": 3 }, "expect": { "out.to[3]": 0 } }"#)
        #expect(beyond.count == 1)
        let never = try mistakes(
            #"{ "call": "c.memcpy", "with": { "from": "abc", "n": 3 }, "expect": { "out.to[0]": 256 } }"#)
        #expect(never.first?.contains("can never be number 256") == true, "\(never)")
    }

    @Test("make bytes as an array, as which a structure gives them back")
    func array() throws {
        #expect(
            try mistakes(
                #"""
                { "call": "c.ether_aton", "with": ["1:2:3:4:5:ff"], "save": { "octets": "result->ether_addr_octet" } },
                { "call": "c.memcmp", "with": { "a": { "hex": "0102030405ff" }, "b": { "ref": "octets" }, "n": 6 },
                  "expect": { "result": 0 } },
                { "call": "c.memcmp", "with": { "a": { "hex": "0102" }, "b": [1, 2], "n": 2 }, "expect": { "result": 0 } }
                """#) == [])
        #expect(
            try mistakes(
                #"""
                { "call": "c.memcpy", "with": { "from": { "hex": "0702" }, "n": 2 },
                  "expect": { "out.to": { "in": [[7, 2], "a"], "ne": [7, 3] } } },
                { "call": "c.memcpy", "with": { "from": { "hex": "0702" }, "n": 2 }, "expect": { "out.to": [7, 2] } }
                """#) == [])
        for wrong in ["[1, 256]", "[-1]", "[1.5]", #"["a"]"#] {
            let refused = try mistakes(#"{ "call": "c.memcmp", "with": { "a": "a", "b": \#(wrong), "n": 1 } }"#)
            #expect(refused.count == 1, "\(wrong): \(refused)")
        }
    }
}
