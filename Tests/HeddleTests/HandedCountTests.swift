// SPDX-License-Identifier: Apache-2.0

import Heddle
import Testing
import Workbench

@Suite("What a call hands out is counted by a structure that it hands out too")
struct HandedCountTests {
    @Test("as pcap_next_ex does, and there is nothing where it has handed out none")
    func next() throws {
        let folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            #include <stddef.h>
            struct span { long time; unsigned length; };
            static struct span spans[] = { { 1, 3 }, { 2, 0 }, { 3, 5 } };
            int next(int index, struct span **span, const unsigned char **data) {
                if (index < 0) { *span = NULL; *data = (const unsigned char *)"abcdef"; return 0; }
                *span = index > 2 ? (struct span *)0x7f0000001000 : &spans[index];
                *data = (const unsigned char *)"ab\\0def";
                return 1;
            }
            """, to: "libspans.so", in: folder)
        let mistakes = try Recorder.mistakes(
            of: """
                { "behaviour": 1, "modules": { "m": { "library": "spans", "declarations": [
                    "struct span { long time; unsigned length; }",
                    "int next(int index, _Outptr_ struct span **span, _Outptr_result_bytebuffer_((*span)->length) const unsigned char **data)"
                  ] } },
                  "steps": [
                    { "call": "m.next", "with": [0], "expect": { "out.data": { "hex": "616200" }, "out.span->time": 1 } },
                    { "call": "m.next", "with": [1], "expect": { "out.data": { "hex": "" } } },
                    { "call": "m.next", "with": [2], "expect": { "out.data": { "hex": "6162006465" } } },
                    { "call": "m.next", "with": [3], "expect": { "result": 1 } },
                    { "call": "m.next", "with": [-1], "expect": { "result": 0 } } ] }
                """, on: ModuleHost(modulePath: [folder.path]))
        #expect(mistakes == [])
    }
}
