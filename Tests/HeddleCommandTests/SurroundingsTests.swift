// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("What native code leaves around its calls")
struct SurroundingsTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private static let head = """
        { "behaviour": 1,
          "modules": { "c": { "library": "libc.so.6", "declarations": [
            "int puts(const char *s)", "size_t strlen(const char *s)", "int system(const char *command)",
            "ssize_t write(int file, _In_reads_bytes_(count) const void *bytes, size_t count)",
            "int usleep(unsigned int microseconds)", "_Analysis_noreturn_ void abort(void)" ] } },
        """.replacing("\"_Analysis_noreturn_ void abort(void)\"", with: "\"void abort(void)\"")

    private func run(_ steps: String, _ rest: String = "", command: String = "run") throws -> Program.Ended {
        try bench.heddle(command, behaviour: "\(Self.head) \(rest) \"steps\": [\(steps)] }")
    }

    private func test(_ cases: String, _ options: String..., rest: String = "") throws -> Program.Ended {
        try bench.folder.write("stack.json", "\(Self.head) \(rest) \"cases\": [\(cases)] }")
        return try Program.built("heddle").run(["test", "stack.json"] + options, in: bench.folder.path)
    }

    @Test(
        "is expected as texts, bytes and conditions",
        arguments: [
            (#"{ "call": "c.puts", "with": ["weft"], "expect": { "stdout": "weft\n", "stderr": "" } }"#, "weft\n", ""),
            (
                #"{ "call": "c.write", "with": { "file": 2, "bytes": "warp" }, "expect": { "stderr": { "startsWith": "wa", "length": 4 } } }"#,
                "", "warp"
            ),
            (
                #"{ "call": "c.system", "with": ["echo child; echo error >&2"], "expect": { "stdout": { "matches": "^ch" }, "stderr": { "contains": "rr" } } }"#,
                "child\n", "error\n"
            ),
            (
                #"{ "call": "c.write", "with": { "file": 1, "bytes": { "hex": "00ff" } }, "expect": { "stdout": { "hex": "00ff" }, "result": 2 } }"#,
                "", ""
            ),
            (
                #"{ "call": "c.write", "with": { "file": 1, "bytes": { "hex": "6100" } }, "expect": { "stdout": { "hex": "6100" } } }"#,
                "a\0", ""
            ),
            (#"{ "call": "c.strlen", "with": [""], "expect": { "stdout": "", "stderr": { "length": 0 } } }"#, "", ""),
        ])
    func printed(step: String, output: String, errors: String) throws {
        let ended = try run(step)
        #expect(ended.status == 0, "\(ended.output) \(ended.errors)")
        // It is passed on all the same.
        #expect(ended.output.hasPrefix(output) && ended.errors.hasPrefix(errors))
    }

    @Test("is compared with a difference by lines, and is saved like any part of a call")
    func difference() throws {
        let failed = try run(#"{ "call": "c.puts", "with": ["a\nb"], "expect": { "stdout": "a\nc\n" } }"#)
        #expect(failed.status == 1)
        #expect(failed.errors.contains("stdout of c.puts is not what was expected"))
        #expect(failed.errors.contains("- 2   c") && failed.errors.contains("+ 2   b"))
        let saved = try run(
            #"""
            { "call": "c.puts", "with": ["four"], "save": { "text": "stdout" } },
            { "call": "c.strlen", "with": [{ "ref": "text" }], "expect": { "result": 5 } }
            """#)
        #expect(saved.status == 0, "\(saved.errors)")
    }

    @Test("is that of the call alone, without what Heddle writes and what was printed before")
    func alone() throws {
        let ended = try run(
            #"""
            { "call": "c.puts", "with": ["before"] },
            { "call": "c.puts", "with": ["weft"], "expect": { "stdout": "weft\n", "stderr": "" } }
            """#, #""hooks": [{ "on": "c.puts", "before": "log", "after": "log" }],"#)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains("before\n") && ended.output.contains("weft\n"))
        #expect(ended.errors.contains("c.puts"))
    }

    @Test("is passed on when the process ends during the call")
    func crash() throws {
        let ended = try run(
            #"{ "call": "c.system", "with": ["echo before; kill -SEGV $PPID"], "expect": { "stdout": "" } }"#)
        #expect(ended.status == 5)
        #expect(ended.output.contains("before\n"))
    }

    @Test("in files is their content, and null where there is none")
    func files() throws {
        let ended = try run(
            #"""
            { "call": "c.system", "with": ["printf warp > out.txt; printf '\\000\\377' > out.bin; mkdir folder"],
              "expect": { "file:out.txt": "warp", "file:out.bin": { "hex": "00ff" }, "file:none": null,
                          "file:none.txt": { "null": true } } }
            """#)
        #expect(ended.status == 0, "\(ended.errors)")
        let failed = try run(#"{ "call": "c.strlen", "with": [""], "expect": { "file:folder": "x" } }"#)
        #expect(failed.errors.contains("the file cannot be read: it is a directory, not a regular file"))
        let missing = try run(#"{ "call": "c.strlen", "with": [""], "expect": { "file:none": "x" } }"#)
        #expect(missing.status == 1 && missing.errors.contains("actual:   null"))
    }

    @Test("takes no longer than it may")
    func time() throws {
        let ended = try run(
            #"""
            { "call": "c.usleep", "with": [1], "atMost": "1 h" },
            { "call": "c.usleep", "with": [50000], "atMost": "1 ms" }
            """#)
        #expect(ended.status == 1)
        #expect(ended.errors.contains("time of c.usleep is not what was expected"))
        #expect(ended.errors.contains("expected: at most 1 ms"))
        #expect(ended.errors.contains("--> stack.json:"))
        #expect(ended.errors.hasSuffix("2 calls: 2 returned. 1 of 2 expectations failed.\n"))
    }

    @Test("is expected of all steps of a case together, in every report")
    func cases() throws {
        let steps =
            #""steps": [{ "call": "c.puts", "with": ["a"] }, { "call": "c.system", "with": ["printf b; printf c > out"] }]"#
        let ended = try test(
            #"""
            { "name": "right", \#(steps), "atMost": "1 h",
              "expect": { "stdout": "a\nb", "stderr": "", "file:out": { "length": 1 } } },
            { "name": "wrong", \#(steps), "expect": { "stdout": "a\n" } },
            { "name": "late", "steps": [{ "call": "c.usleep", "with": [50000] }], "atMost": "1 ms" }
            """#, "--junit", "run.xml", "--tap", "run.tap", "--html", "run.html", "--annotations", "run.txt")
        #expect(ended.status == 1)
        #expect(ended.outputWithoutTimes.contains("passed       right"))
        #expect(ended.errors.contains("stdout is not what was expected"))
        #expect(ended.errors.contains("time is not what was expected"))
        for report in ["run.xml", "run.tap", "run.html", "run.txt"] {
            let text = bench.folder.text(of: report) ?? ""
            #expect(text.contains("stdout is not what was expected"), "\(report)")
            #expect(text.contains("time is not what was expected"), "\(report)")
        }
        let rows = try test(
            #"""
            { "name": "rows", "each": [{ "text": "x", "want": "x\n" }, { "text": "y", "want": { "contains": "y" } }],
              "steps": [{ "call": "c.puts", "with": [{ "ref": "row.text" }] }],
              "expect": { "stdout": { "ref": "row.want" } } }
            """#, "--in-process")
        #expect(rows.status == 0, "\(rows.errors)")
    }

    @Test(
        "is refused where it can never be right, or is not known",
        arguments: [
            (
                #"{ "call": "c.puts", "with": [""], "expect": { "stdout": 5 } }"#,
                "stdout of c.puts is a text or bytes and can never be number 5"
            ),
            (#"{ "call": "c.puts", "with": [""], "expect": { "stdout": { "null": true } } }"#, "can never be null"),
            (#"{ "call": "c.puts", "with": [""], "expect": { "stdot": "" } }"#, "did you mean \"stdout\"?"),
            (
                #"{ "call": "c.puts", "with": [""], "expect": { "stdout.x": "" } }"#,
                "\"stdout.x\" is not a part of a call"
            ),
            (#"{ "call": "c.puts", "with": [""], "expect": { "file:": "" } }"#, "\"file:\" is not a part of a call"),
            (
                #"{ "call": "c.puts", "with": [""], "atMost": "soon" }"#,
                "\"atMost\" of a step is \"soon\", expected a duration"
            ),
            (#"{ "call": "c.puts", "with": [""], "atMost": 5 }"#, "\"atMost\" of a step is a number"),
            (#"{ "call": "c.puts", "with": [""], "atmost": "1 s" }"#, "did you mean \"atMost\"?"),
        ])
    func refused(step: String, message: String) throws {
        let ended = try run(step, command: "check")
        #expect(ended.status == 3)
        #expect(ended.errors.contains(message), "\(ended.errors)")
    }

    @Test(
        "is refused in cases and hooks where it is not known",
        arguments: [
            (
                #"{ "name": "a", "steps": [], "expect": { "result": 1 } }"#,
                "\"result\" is a part of a call, expected stdout, stderr or file:PATH"
            ),
            (#"{ "name": "a", "steps": [], "expect": { "stdout": 1 } }"#, "can never"),
            (
                #"{ "name": "a", "steps": [{ "call": "c.strlen", "with": [""], "save": "n" }], "expect": { "stdout": { "ref": "n" } } }"#,
                "is saved in the run"
            ),
            (
                #"{ "name": "a", "steps": [], "hooks": [{ "on": "c.puts", "before": { "guard": { "where": { "stdout": "" } } } }] }"#,
                "\"stdout\""
            ),
            (
                #"{ "name": "a", "steps": [], "hooks": [{ "on": "c.puts", "before": { "guard": { "where": { "argument.s": { "golden": "x" } } } } }] }"#,
                "\"golden\" compares with a file"
            ),
        ])
    func refusedInCases(text: String, message: String) throws {
        let ended = try test(text)
        #expect(ended.status == 3)
        #expect(ended.errors.contains(message), "\(ended.errors)")
    }
}
