// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Counts in bindings")
struct BoundCountTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.folder.write(
            "filter.h",
            """
            #include <stddef.h>
            #define ROOM 16
            struct program { unsigned length; struct step *steps; };
            struct step { int code; struct program *back; };
            struct packet { unsigned size, flags; };
            int run(const struct program *program);
            int first(const struct packet *packet, const unsigned char *bytes);
            void name(char *buffer);
            """)
        try BuiltModules.compile(
            """
            #include <string.h>
            #include "filter.h"
            int run(const struct program *p) { return p->length ? p->steps[p->length - 1].code : -1; }
            int first(const struct packet *p, const unsigned char *bytes) { return p->size ? bytes[0] : -1; }
            void name(char *buffer) { strcpy(buffer, "weft"); }
            """, to: "libfilter.so", in: bench.folder)
        let bound = try bench.heddle("bind", "filter.h", "--library", "./libfilter.so", "-o", "filter.json")
        #expect(bound.status == 0, "\(bound.errors)")
    }

    private func run(_ steps: String) throws -> Program.Ended {
        try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "f": { "library": "./libfilter.so", "bindings": "filter.json", "annotate": {
                    "struct program": { "steps": "_In_reads_(length)" }, "run": { "program": "_In_" },
                    "first": { "packet": "_In_", "bytes": "_In_reads_(packet->size)" },
                    "name": { "buffer": "_Out_writes_z_(ROOM)" } } } },
                  "steps": [\(steps)] }
                """)
    }

    @Test("are of structures that the header defines behind those that point to them")
    func pointed() throws {
        let run = try run(
            #"{ "call": "f.run", "with": [{ "steps": [{ "code": 3 }, [7]] }], "expect": { "result": 7 } }"#)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("may be the numbers of its macros")
    func macros() throws {
        let run = try run(#"{ "call": "f.name", "expect": { "out.buffer": "weft" } }"#)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("that another argument has and leaves out would count no values, and are wanted")
    func omitted() throws {
        for (packet, status) in [(#"{ "size": 1 }"#, 0), (#"{ "size": 0 }"#, 1), (#"{ "flags": 1 }"#, 3)]
            as [(String, Int32)]
        {
            let run = try run(#"{ "call": "f.first", "with": [\#(packet), "a"], "expect": { "result": 97 } }"#)
            #expect(run.status == status, "\(packet): \(run.errors)")
            if status == 3 {
                #expect(
                    run.errors.contains(
                        "argument 2 (bytes) of f.first is 1 byte, the declaration wants size in argument 1 (packet), which counts them"
                    ))
            }
        }
    }
}
