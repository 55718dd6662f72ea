// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("A text whose characters are counted exactly")
struct WholeTextTests {
    private func failures(_ declarations: String, _ steps: String) throws -> [String] {
        let folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            #include <string.h>
            #include <sys/mman.h>
            static const char bytes[] = "a\\0b";
            int fill(char *to, int room); int fill(char *to, int room) { memcpy(to, bytes, 3); return room < 3 ? room : 3; }
            int pad(char *to, int room); int pad(char *to, int room) { memcpy(to, "ab\\0", 4); return room; }
            const char *lend(int *count); const char *lend(int *count) { *count = 3; return bytes; }
            int hand(const char **to, int *count); int hand(const char **to, int *count) { *to = bytes; return *count = 3; }
            char *end(void); char *end(void) {
                char *page = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                munmap(page + 4096, 4096);
                return memset(page + 4090, 'x', 6);
            }
            """, to: "libwhole.so", in: folder)
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "whole", "declarations": [\(declarations)] } },
              "policy": { "onFailure": "continue" }, "steps": [\(steps)] }
            """
        return try Recorder.mistakes(of: text, on: ModuleHost(modulePath: [folder.path]))
    }

    @Test(
        "comes whole, with the NULs inside of it",
        arguments: [
            ("int fill(_Out_writes_to_(room, return) char *to, int room)", "fill", "[5]", "out.to"),
            ("int fill(_Out_writes_all_(room) char *to, int room)", "fill", "[3]", "out.to"),
            ("_Ret_writes_(*count) const char *lend(_Out_ int *count)", "lend", "[]", "result"),
            (
                "int hand(_Outptr_result_buffer_(*count) const char **to, _Out_ int *count)", "hand", "[]", "out.to"
            ),
        ])
    func whole(declaration: String, action: String, arguments: String, part: String) throws {
        let failures = try failures(
            "\"\(declaration)\"",
            #"{ "call": "m.\#(action)", "with": \#(arguments), "expect": { "\#(part)": "a\u0000b" } }"#)
        #expect(failures == [])
    }

    @Test(
        "keeps the NULs at its end, which may be data",
        arguments: ["_Out_writes_to_(room, return)", "_Out_writes_all_(room)"])
    func end(annotation: String) throws {
        let failures = try failures(
            #""int pad(\#(annotation) char *to, int room)""#,
            #"{ "call": "m.pad", "with": [4], "expect": { "out.to": "ab\u0000\u0000" } }"#)
        #expect(failures == [])
    }

    @Test("ends at the first NUL where only its room is counted")
    func room() throws {
        let failures = try failures(
            #""int fill(_Out_writes_(room) char *to, int room)""#,
            #"{ "call": "m.fill", "with": [4], "expect": { "out.to": "a" } }"#)
        #expect(failures == [])
    }

    @Test("is a handle where it has no end before memory that is not there")
    func endless() throws {
        let failures = try failures(
            #""char *end(void)""#,
            #"{ "call": "m.end", "save": "text" }, { "call": "m.end", "expect": { "result": { "ne": "x" } } }"#)
        #expect(failures == [])
    }
}
