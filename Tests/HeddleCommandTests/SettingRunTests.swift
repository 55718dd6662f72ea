// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Settings of a behaviour, given by --set")
struct SettingRunTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.folder.write(
            "a.json",
            #"""
            { "behaviour": 1,
              "settings": ["_Field_range_(0, 100) int32_t n = 5", "const char *text = \"weft\"", "long many[2] = {1, 2}"],
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int abs(int n)", "size_t strlen(const char *s)", "long labs(long n)",
                "int puts(const char *s)" ] } },
              "steps": [
                { "call": "c.abs", "with": [{ "ref": "settings.n" }], "expect": { "result": { "ref": "settings.n" } } },
                { "call": "c.strlen", "with": [{ "ref": "settings.text" }], "expect": { "result": { "gt": 0 } } },
                { "call": "c.labs", "with": { "n": { "ref": "settings.many[1]" } },
                  "expect": { "result": { "eq": { "ref": "settings.many[1]" } } } } ],
              "cases": [
                { "name": "two", "each": [{ "a": 1 }, { "a": 2 }], "expect": { "stdout": { "contains": { "ref": "settings.text" } } },
                  "steps": [
                    { "call": "c.puts", "with": [{ "ref": "settings.text" }] },
                    { "call": "c.labs", "with": [{ "ref": "row.a" }], "expect": { "result": { "lt": { "ref": "settings.n" } } } } ] } ] }
            """#)
    }

    private func heddle(_ words: [String]) throws -> Program.Ended {
        try Program.built("heddle").run(words, in: bench.folder.path)
    }

    /// The results of the calls of a run.
    private func results(_ options: String...) throws -> [Int] {
        let events = try heddle(["run", "a.json", "--json"] + options).events
        return events.filter { $0.kind == "call" }.compactMap { $0["result"] }
    }

    @Test("stand for their defaults and for what is given")
    func run() throws {
        #expect(try results() == [5, 4, 2])
        #expect(
            try results("--set", "n=7", "--set", "text=a b", "--set", "many=[3, 4000000000]") == [7, 3, 4_000_000_000])
        #expect(try results("--set", "text=[1]") == [5, 3, 2])
    }

    @Test("are in check, plan and test too, in each process and with each way to run cases")
    func everywhere() throws {
        let options = ["--set", "n=2", "--set", "text=warp"]
        #expect(try heddle(["check", "a.json"] + options).status == 0)
        #expect(try heddle(["plan", "a.json"] + options).output.contains("\"warp\""))
        for way in [[], ["--share"], ["--in-process"], ["--jobs", "2"]] {
            let ended = try heddle(["test", "a.json"] + way + options)
            #expect(ended.errors.contains("2 cases: 1 passed, 1 failed."), "\(ended)")
            #expect(try heddle(["test", "a.json"] + way).status == 0)
        }
    }

    @Test("are in the command that runs a case again")
    func rerun() throws {
        let ended = try bench.heddle("test", "a.json", "--set", "n=1", "--set", "text=it's")
        #expect(
            ended.errors.contains(#" --set 'n=1' --set 'text=it'\''s' a.json --name 'two [1]'"#), "\(ended.errors)")
    }

    @Test("are written as values into a recording, which needs none")
    func record() throws {
        let ended = try bench.heddle("record", "a.json", "--set", "n=9", "--set", "text=x")
        #expect(ended.status == 0, "\(ended)")
        #expect(!ended.output.contains("settings"))
        #expect(ended.output.contains(#""with": [9]"#))
        try bench.folder.write("recorded.json", ended.output)
        #expect(try bench.heddle("test", "recorded.json").status == 0)
    }

    @Test(
        "are refused before anything runs",
        arguments: [
            (
                ["run", "a.json", "--set", "n=101"], 3,
                "the setting n of the behaviour is number 101, expected a whole number from 0 to 100"
            ),
            (["run", "a.json", "--set", "m=1"], 2, "--set names no setting of a.json: \"m\""),
            (["check", "a.json", "--set", "txet=1"], 2, "did you mean \"text\"?"),
            (
                ["test", "a.json", "--set", "many=1"], 3,
                "the setting many of the behaviour is number 1, expected an array of 2"
            ),
            (["run", "a.json", "--set", "n"], 2, "n gives no value to a setting; write --set NAME=VALUE"),
            (["run", "a.json", "--set", "n=1", "--set", "n=2"], 2, "--set gives two values to n"),
            (
                ["call", "libc.so.6", "int abs(int n)", "1", "--set", "n=2"], 2,
                "nknown option '--set'"
            ),
            (["record", "a.json", "--set", "m=1"], 2, "--set names no setting of a.json"),
            (["test", "nothing.json", "--set", "m=1"], 3, "nothing.json"),
            (["run", "a.json", "--set", "n=05"], 3, "it is given by --set n=05"),
            (["test", "a.json", "a.json", "--set", "m=1"], 2, "--set names no setting of"),
        ])
    func refused(words: [String], status: Int32, message: String) throws {
        let ended = try heddle(words)
        #expect(ended.status == status, "\(ended)")
        #expect(ended.errors.contains(message), "\(ended.errors)")
        #expect(ended.output == "")
    }

    @Test("that are secret go to secret parameters alone, and nothing shows them")
    func secrets() throws {
        func text(_ setting: String, _ parameter: String, _ rest: String = "") -> String {
            #"""
            { "behaviour": 1, "settings": ["\#(setting)const char *word"],
              "modules": { "c": { "library": "libc.so.6", "declarations": ["size_t strlen(\#(parameter)const char *s)"] } },
              "cases": [{ "name": "one", \#(rest) "steps": [
                { "call": "c.strlen", "with": [{ "ref": "settings.word" }], "expect": { "result": 3 } }] }] }
            """#
        }
        func test(_ text: String, _ options: String...) throws -> Program.Ended {
            try bench.folder.write("b.json", text)
            return try heddle(["test", "b.json", "--set", "word=hush"] + options)
        }
        for form in ["--json", "--quiet", "--tap=out", "--junit=out", "--html=out", "--share"] {
            let hidden = try test(text("_Secret_ ", "_Secret_ "), form)
            #expect(hidden.status == 1)
            #expect(!(hidden.output + hidden.errors).contains("hush"), "\(hidden)")
            #expect(bench.folder.text(of: "out")?.contains("hush") != true)
        }
        #expect(try test(text("_Secret_ ", "_Secret_ ")).errors.contains("run again: heddle test --set "))
        #expect(
            try test(text("", "_Secret_ ")).errors.contains(
                "the parameter s of c.strlen is secret, and the setting is not"))
        #expect(
            try test(text("_Secret_ ", "")).errors.contains(
                "the setting is secret, and the parameter s of c.strlen is not"))
        let expected = #""expect": { "stdout": { "ref": "settings.word" } },"#
        #expect(
            try test(text("_Secret_ ", "_Secret_ ", expected)).errors
                .contains("the setting is secret, and reports show what is expected"))
    }

    @Test("decide which steps are next")
    func conditions() throws {
        try bench.folder.write(
            "b.json",
            #"""
            { "behaviour": 1, "settings": ["int n = 5"],
              "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
              "steps": [
                { "call": "c.abs", "with": [-3], "if": { "result": { "lt": { "ref": "settings.n" } } },
                  "then": [{ "call": "c.abs", "with": [-1] }], "else": [{ "call": "c.abs", "with": [-2] }] } ] }
            """#)
        func calls(_ options: String...) throws -> [Int] {
            try heddle(["run", "b.json", "--json"] + options).events.filter { $0.kind == "call" }.compactMap {
                $0["result"]
            }
        }
        #expect(try calls() == [3, 1])
        #expect(try calls("--set", "n=3") == [3, 2])
    }

    @Test("that are declared wrongly are told once, and not at each use")
    func declaredWrongly() throws {
        try bench.folder.write(
            "b.json",
            #"""
            { "behaviour": 1, "settings": ["int8_t n = 300"],
              "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
              "steps": [{ "call": "c.abs", "with": [{ "ref": "settings.n" }], "expect": { "result": { "ref": "settings.n" } } }] }
            """#)
        for options in [[], ["--set", "n=1"]] {
            let ended = try heddle(["check", "b.json"] + options)
            #expect(ended.status == 3)
            #expect(ended.errors.contains("the default does not fit"))
            #expect(ended.errors.hasSuffix("\n1 error\n"), "\(ended.errors)")
        }
    }

    @Test("have the types of what takes them, as if they were written there")
    func types() throws {
        try bench.folder.write(
            "b.json",
            #"""
            { "behaviour": 1, "settings": ["long n = 5"],
              "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
              "steps": [{ "call": "c.abs", "with": [{ "ref": "settings.n" }] }] }
            """#)
        #expect(try bench.heddle("run", "b.json", "--set", "n=2147483647").status == 0)
        let ended = try bench.heddle("run", "b.json", "--set", "n=2147483648")
        #expect(ended.status == 3)
        #expect(ended.errors.contains("b.json:3"), "\(ended.errors)")
        #expect(ended.errors.contains("2147483648"))
    }

    @Test("are shared by several files, of which each takes its own")
    func severalFiles() throws {
        try bench.folder.write(
            "b.json",
            #"""
            { "behaviour": 1, "settings": ["int other = 1"], "include": ["c.json"],
              "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
              "cases": [{ "name": "one", "steps": [
                { "call": "c.abs", "with": [{ "ref": "settings.other" }], "expect": { "result": { "ref": "settings.included" } } } ] }] }
            """#)
        try bench.folder.write("c.json", #"{ "behaviour": 1, "settings": ["int included = 1"] }"#)
        #expect(try bench.heddle("test", "a.json", "b.json").status == 0)
        #expect(
            try bench.heddle("test", "a.json", "b.json", "--set", "n=6", "--set", "other=-3", "--set", "included=3")
                .status == 0)
        #expect(try bench.heddle("test", "a.json", "b.json", "--set", "other=2").status == 1)
        let ended = try bench.heddle("test", "a.json", "b.json", "--set", "other=2", "--set", "n=6")
        #expect(ended.errors.contains("run again: heddle test --set 'other=2' b.json --name one\n"), "\(ended.errors)")
    }
}
