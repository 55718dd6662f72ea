// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Native code that writes to the memory in which Heddle notes what happens in a case")
struct OverwrittenNotesTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "wild.so", flags: ["-O0"], in: folder)
    }

    @Test(
        "ends its case, which is told, and neither changes a verdict nor reaches the next case",
        arguments: ["fill_all", "fill_notes", "fill_taken", "clear_all", "forge"])
    func overwritten(call: String) throws {
        let wrong = #"{ "call": "w.\#(call)", "expect": { "result": 3 } }"#
        try folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "w": { "library": "./wild.so", "declarations": [
                "int fill_all(void)", "int fill_notes(void)", "int fill_taken(void)", "int clear_all(void)",
                "int forge(void)", "int one(void)"
              ] } },
              "cases": [
                { "name": "writes", "steps": [\(wrong), { "call": "w.one", "expect": { "result": 1 } }] },
                { "name": "behind", "steps": [{ "call": "w.one", "expect": { "result": 1 } }] }
              ] }
            """)
        let run = try Program.built("heddle").run(["test", "cases.json", "--json"], in: folder.path)
        #expect(run.status == 5)
        #expect(try run.outcomes == ["crashed writes", "passed behind"])
        let parts = run.output.split(separator: "\n").filter { $0.contains("test.died") || $0.contains("caseStarted") }
        #expect(
            parts.first?.contains("caseStarted") != false, "what is told of the death is a part of the case: \(parts)")
        #expect(
            try run.reason(of: "writes")
                == "native code has overwritten the memory in which Heddle notes what happens in a case")
    }

    /// The memory is the one that the process shares with its parent and that is as large as what a case may tell.
    private static let source = #"""
        #include <stdio.h>
        #include <string.h>
        static char *start, *end;
        static int find(void) {
            FILE *maps = fopen("/proc/self/maps", "r");
            char line[512], rights[5];
            unsigned long first, last;
            while (fgets(line, sizeof line, maps) != NULL) {
                if (sscanf(line, "%lx-%lx %4s", &first, &last, rights) != 3) continue;
                if (strcmp(rights, "rw-s") != 0 || last - first < 1 << 20) continue;
                start = (char *)first;
                end = (char *)last;
            }
            fclose(maps);
            return start != NULL;
        }
        int fill_all(void) { if (find()) memset(start, 'x', end - start); return 1; }
        int clear_all(void) { if (find()) memset(start, 0, end - start); return 1; }
        int fill_notes(void) { if (find()) memset(end - (1 << 20) - 4096, 'x', 1 << 20); return 1; }
        int fill_taken(void) { if (find()) memset(start + 8, 'x', 8); return 1; }
        int one(void) { return 1; }
        // Names the case that runs otherwise wherever it was told.
        int forge(void) {
            if (find())
                for (char *at = start; at < end - 6; at++) if (memcmp(at, "writes", 6) == 0) memcpy(at, "behind", 6);
            return 1;
        }
        """#
}
