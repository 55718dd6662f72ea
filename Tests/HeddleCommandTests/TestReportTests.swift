// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle test: reports besides")
struct TestReportTests {
    private let bench: TestBench

    init() throws {
        bench = try TestBench()
        try bench.write("a.json", holds("flaky one", atTime: 2), bad("bad one"), good("good one"))
    }

    @Test("one run writes them all, besides what people see")
    func all() throws {
        let run = try bench.test(
            "a.json", "--retries", "1", "--junit", "r.xml", "--tap", "r.tap", "--html", "r.html", "--trace", "r.json",
            "--annotations", "r.txt")
        #expect(run.status == 1)
        #expect(run.passed == ["good one"])
        #expect(run.errors.contains("3 cases: 1 passed, 1 flaky, 1 failed."))
        #expect(bench.folder.text(of: "r.xml")?.contains("<flakyFailure ") == true)
        #expect(bench.folder.text(of: "r.tap")?.contains("\nnot ok 2 - bad one\n") == true)
        #expect(bench.folder.text(of: "r.txt")?.hasPrefix("::error file=a.json,line=") == true)
        #expect(bench.folder.text(of: "r.html")?.hasPrefix("<!DOCTYPE html>") == true)
        #expect(bench.folder.text(of: "r.json")?.hasSuffix("]}\n") == true)
    }

    @Test("they are written besides the events too, and say what a kept run says")
    func kept() throws {
        let run = try bench.test("a.json", "--json", "--tap", "r.tap", "--trace", "r.json")
        try bench.folder.write("run.jsonl", run.output)
        let made = try bench.bench.heddle("report", "--from", "run.jsonl", "--tap", "s.tap", "--trace", "s.json")
        #expect(made.status == 0)
        #expect(made.errors == "")
        let (live, kept) = (bench.folder.text(of: "r.tap"), bench.folder.text(of: "s.tap"))
        #expect(live != nil && live == kept)
        #expect(bench.folder.text(of: "r.json") == bench.folder.text(of: "s.json"))
    }

    @Test(
        "none takes the place of what the run reads, whichever path leads there: nothing is run",
        arguments: ["whole.json", "./whole.json", "part.json", "probe.bind.json", "module.so", "link.xml"])
    func inputs(path: String) throws {
        let module = try BuiltModules.compile("int one(void) { return 1; }", to: "module.so", in: bench.folder)
        try bench.folder.write("probe.bind.json", #"{ "bindings": 1, "declarations": ["int one(void)"] }"#)
        try bench.folder.write(
            "part.json",
            #"{ "behaviour": 1, "modules": { "m": { "library": "./module.so", "bindings": "probe.bind.json" } } }"#)
        try bench.write("whole.json", good("CALLED"))
        let text = try #require(bench.folder.text(of: "whole.json"))
        try bench.folder.write(
            "whole.json", text.replacing(#""behaviour": 1,"#, with: #""behaviour": 1, "include": ["part.json"],"#))
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder("link.xml"), withDestinationPath: "module.so")
        let before = try Data(contentsOf: URL(filePath: module))
        for option in ["--junit", "--html", "--tap", "--annotations", "--trace"] {
            let run = try bench.test("whole.json", option, path)
            #expect(run.status == 2)
            #expect(run.errors.contains("error: the file \(path) is an input of this command"), "\(run.errors)")
            #expect(run.passed.isEmpty)
        }
        #expect(try bench.test("whole.json", "--junit", "r.xml").passed == ["CALLED"])
        #expect(try Data(contentsOf: URL(filePath: module)) == before)
    }

    @Test("no two go to one file, however that is spelled, and a kept run is no report")
    func sameFile() throws {
        try FileManager.default.createSymbolicLink(atPath: bench.folder("here"), withDestinationPath: ".")
        for other in ["r.xml", "./r.xml", "here/r.xml"] {
            let run = try bench.test("a.json", "--junit", "r.xml", "--tap", other)
            #expect(run.status == 2)
            #expect(run.errors.contains("only one report can be written to \(other)\n"))
        }
        #expect(try bench.test("a.json", "--junit", "/dev/null", "--tap", "/dev/null").status == 1)
        try bench.folder.write("run.jsonl", bench.test("a.json", "--json").output)
        let made = try bench.bench.heddle("report", "--from", "run.jsonl", "--html", "here/run.jsonl")
        #expect(made.status == 2)
        #expect(made.errors.contains("error: the file here/run.jsonl is an input of this command"))
    }

    @Test("standard output is one report's alone, and people read standard error")
    func standardOutput() throws {
        let run = try bench.test("a.json", "--tap", "-", "--slowest", "1")
        #expect(run.status == 1)
        let lines = run.output.split(separator: "\n")
        #expect(lines.first == "TAP version 14" && lines.last == "1..3")
        #expect(run.errors.contains("  good one ") && run.errors.contains("\nSlowest cases\n"))
    }

    @Test(
        "a run that is interrupted still writes them, and says how many cases were left",
        arguments: [["--in-process"], ["--json"], ["--json", "--jobs", "2"]])
    func interrupted(options: [String]) throws {
        let wait =
            #"{ "name": "wait", "steps": [{ "call": "probe.say", "with": ["waits"] },"#
            + #"{ "call": "probe.wait_ms", "with": [1500] }, { "call": "probe.say", "with": ["NOT REACHED"] }] }"#
        let needs = ["wait"]
        try bench.write("a.json", wait, good("NOT REACHED", needs: needs), good("NOR THIS", needs: needs))
        let run = try Program.built("heddle").start(
            ["test", "-m", bench.bench.modules, "a.json", "--tap", "r.tap", "--retries", "3"] + options,
            in: bench.folder.path)
        #expect(run.waits(untilOutputHas: "waits"))
        run.signal(SIGINT)
        let ended = run.ended()
        #expect(ended.status == 130)
        #expect(!ended.output.contains("NO"))
        if options == ["--in-process"] {
            #expect(ended.errors.contains("notice: 2 cases were not run: the run was interrupted\n"))
        } else {
            #expect(try ended.outcomes == ["interrupted wait"])
        }
        #expect(bench.folder.text(of: "r.tap")?.contains("\nnot ok 1 - wait\n") == true)
    }

    @Test("a file that cannot be written is said before anything is called")
    func unwritable() throws {
        let run = try bench.test("a.json", "--junit", "r.xml", "--html", "none/r.html")
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("error: the file none/r.html cannot be written: no such file"))
        #expect(bench.folder.text(of: "r.xml") == nil)
    }

    @Test("where a file is wrong, earlier reports stay and standard output stays empty")
    func wrong() throws {
        try bench.folder.write("r.xml", "before")
        try bench.folder.write("a.json", #"{ "behaviour": 1, "cases": [{}] }"#)
        let run = try bench.test("a.json", "--junit", "r.xml", "--tap", "-")
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(bench.folder.text(of: "r.xml") == "before")
    }
}
