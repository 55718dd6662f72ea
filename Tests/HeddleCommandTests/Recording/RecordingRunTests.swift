// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("What heddle record cannot expect", .waiting)
struct RecordingRunTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("leaves no temporary folder, also where the run dies", arguments: ["steps", "cases"])
    func temporaryFolder(part: String) throws {
        let steps = #"[{ "call": "c.access", "with": [{ "ref": "temporary.folder" }, 0] }, { "call": "c.abort" }]"#
        let body = part == "steps" ? #""steps": \#(steps)"# : #""cases": [{ "name": "a", "steps": \#(steps) }]"#
        try bench.folder.write(
            "a.json",
            #"""
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6",
              "declarations": ["int access(const char *path, int mode)", "void abort(void)"] } }, \#(body) }
            """#)
        let place = bench.folder("tmp")
        try Program("mkdir").succeed([place])
        let ended = try Program.built("heddle").run(
            ["record", "a.json", "-o", "b.json"], in: bench.folder.path, environment: ["TMPDIR": place])
        #expect(ended.status == 5, "\(ended.errors)")
        #expect(try Program("ls").succeed([place]) == "")
    }

    @Test("is what depends on the length of the temporary folder's path: it is told of")
    func lengthOfFolder() throws {
        let ended = try record(
            behaviour(
                #""size_t strlen(const char *s)""#,
                #"{ "call": "c.strlen", "with": [{ "ref": "temporary.folder" }] }, { "call": "c.strlen", "with": ["weft"] }"#
            ))
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.errors.contains("warning: result of c.strlen was "))
        #expect(recorded.contains(#""with": ["weft"], "expect": { "result": 4 }"#))
        try bench.expectSound("recorded.json")
    }

    @Test("is what a run leaves that does not end although its steps have")
    func endless() throws {
        try BuiltModules.compile(
            """
            #include <stdlib.h>
            #include <unistd.h>
            static void wait_always(void) { for (;;) pause(); }
            int wait_at_the_end(void) { return atexit(wait_always); }
            """, to: "libendless.so", in: bench.folder)
        try bench.folder.write(
            "a.json",
            #"""
            { "behaviour": 1, "modules": { "e": { "library": "./libendless.so",
              "declarations": ["int wait_at_the_end(void)"] } }, "steps": [{ "call": "e.wait_at_the_end" }] }
            """#)
        let ended = try Program.built("heddle").run(
            ["record", "a.json", "-o", "b.json", "--runs", "1"], in: bench.folder.path)
        #expect(ended.status == 5)
        #expect(ended.errors.contains("its process did not end within 5 s behind it"), "\(ended.errors)")
        #expect(bench.folder.text(of: "b.json")?.contains("wait_at_the_end") == true)
        #expect(!ended.errors.contains("does not hold"), "\(ended.errors)")
    }

    private func behaviour(_ declarations: String, _ steps: String, rest: String = "") -> String {
        """
        { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [\(declarations)] } }\(rest), "steps": [
        \(steps)] }
        """
    }

    private func record(_ behaviour: String, _ options: String...) throws -> Program.Ended {
        try bench.folder.write("stack.json", behaviour)
        return try Program.built("heddle").run(
            ["record", "-m", bench.modules, "stack.json", "-o", "recorded.json"] + options, in: bench.folder.path)
    }

    private var recorded: String { bench.folder.text(of: "recorded.json") ?? "" }

    @Test("is a time or a number of the system: it is told of, and what the file expects is kept")
    func unsteady() throws {
        let ended = try record(
            behaviour(
                #""long time(_Out_opt_ long *t)", "int getpid(void)""#,
                #"{ "call": "c.time", "expect": { "result": { "gt": 1000 } } }, { "call": "c.getpid" }"#))
        #expect(ended.status == 0)
        #expect(ended.errors.contains("warning: result of c.time was "))
        #expect(ended.errors.contains("warning: result of c.getpid was "))
        #expect(recorded.contains(#"{ "call": "c.time", "expect": { "result": { "gt": 1000 } } }"#))
        #expect(recorded.contains(#"{ "call": "c.getpid" }"#))
        try bench.expectSound("recorded.json")
    }

    @Test("is part of a structure or of bytes: the rest of it is expected")
    func partlyUnsteady() throws {
        try BuiltModules.compile(
            #"""
            #include <stdio.h>
            #include <string.h>
            #include <unistd.h>
            typedef struct { int pid; int values[2]; char name[8]; } record;
            record about(void) { return (record){ getpid(), { 1, getpid() }, "weft" }; }
            void bytes(unsigned char *to) { int pid = getpid(); memcpy(to, &pid, 4); }
            const char *text(void) { static char text[20]; snprintf(text, sizeof text, "%d", getpid()); return text; }
            """#, to: "unsteady.so", in: bench.folder)
        let ended = try record(
            #"""
            { "behaviour": 1, "modules": { "u": { "library": "./unsteady.so", "declarations": [
                "typedef struct { int pid; int values[2]; char name[8]; } record", "record about(void)",
                "void bytes(_Out_writes_(4) unsigned char *to)", "const char *text(void)"] } },
              "steps": [{ "call": "u.about" }, { "call": "u.bytes" }, { "call": "u.text" }] }
            """#)
        #expect(ended.status == 0)
        #expect(ended.errors.contains("warning: result.pid of u.about was "))
        #expect(!recorded.contains("result.pid"))
        #expect(recorded.contains(#""result.values[0]": 1, "result.name": "weft""#))
        #expect(recorded.contains(#""out.to": { "length": 4 }"#))
        try bench.expectSound("recorded.json")
    }

    @Test("differs in the last run alone, in the steps or in a case")
    func lastRun() throws {
        try BuiltModules.compile(
            """
            #include <stdio.h>
            // How often a file was marked, this time included.
            int count(const char *name) {
                FILE *file = fopen(name, "a");
                fputc('.', file);
                int marks = (int)ftell(file);
                fclose(file);
                return marks;
            }
            int late(const char *name) { return count(name) == 3; }
            """, to: "late.so", in: bench.folder)
        let ended = try record(
            #"""
            { "behaviour": 1,
              "modules": { "l": { "library": "./late.so", "declarations": ["int late(const char *name)", "int count(const char *name)"] } },
              "steps": [{ "call": "l.late", "with": ["steps"] }],
              "cases": [{ "name": "a case", "steps": [{ "call": "l.late", "with": ["case"] }] }] }
            """#, "--runs", "3")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.errors.split(separator: "\n").count { $0.contains("warning: result of l.late was ") } == 2)
        #expect(recorded.contains(#"{ "call": "l.late", "with": ["steps"] }"#))
        #expect(recorded.contains(#"{ "call": "l.late", "with": ["case"] }"#))
    }

    @Test("went another way in another run: the recording ends before it, and cleans up")
    func parting() throws {
        let made = bench.folder("made")
        let ended = try record(
            behaviour(
                #""_Success_(return == 0) int mkdir(const char *path, unsigned int mode)", "int abs(int n)""#,
                #"{ "call": "c.abs", "with": [-1] }, { "call": "c.mkdir", "with": ["\#(made)", 448] }, { "call": "c.abs", "with": [2] }"#,
                rest: #", "always": [{ "call": "c.abs", "with": [-7] }]"#))
        #expect(ended.errors.contains("c.mkdir did not end the same way in each run: the recording ends before it\n"))
        #expect(
            recorded.contains(
                #""steps": [\#n        { "call": "c.abs", "with": [-1], "expect": { "result": 1 } }\#n    ],"#))
        #expect(recorded.contains(#""with": [-7], "expect": { "result": 7 }"#))
        try bench.expectSound("recorded.json")
    }

    @Test("was not run: it is told of")
    func ending() throws {
        let ended = try record(
            behaviour(
                #""int abs(int n)""#,
                #"{ "call": "c.abs", "with": [-1], "expect": { "result": 2 } }, { "call": "c.abs", "with": [-2] }"#))
        #expect(ended.status == 1)
        #expect(ended.errors.contains("warning: this step was not run and is not in the recording\n"))
        #expect(!recorded.contains("[-2]"))
        try bench.expectSound("recorded.json")
    }

    @Test("is behind a crash: what came before it is recorded")
    func crash() throws {
        let ended = try record(
            behaviour(
                #""int abs(int n)", "void abort(void)""#,
                #"{ "call": "c.abs", "with": [-1] }, { "call": "c.abort" }, { "call": "c.abs", "with": [-2] }"#))
        #expect(ended.status == 5)
        #expect(recorded.contains(#""with": [-1], "expect": { "result": 1 }"#))
        #expect(!recorded.contains("abort\" }"))
        try bench.expectSound("recorded.json")
        let atOnce = try record(behaviour(#""void abort(void)""#, #"{ "call": "c.abort" }"#))
        #expect(atOnce.status == 5)
        #expect(atOnce.errors.hasSuffix("recorded.json: 0 calls recorded\n"))
        try bench.expectSound("recorded.json")
    }

    @Test("is behind an end that native code makes at once: all before it is recorded, and the call is named")
    func suddenEnd() throws {
        let steps = (1...40).map { #"{ "call": "c.abs", "with": [-\#($0)] }, "# }.joined()
        for (end, words) in [
            (#"{ "call": "c._exit", "with": [0] }"#, "native code ended the process in c._exit"),
            (#"{ "call": "c.syscall", "with": [231, 0] }"#, "its process ended with status 0 during c.syscall"),
        ] {
            let ended = try record(
                behaviour(
                    #""int abs(int n)", "void _exit(int status)", "long syscall(long number, long status)""#,
                    steps + end))
            #expect(ended.status == 5)
            #expect(ended.errors.contains("error: the run ended early: \(words)\n"), "\(ended.errors)")
            #expect(ended.errors.hasSuffix("recorded.json: 40 calls recorded\n"))
            try bench.expectSound("recorded.json")
        }
    }

    @Test("is behind what ended one of the runs only")
    func oneEnd() throws {
        try BuiltModules.compile(
            """
            #include <stdio.h>
            #include <unistd.h>
            int one(void) { return 1; }
            void second_ends(void) { if (access("mark", F_OK) == 0) _exit(0); fclose(fopen("mark", "w")); }
            """, to: "second.so", in: bench.folder)
        let ended = try record(
            #"""
            { "behaviour": 1, "modules": { "s": { "library": "./second.so", "declarations": ["int one(void)", "void second_ends(void)"] } },
              "steps": [{ "call": "s.one" }, { "call": "s.second_ends" }] }
            """#)
        #expect(ended.status == 5)
        #expect(ended.errors.contains("native code ended the process in s.second_ends\n"))
        #expect(
            ended.errors.contains(
                "warning: not every run finished this step, which is not in the recording\n"))
        #expect(ended.errors.hasSuffix("recorded.json: 1 call recorded\n"))
    }

    @Test("is behind a signal that native code sends: nobody has interrupted the recording")
    func stopped() throws {
        let ended = try record(
            behaviour(
                #""int abs(int n)", "int raise(int signal)""#,
                #"{ "call": "c.abs", "with": [-1] }, { "call": "c.raise", "with": [15] }, { "call": "c.abs", "with": [-2] }"#
            ))
        #expect(ended.status == 5)
        #expect(ended.errors.contains("the run ended early: its process was ended by SIGTERM in c.raise\n"))
        #expect(recorded.contains("[-1]") && !recorded.contains("[-2]"))
    }

    @Test("is secret: it is never written, and a secret in the file is refused before anything runs")
    func secrets() throws {
        let declarations = #""int puts(_Secret_ const char *text)", "_Ret_maybenull_ char *getenv(const char *name)""#
        let refused = try record(behaviour(declarations, #"{ "call": "c.puts", "with": ["open sesame"] }"#))
        #expect(refused.status == 3)
        #expect(refused.errors.contains("error: text of c.puts is secret, and a recording would copy it\n"))
        #expect(!refused.errors.contains("open sesame") && !refused.output.contains("open sesame"))
        #expect(!FileManager.default.fileExists(atPath: bench.folder("recorded.json")))
        let hooked = try record(
            behaviour(
                declarations, #"{ "call": "c.puts", "with": [null] }"#,
                rest:
                    #", "hooks": [{ "on": "c.puts", "before": { "rewrite": { "arguments": { "text": "open sesame" } } } }]"#
            ))
        #expect(hooked.status == 3)
        #expect(!hooked.errors.contains("open sesame"))
        let kept = try record(
            behaviour(
                declarations,
                #"{ "call": "c.getenv", "with": ["PATH"], "save": "word" }, { "call": "c.puts", "with": [{ "ref": "word" }] }"#
            ))
        #expect(kept.status == 0, "\(kept.errors)")
        #expect(recorded.contains(#""with": [{ "ref": "word" }]"#))
    }

    @Test("stands elsewhere: paths are those of the new folder, and included files are taken in")
    func paths() throws {
        let manager = FileManager.default
        for folder in ["in/lib", "out/deep"] {
            try manager.createDirectory(atPath: bench.folder(folder), withIntermediateDirectories: true)
        }
        let built = try BuiltModules.compile("int one(void) { return 1; }", to: "one.so", in: bench.folder)
        try manager.moveItem(atPath: built, toPath: bench.folder("in/lib/one.so"))
        try bench.folder.write(
            "in/lib/common.json",
            #"{ "behaviour": 1, "modules": { "one": { "library": "./one.so", "declarations": ["int one(void)"] } } }"#)
        try bench.folder.write(
            "in/stack.json",
            #"""
            { "behaviour": 1, "include": ["lib/common.json"],
              "hooks": [{ "on": "one.one", "after": { "track": { "label": "one", "to": { "file": "events.jsonl" } } } },
                        { "on": "one.one", "after": { "track": { "label": "one", "to": ["events", { "file": "all.jsonl" }] } } }],
              "steps": [{ "call": "one.one" }] }
            """#)
        let ended = try bench.heddle("record", "in/stack.json", "-o", "out/deep/recorded.json")
        #expect(ended.status == 0, "\(ended.errors)")
        let text = try #require(bench.folder.text(of: "out/deep/recorded.json"))
        #expect(text.contains(#""library": "../../in/lib/one.so""#))
        #expect(text.contains(#"{ "file": "../../in/events.jsonl" }"#))
        #expect(text.contains(#"{ "file": "../../in/all.jsonl" }"#))
        #expect(!text.contains("include"))
        try bench.expectSound("out/deep/recorded.json")
        #expect(try bench.heddle("record", "in/stack.json").output.contains(#""library": "./in/lib/one.so""#))
    }

    @Test("is wrong, or nothing that can be recorded: nothing is run")
    func usage() throws {
        #expect(try record(behaviour("", #"{ "call": "c.nothing" }"#)).status == 4)
        #expect(try bench.heddle("record", "nowhere.json").status == 3)
        #expect(try bench.heddle("record", "-", input: "[]").status == 2)
        #expect(try bench.heddle("record", "https://localhost/x.json").status == 2)
        #expect(try bench.heddle("record", "stack.json", "--runs", "0").status == 2)
        #expect(try bench.heddle("record", "stack.json", "--json").status == 2)
    }

    @Test("is known to have no place before anything is run")
    func unwritable() throws {
        let text = behaviour(#""int puts(const char *text)""#, #"{ "call": "c.puts", "with": ["CALLED"] }"#)
        let unwritable = try record(text, "-o", "nowhere/x.json")
        #expect(unwritable.status == 2)
        #expect(unwritable.errors.contains("error: the file nowhere/x.json cannot be written: "))
        #expect(!unwritable.errors.contains("CALLED"))
        for path in ["stack.json", "./stack.json"] {
            let own = try record(text, "-o", path)
            #expect(own.status == 2)
            #expect(own.errors.hasPrefix("error: the file \(path) is an input of this command"))
            #expect(!own.errors.contains("CALLED"))
        }
        #expect(bench.folder.text(of: "stack.json") == text)
    }
}
