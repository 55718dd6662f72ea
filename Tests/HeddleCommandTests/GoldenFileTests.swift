// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// A small disk takes a mount, and so root.
private let mayMount =
    (try? Program("unshare").run(["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status == 0) ?? false

@Suite("Golden files")
struct GoldenFileTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func write(_ cases: String) throws {
        try bench.folder.write(
            "stack.json",
            """
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int puts(const char *s)", "const char *strerror(int number)", "int system(const char *command)",
                "void abort(void)", "_Ret_maybenull_ const char *getenv(const char *name)" ] } },
              "cases": [\(cases)] }
            """)
    }

    private func test(_ options: String...) throws -> Program.Ended {
        try Program.built("heddle").run(["test", "stack.json"] + options, in: bench.folder.path)
    }

    private static let greeting = #"""
        { "name": "greets", "steps": [
          { "call": "c.puts", "with": ["weft"], "expect": { "stdout": { "golden": "golden/greeting.txt" } } } ] }
        """#

    @Test(
        "that are missing are a warning and fail their case, and are written when they are accepted",
        arguments: [[], ["--in-process"]])
    func missing(options: [String]) throws {
        try write(Self.greeting)
        let checked = try bench.heddle("check", "stack.json")
        #expect(checked.status == 0)
        #expect(checked.errors.contains("warning: there is no golden file golden/greeting.txt"), "\(checked.errors)")
        #expect(checked.errors.contains("heddle test --accept stack.json writes it"))
        let failed = try Program.built("heddle").run(["test", "stack.json"] + options, in: bench.folder.path)
        #expect(failed.status == 1)
        #expect(
            failed.errors.contains(
                "there is no golden file golden/greeting.txt; heddle test --accept writes the actual one"),
            "\(failed.errors)")
        let accepted = try Program.built("heddle").run(
            ["test", "--accept", "stack.json"] + options, in: bench.folder.path)
        #expect(accepted.status == 0, "\(accepted.errors)")
        #expect(accepted.errors.contains("the golden file golden/greeting.txt was written"))
        #expect(bench.folder.text(of: "golden/greeting.txt") == "weft\n")
        let again = try test()
        #expect(again.status == 0)
        #expect(!again.errors.contains("was written"))
    }

    @Test("of several cases are not written over where one of them may hold, and are made where they are missing")
    func shared() throws {
        let file = #""golden/both.txt""#
        func step(_ text: String) -> String {
            #"{ "name": "\#(text)", "steps": [{ "call": "c.puts", "with": ["\#(text)"], "expect": { "stdout": { "golden": \#(file) } } }] }"#
        }
        try write("\(step("warp")), \(step("weft"))")
        try Program("mkdir").succeed(["golden"], in: bench.folder.path)
        try bench.folder.write("golden/both.txt", "warp\n")
        #expect(
            try test().errors.contains(
                "golden/both.txt, with which other cases or rows compare: give each a golden file"))
        let refused = try test("--accept")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("is that of several expectations, and holds something else than this value"))
        #expect(bench.folder.text(of: "golden/both.txt") == "warp\n")
        try write("\(step("weft")), \(step("weft").replacing("\"name\": \"weft\"", with: "\"name\": \"again\""))")
        try Program("rm").succeed(["golden/both.txt"], in: bench.folder.path)
        #expect(try test("--accept").status == 0)
        #expect(bench.folder.text(of: "golden/both.txt") == "weft\n")
    }

    @Test("are the same ones under each path, and are not written where several files compare with them")
    func sharedByFiles() throws {
        func behaviour(_ texts: (String, golden: String)...) -> String {
            let cases = texts.map { text, golden in
                #"{ "name": "\#(text)", "steps": [{ "call": "c.puts", "with": ["\#(text)"], "expect": { "stdout": { "golden": "\#(golden)" } } }] }"#
            }
            return """
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6" } },
                  "cases": [\(cases.joined(separator: ", "))] }
                """
        }
        try bench.folder.write("both.txt", "warp\n")
        try bench.folder.write("stack.json", behaviour(("warp", "both.txt"), ("weft", "./sub/../both.txt")))
        try Program("mkdir").succeed(["sub"], in: bench.folder.path)
        let refused = try test("--accept")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("is that of several expectations"), "\(refused.errors)")
        try bench.folder.write("stack.json", behaviour(("warp", "both.txt")))
        try bench.folder.write("sub/other.json", behaviour(("weft", "../both.txt")))
        for options in [[], ["--in-process"]] {
            let several = try Program.built("heddle").run(
                ["test", "stack.json", "sub/other.json", "--accept"] + options, in: bench.folder.path)
            #expect(several.status == 3)
            #expect(
                several.errors.contains(
                    "both.txt is that of stack.json and of sub/other.json, so that --accept cannot write it"),
                "\(several.errors)")
        }
        #expect(bench.folder.text(of: "both.txt") == "warp\n")
        #expect(try test("--accept").status == 0)
    }

    @Test("that several rows make at the same time are those of one of them")
    func madeAtOnce() throws {
        try write(
            #"""
            { "name": "rows", "each": [{ "n": 1 }, { "n": 2 }, { "n": 3 }, { "n": 4 }], "steps": [
                { "call": "c.usleep", "with": [2000] },
                { "call": "c.strerror", "with": [{ "ref": "row.n" }], "expect": { "result": { "golden": "made.txt" } } }] }
            """#)
        for _ in 1...4 {
            _ = try Program("rm").run(["-f", "made.txt"], in: bench.folder.path)
            let run = try test("--accept", "--jobs", "2")
            #expect(run.status == 1 && run.errors.contains("4 cases: 1 passed, 3 failed"), "\(run.errors)")
        }
    }

    @Test("are no parts of the behaviour: what it consists of is not written over", arguments: [[], ["--in-process"]])
    func ownParts(options: [String]) throws {
        for file in ["stack.json", "./stack.json", "bindings.json"] {
            try bench.folder.write("bindings.json", #"{ "bindings": 1, "declarations": ["int abs(int n)"] }"#)
            try bench.folder.write(
                "stack.json",
                #"""
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "bindings": "bindings.json" } },
                  "cases": [{ "name": "a", "steps": [
                    { "call": "c.abs", "with": [1], "expect": { "stdout": { "golden": "\#(file)" } } }] }] }
                """#)
            let before = bench.folder.text(of: "stack.json")
            let refused = try Program.built("heddle").run(
                ["test", "--accept", "stack.json"] + options, in: bench.folder.path)
            #expect(refused.status == 3)
            #expect(refused.errors.contains("is a part of stack.json, so that --accept cannot write it"))
            #expect(bench.folder.text(of: "stack.json") == before)
        }
    }

    @Test("of several rows are not written over where one of them may hold")
    func sharedByRows() throws {
        try write(
            #"""
            { "name": "rows", "each": [{ "n": 1 }, { "n": 2 }], "steps": [
                { "call": "c.strerror", "with": [{ "ref": "row.n" }], "expect": { "result": { "golden": "both.txt" } } }] }
            """#)
        try bench.folder.write("both.txt", "Operation not permitted")
        let refused = try test("--accept")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("give each case, or row, a golden file of its own"), "\(refused.errors)")
        #expect(bench.folder.text(of: "both.txt") == "Operation not permitted")
    }

    @Test("that are missing inside of a combinator are refused, since nothing says what belongs into them")
    func combined() throws {
        for condition in [#""not": { "golden": "no.txt" }"#, #""anyOf": [{ "golden": "no.txt" }, { "eq": "weft\n" }]"#]
        {
            try write(
                #"{ "name": "a", "steps": [{ "call": "c.puts", "with": ["weft"], "expect": { "stdout": { \#(condition) } } }] }"#
            )
            for options in [[], ["--accept"]] {
                let ended = try Program.built("heddle").run(["test", "stack.json"] + options, in: bench.folder.path)
                #expect(ended.status == 3)
                #expect(ended.errors.contains("make the file: heddle test --accept writes none that stands inside of"))
            }
        }
    }

    @Test("of steps that are not run, or behind a crash, do not keep other cases from running")
    func notReached() throws {
        try write(
            #"""
            { "name": "branch", "steps": [
                { "call": "c.abs", "with": [1], "if": { "result": 2 }, "then": [
                  { "call": "c.strerror", "with": [1], "expect": { "result": { "golden": "never.txt" } } }] }] },
            { "name": "crash", "steps": [
                { "call": "c.abort" },
                { "call": "c.strerror", "with": [1], "expect": { "result": { "golden": "behind.txt" } } }] },
            { "name": "null", "steps": [
                { "call": "c.getenv", "with": ["NO_SUCH_NAME"], "expect": { "result": { "golden": "null.txt" } } }] },
            { "name": "other", "steps": [{ "call": "c.abs", "with": [-1], "expect": { "result": 1 } }] }
            """#)
        for options in [["--accept"], []] {
            let run = try Program.built("heddle").run(["test", "stack.json"] + options, in: bench.folder.path)
            #expect(run.status == 5)
            #expect(run.errors.contains("4 cases: 2 passed, 1 failed, 1 crashed"), "\(run.errors)")
            #expect(run.errors.contains("heddle test --accept") == options.isEmpty, "\(run.errors)")
        }
    }

    @Test("that differ fail with the difference, and change only when they are accepted")
    func changed() throws {
        try write(Self.greeting)
        try Program("mkdir").succeed(["golden"], in: bench.folder.path)
        try bench.folder.write("golden/greeting.txt", "warp\n")
        let failed = try test()
        #expect(failed.status == 1)
        #expect(failed.errors.contains("stdout of c.puts is not what was expected"))
        #expect(failed.errors.contains("the expected value is the content of golden/greeting.txt"))
        #expect(bench.folder.text(of: "golden/greeting.txt") == "warp\n")
        #expect(try test("--accept").status == 0)
        #expect(bench.folder.text(of: "golden/greeting.txt") == "weft\n")
    }

    @Test("that two cases give different values to are written once", arguments: [[], ["--in-process"]])
    func shared(options: [String]) throws {
        let other = Self.greeting.replacing("weft", with: "warp").replacing("greets", with: "parts")
        try write(Self.greeting + "," + other)
        let run = try Program.built("heddle").run(["test", "--accept", "stack.json"] + options, in: bench.folder.path)
        #expect(run.status == 1)
        #expect(run.errors.contains("golden/greeting.txt was changed during this run, and now holds something else"))
        #expect(bench.folder.text(of: "golden/greeting.txt") == "weft\n")
    }

    @Test(
        "are written by each attempt at their case, and by the last one for good",
        arguments: [[], ["--in-process"], ["--share"]])
    func retried(options: [String]) throws {
        // Each attempt gives another number, and the third one holds.
        try write(
            #"""
            { "name": "counts", "steps": [
                { "call": "c.system", "with": ["echo >> tries; wc -l < tries | tr -d ' '"], "expect": { "stdout": { "golden": "count.txt" } } },
                { "call": "c.system", "with": ["test $(wc -l < tries) = 3"], "expect": { "result": 0 } }] }
            """#.replacing("tries", with: bench.folder("tries")))
        let run = try Program.built("heddle").run(
            ["test", "--accept", "--retries", "3", "stack.json"] + options, in: bench.folder.path)
        #expect(run.status == 0 && run.errors.contains("1 flaky"), "\(run.errors)")
        #expect(!run.errors.contains("was changed during this run"))
        #expect(bench.folder.text(of: "count.txt") == "3\n")
    }

    @Test(
        "are as they were where the last attempt gives what they held",
        arguments: [[], ["--in-process"], ["--share"]])
    func restored(options: [String]) throws {
        // The second attempt gives what the file held, and holds.
        try write(
            #"""
            { "name": "counts", "steps": [
                { "call": "c.system", "with": ["echo >> tries; wc -l < tries | tr -d ' '"], "expect": { "stdout": { "golden": "count.txt" } } },
                { "call": "c.system", "with": ["test $(wc -l < tries) = 2"], "expect": { "result": 0 } }] }
            """#.replacing("tries", with: bench.folder("tries")))
        try bench.folder.write("count.txt", "2\n")
        let run = try Program.built("heddle").run(
            ["test", "--accept", "--retries", "3", "stack.json"] + options, in: bench.folder.path)
        #expect(run.status == 0 && run.errors.contains("1 flaky"), "\(run.errors)")
        #expect(bench.folder.text(of: "count.txt") == "2\n")
    }

    @Test(
        "are not written over by a further attempt where two of its values differ, or another case may hold",
        arguments: [[], ["--in-process"], ["--share"]])
    func retriedConflicts(options: [String]) throws {
        func accept(_ cases: String) throws -> Program.Ended {
            try write(cases)
            _ = try Program("rm").run(["-f", "one.txt"], in: bench.folder.path)
            return try Program.built("heddle").run(
                ["test", "--accept", "--retries", "1", "--jobs", "1", "stack.json"] + options, in: bench.folder.path)
        }
        func step(_ text: String) -> String {
            #"{ "call": "c.puts", "with": ["\#(text)"], "expect": { "stdout": { "golden": "one.txt" } } }"#
        }
        let twice = try accept(#"{ "name": "a", "steps": [\#(step("warp")), \#(step("weft"))] }"#)
        #expect(twice.status == 1)
        #expect(bench.folder.text(of: "one.txt") == "warp\n")
        let both = try accept(
            #"{ "name": "a", "steps": [\#(step("warp"))] }, { "name": "b", "steps": [\#(step("weft"))] }"#)
        #expect(both.status == 1 && both.errors.contains("was changed during this run"), "\(both.errors)")
        #expect(bench.folder.text(of: "one.txt") == "warp\n")
    }

    @Test(
        "on a full disk end the run with the status for that, and stay as they are",
        .enabled(if: mayMount), arguments: [[], ["--in-process"], ["--share"]])
    func full(options: [String]) throws {
        try write(Self.greeting.replacing("golden/greeting.txt", with: "full/greeting.txt"))
        let heddle = try Program.built("heddle").path
        let script = """
            mkdir full && mount -t tmpfs -o size=16k tmpfs full && printf 'warp\\n' > full/greeting.txt
            cat /dev/zero > full/rest 2> /dev/null
            "$0" "$@"; status=$?
            cat full/greeting.txt; exit $status
            """
        let run = try Program("unshare").run(
            ["--mount", "sh", "-c", script, heddle, "test", "--accept", "stack.json"] + options, in: bench.folder.path)
        #expect(run.status == 8, "\(run.errors)")
        #expect(run.errors.contains("full/greeting.txt cannot be written: no space left on device"))
        #expect(run.output.hasSuffix("warp\n"))
    }

    @Test("hold texts, bytes and files; those of rows and of whole cases too")
    func everywhere() throws {
        try write(
            #"""
            { "name": "rows", "each": [{ "n": 1, "file": "1.txt" }, { "n": 2, "file": "2.txt" }], "steps": [
                { "call": "c.strerror", "with": [{ "ref": "row.n" }], "expect": { "result": { "golden": { "ref": "row.file" } } } }],
              "expect": { "stdout": "" } },
            { "name": "case", "steps": [{ "call": "c.system", "with": ["printf '\\377' > out; echo all"] }],
              "expect": { "stdout": { "golden": "out.golden", "endsWith": "\n" }, "file:out": { "golden": "bytes.golden" } } }
            """#)
        #expect(try test("--accept").status == 0)
        #expect(bench.folder.text(of: "1.txt") == "Operation not permitted")
        #expect(bench.folder.text(of: "2.txt") == "No such file or directory")
        #expect(bench.folder.text(of: "out.golden") == "all\n")
        #expect(try test().status == 0)
        try bench.folder.write("out.golden", "none\n")
        let failed = try test()
        #expect(failed.status == 1 && failed.errors.contains("stdout is not what was expected"))
    }

    @Test("are not written where something else is wrong too, and where that cannot be done")
    func refused() throws {
        try write(Self.greeting.replacing(#"greeting.txt" }"#, with: #"greeting.txt", "length": 9 }"#))
        let other = try test("--accept")
        #expect(other.status == 1)
        #expect(bench.folder.text(of: "golden/greeting.txt") == nil)
        try Program("mkdir").succeed(["golden"], in: bench.folder.path)
        try bench.folder.write("golden/greeting.txt", "greetings")
        let differing = try test()
        #expect(differing.errors.contains("--accept writes only a value for which everything else holds"))
        #expect(other.errors.contains("which is written only with a value for which everything else holds"))
        try write(Self.greeting.replacing("golden/greeting.txt", with: "stack.json/x.txt"))
        let unwritable = try test("--accept")
        #expect(unwritable.status != 0)
        #expect(unwritable.errors.contains("stack.json/x.txt cannot be"), "\(unwritable.errors)")
    }

    @Test(
        "are named by a path, and compared with texts and bytes",
        arguments: [
            (#"{ "golden": 5 }"#, "\"golden\" compares with the path of a file, not with number 5"),
            (#"{ "golden": "" }"#, "\"golden\" compares with the path of a file, not with text \"\""),
        ])
    func forms(condition: String, message: String) throws {
        try write(
            #"{ "name": "a", "steps": [{ "call": "c.puts", "with": [""], "expect": { "stdout": \#(condition) } }] }"#)
        let ended = try test()
        #expect(ended.status == 3)
        #expect(ended.errors.contains(message), "\(ended.errors)")
        try write(
            #"{ "name": "a", "steps": [{ "call": "c.puts", "with": [""], "expect": { "result": { "golden": "x" } } }] }"#
        )
        let number = try test()
        #expect(number.status == 3)
        #expect(number.errors.contains("\"golden\" holds for a text or bytes only"), "\(number.errors)")
    }
}
