// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The C library needs no declarations")
struct SystemLibraryTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("from the shell, and a misspelt name gets its suggestion")
    func shell() throws {
        let cos = try bench.heddle("call", "libm.so.6", "cos", "0")
        #expect(cos.status == 0 && cos.output == "1\n")
        let unknown = try bench.heddle("call", "libm.so.6", "coss", "0")
        #expect(unknown.status == 4 && unknown.errors.contains("did you mean \"cos\"?"))
    }

    @Test("in behaviours, with the annotations that calls need")
    func behaviours() throws {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" }, "m": { "library": "libm.so.6" } },
                  "hooks": [{ "on": "m.hypot", "after": ["count"] }],
                  "steps": [
                    { "call": "m.hypot", "with": [3, 4], "expect": { "result": 5 } },
                    { "call": "m.frexp", "with": [8], "expect": { "result": 0.5, "out.exponent": 4 } },
                    { "call": "m.modff", "with": [1.5], "expect": { "result": 0.5, "out.whole": 1 } },
                    { "call": "c.strdup", "with": ["text"], "expect": { "result": "text" } },
                    { "call": "c.div", "with": [7, 2], "expect": { "result": { "quot": 3, "rem": 1 } } },
                    { "call": "c.pipe", "save": { "ends": "out.files" } },
                    { "call": "c.write", "with": { "file": { "ref": "ends[1]" }, "bytes": "abc" }, "expect": { "result": 3 } },
                    { "call": "c.read", "with": { "file": { "ref": "ends[0]" }, "size": 10 },
                      "expect": { "out.buffer": { "hex": "616263" } } },
                    { "call": "c.getaddrinfo", "with": ["127.0.0.1", "80", null], "save": { "a": "out.found" } },
                    { "call": "c.freeaddrinfo", "with": [{ "ref": "a" }] },
                    { "call": "c.getenv", "with": ["SURELY_NOT_THERE"], "expect": { "result": null } } ] }
                """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(!run.errors.contains("warning"), "\(run.errors)")
    }

    @Test("also where answers replace it in a recording")
    func stubs() throws {
        try bench.folder.write(
            "steps.json",
            """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "annotate": { "labs": { "return": "_Idempotent_" } } } },
              "steps": [{ "call": "c.abs", "with": [-3] }, { "call": "c.div", "with": [7, 2] }, { "call": "c.labs", "with": [-4] }] }
            """)
        let program = try Program.built("heddle")
        let recorded = try program.run(
            ["record", "--stubs", "steps.json", "-o", "recorded.json"], in: bench.folder.path)
        #expect(recorded.status == 0, "\(recorded.errors)")
        let run = try bench.heddle("run", bench.folder("recorded.json"))
        #expect(run.status == 0 && run.output.contains("c.div(7, 2) = {\"quot\": 3, \"rem\": 1}"), "\(run.errors)")
    }

    @Test("and a declaration of the behaviour replaces the one that Heddle has")
    func declared() throws {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6",
                    "declarations": "unsigned char abs(unsigned char n)", "annotate": { "labs": { "return": "_Idempotent_" } } } },
                  "steps": [{ "call": "c.abs", "with": [200], "expect": { "result": 200 } },
                            { "call": "c.labs", "with": [-3], "expect": { "result": 3 } }] }
                """)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("since they are those of its headers", .enabled(if: Program.isInstalled("clang")))
    func agree() throws {
        let headers = [
            "libm.so.6": ["math.h"],
            "libc.so.6": [
                "stdlib.h", "stdio.h", "string.h", "strings.h", "ctype.h", "unistd.h", "sys/stat.h", "fcntl.h",
                "time.h",
                "signal.h", "netdb.h", "arpa/inet.h", "fnmatch.h", "locale.h",
            ],
        ]
        for (library, headers) in headers {
            let name = library.split(separator: ".")[0]
            let bound = try Program.built("heddle").run(
                ["bind", "--library", library, "-D", "_GNU_SOURCE", "-o", "\(name).bound.json"] + headers,
                in: bench.folder.path)
            #expect(bound.status == 0, "\(bound.errors)")
            let own = "\(Sources.root)/Sources/Heddle/SystemLibraries/\(name).json"
            let checked = try bench.heddle(
                "check",
                behaviour: """
                    { "behaviour": 1, "modules": { "l": { "library": "\(library)",
                        "bindings": ["\(bench.folder("\(name).bound.json"))", "\(own)"] } } }
                    """)
            #expect(checked.status == 0, "\(checked.errors)")
        }
    }
}
