// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle test: parts of a run on many machines")
struct ShardTests {
    private let bench: TestBench

    init() throws { bench = try TestBench() }

    private func test(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Ended {
        try Program.built("heddle").run(
            ["test", "-m", bench.bench.modules] + arguments, in: bench.folder.path, environment: environment)
    }

    private func report(_ arguments: [String]) throws -> Program.Ended {
        try Program.built("heddle").run(["report"] + arguments, in: bench.folder.path)
    }

    // MARK: Engines

    private static let names = ["a", "b", "c", "d", "e", "f"]

    private func slurm(_ task: Int, _ tasks: ClosedRange<Int>, step: Int, count: Int) -> [String: String] {
        [
            "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_MIN": "\(tasks.lowerBound)",
            "SLURM_ARRAY_TASK_MAX": "\(tasks.upperBound)", "SLURM_ARRAY_TASK_STEP": "\(step)",
            "SLURM_ARRAY_TASK_COUNT": "\(count)", "SLURM_ARRAY_JOB_ID": "77",
        ]
    }

    @Test("auto takes the part from Slurm, Kubernetes, Bazel or GitLab")
    func engines() throws {
        try bench.write(
            "a.json", Self.names.map { good($0) }[0], Self.names.dropFirst().map { good($0) }.joined(separator: ","))
        let second = try test("a.json", "--shard", "2/3").passed
        #expect(second == ["b", "e"])
        for (option, environment) in [
            ("auto", slurm(1, 0...2, step: 1, count: 3)), ("auto", slurm(20, 10...39, step: 10, count: 3)),
            ("auto/3", slurm(2, 1...3, step: 1, count: 3)),
            ("auto/3", ["JOB_COMPLETION_INDEX": "1"]),
            ("auto", ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "3"]),
            ("auto", ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"]),
            // A job of GitLab that is not parallel, which starts an array.
            ("auto", slurm(2, 1...3, step: 1, count: 3).merging(["CI_NODE_TOTAL": "1"]) { $1 }),
        ] {
            let run = try test("a.json", "--shard", option, environment: environment)
            #expect(run.passed == second, "\(environment)")
        }
    }

    @Test("a job of GitLab that is not parallel runs all cases")
    func alone() throws {
        try bench.write("a.json", good("a"), good("b"))
        #expect(try test("a.json", "--shard", "auto", environment: ["CI_NODE_TOTAL": "1"]).passed == ["a", "b"])
    }

    @Test("the name that an engine gives the run is kept")
    func name() throws {
        try bench.write("a.json", good("a"), good("b"))
        let slurm = try test("a.json", "--shard", "auto", "--json", environment: slurm(1, 1...2, step: 1, count: 2))
        #expect(slurm.output.contains(#","run":"job 77 of Slurm"}"#))
        let gitlab = ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2", "CI_PIPELINE_ID": "5"]
        let run = try test("a.json", "--shard", "auto", "--json", environment: gitlab)
        #expect(run.output.contains(#","run":"pipeline 5 of GitLab"}"#))
    }

    @Test("engines that name the same part are one")
    func agreement() throws {
        try bench.write("a.json", good("a"), good("b"))
        let both = [
            "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2", "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2",
        ]
        #expect(
            try test("a.json", "--shard", "auto", environment: both).passed == test("a.json", "--shard", "2/2").passed)
    }

    @Test("Bazel's status file is touched, and what is in it stays")
    func statusFile() throws {
        try bench.write("a.json", good("a"))
        try bench.folder.write("old", "kept")
        for name in ["new", "old"] {
            let bazel = [
                "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": bench.folder(name),
            ]
            #expect(try test("a.json", "--shard", "auto", environment: bazel).status == 0)
        }
        #expect(bench.folder.text(of: "new") == "")
        #expect(bench.folder.text(of: "old") == "kept")
        let nowhere = ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": "none/file"]
        let run = try test("a.json", "--shard", "auto", environment: nowhere)
        #expect(run.status == 2)
        #expect(
            run.errors.hasPrefix("error: the file none/file that TEST_SHARD_STATUS_FILE names cannot be written: no"))
    }

    @Test("auto that cannot know the part runs nothing")
    func unknown() throws {
        try bench.write("a.json", good("a"))
        let missing = "no engine says which part this is: none is set of SLURM_ARRAY_TASK_ID of Slurm, "
        for (option, environment, message) in [
            ("auto", [:], missing),
            ("auto", ["CI_NODE_INDEX": ""], missing),
            (
                "auto", ["TEST_TOTAL_SHARDS": "4"],
                "Bazel does not say which part this is: TEST_TOTAL_SHARDS is 4, and TEST_S"
            ),
            ("auto", ["JOB_COMPLETION_INDEX": "4"], "Kubernetes says that this is part 5, and not of how many"),
            ("auto/4", ["JOB_COMPLETION_INDEX": "4"], "Kubernetes says that this is part 5, --shard says 4 parts"),
            ("auto/4", ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"], "GitLab says 3 parts, --shard says 4"),
            (
                "auto", ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"],
                "GitLab does not say which part this is: CI_NODE_INDEX is 4, "
            ),
            (
                "auto", ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"],
                "GitLab does not say which part this is: CI_NODE_INDEX is 0, "
            ),
            (
                "auto", ["CI_NODE_INDEX": "1"],
                "GitLab does not say which part this is: CI_NODE_INDEX is set, and CI_NODE"
            ),
            (
                "auto", ["TEST_SHARD_INDEX": "x"],
                "Bazel does not say which part this is: TEST_SHARD_INDEX is \"x\", expected a"
            ),
            (
                "auto", slurm(9, 1...12, step: 1, count: 6),
                "Slurm does not say which part this is: the array has 6 tasks from 1 to 12 that are not 1 apart"
            ),
            (
                "auto", ["SLURM_ARRAY_TASK_ID": "99999999999"],
                "Slurm does not say which part this is: SLURM_ARRAY_TASK_ID is "
            ),
            (
                "auto",
                ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3", "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "3"],
                "engines contradict each other: Bazel says 2 of 3, GitLab says 1 of 3"
            ),
        ] as [(String, [String: String], String)] {
            let run = try test("a.json", "--shard", option, environment: environment)
            #expect(run.status == 2, "\(environment)")
            #expect(run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
            #expect(run.output == "")
        }
    }

    // MARK: Durations

    @Test("parts are cut by the durations of earlier runs, the same on each machine")
    func durations() throws {
        try bench.write(
            "a.json", Self.names.map { good($0) }[0], Self.names.dropFirst().map { good($0) }.joined(separator: ","))
        let kept = Self.names.map { name in
            let ns = name == "c" ? 5000 : 1000
            return
                #"{"event":"caseEnded","id":"a.json/\#(name)","name":"\#(name)","tags":[],"at":"a.json:1:1","attempt":1,"#
                + #""worker":0,"outcome":"passed","ns":\#(ns)}"# + "\n"
        }
        try bench.folder.write("earlier.jsonl", "garbage\n" + kept.joined() + "{\"event\":\"caseEn")
        let parts = try (1...2).map { try test("a.json", "--shard", "\($0)/2", "--durations", "earlier.jsonl").passed }
        #expect(parts == [["c"], ["a", "b", "d", "e", "f"]])
        // A later run replaces an earlier one.
        try bench.folder.write("later.jsonl", kept[2].replacing("5000", with: "1000"))
        let evened = try test("a.json", "--shard", "1/2", "--durations", "earlier.jsonl", "later.jsonl").passed
        #expect(evened == ["a", "c", "e"])
        try bench.folder.write("empty.jsonl", "")
        #expect(try test("a.json", "--shard", "1/2", "--durations", "empty.jsonl").passed == ["a", "c", "e"])
    }

    @Test("durations that cannot be read stop the part, and those of other cases are named")
    func wrongDurations() throws {
        try bench.write("a.json", good("a"))
        try bench.folder.write("text.jsonl", "not a run\nat all\n")
        let text = try test("a.json", "--shard", "1/2", "--durations", "text.jsonl")
        #expect(text.status == 3 && text.errors.contains("text.jsonl has no events"), "\(text.errors)")
        let missing = try test("a.json", "--shard", "1/2", "--durations", "none.jsonl")
        #expect(missing.status == 3)
        #expect(missing.errors.hasPrefix("error: the run none.jsonl cannot be read: no such file or directory"))
        #expect(try test("a.json", "--durations", "none.jsonl").status == 2)
        try bench.folder.write("run.jsonl", try test("a.json", "--json").output)
        let other = try test("./a.json", "--shard", "1/1", "--durations", "run.jsonl")
        #expect(
            other.errors.hasPrefix("warning: the runs after --durations have 1 case, and none of these: the parts are"))
        #expect(other.status == 0)
        #expect(try test("a.json", "--shard", "1/1", "--durations", "run.jsonl", "--junit", "run.jsonl").status == 2)
    }

    // MARK: The verdict

    /// The cases of a report in JUnit's XML without what a machine or the time changes, sorted.
    private func cases(of report: String) -> [String] {
        let text = (bench.folder.text(of: report) ?? "").replacing(#/ time="[^"]*"/#, with: "")
        return text.components(separatedBy: "<testcase").dropFirst()
            .map { $0.components(separatedBy: "  </testsuite>")[0].replacing(#/\s+$/#, with: "") }.sorted()
    }

    @Test(
        "the verdict, the counts and the cases of the reports are the same for any number of parts",
        arguments: [1, 2, 3, 7])
    func verdict(count: Int) throws {
        try bench.write(
            "a.json", good("a"), bad("b"), good("c", needs: ["b"]), good("d"), good("e"),
            #"{ "name": "dies", "steps": [{ "call": "probe.crash" }] }"#)
        try bench.write("b.json", good("a"), good("x"), bad("y"))
        let whole = try test("a.json", "b.json", "--json", "--junit", "whole.xml")
        #expect(whole.status == 5)
        let runs = try (1...count).map { part in
            try test("a.json", "b.json", "--shard", "\(part)/\(count)", "--json", "--jobs", "2")
        }
        let files = (1...count).map { "\($0).jsonl" }
        for (file, run) in zip(files, runs) { try bench.folder.write(file, run.output) }
        #expect(runs.map(\.status).max() == whole.status)
        let merged = try report(["--from"] + files.reversed() + ["--json", "--verdict"])
        #expect(merged.status == whole.status)
        #expect(try merged.events.last?.line == whole.events.last?.line)
        #expect(try report(["--from"] + files + ["--junit", "merged.xml"]).status == 0)
        #expect(cases(of: "merged.xml") == cases(of: "whole.xml"))
        #expect(cases(of: "whole.xml").count == 9)
    }

    @Test("a part that is missing is named, and a verdict without it is no success")
    func missing() throws {
        try bench.write("a.json", good("a"), good("b"), good("c"))
        for part in 1...3 {
            try bench.folder.write("\(part).jsonl", try test("a.json", "--shard", "\(part)/3", "--json").output)
        }
        let merged = try report(["--from", "1.jsonl", "3.jsonl", "--verdict", "--junit", "all.xml"])
        #expect(merged.status == 130)
        #expect(merged.errors == "warning: part 2 of 3 is missing, with 1 case\n = --shard 2/3 runs part 2 alone\n")
        #expect(try report(["--from", "1.jsonl", "2.jsonl", "3.jsonl", "--verdict"]).status == 0)
        // One machine has run the cases twice.
        try bench.folder.write("twice.jsonl", try test("a.json", "--shard", "2/3", "--repeat", "2", "--json").output)
        #expect(try report(["--from", "1.jsonl", "twice.jsonl", "3.jsonl", "--verdict"]).status == 130)
        // Two machines have merged before.
        try bench.folder.write("some.jsonl", try report(["--from", "1.jsonl", "3.jsonl", "--json"]).output)
        let later = try report(["--from", "some.jsonl", "2.jsonl", "--verdict"])
        #expect(later.status == 0)
        #expect(later.errors.hasPrefix("3 cases: 3 passed."))
        // One machine had another text of the behaviour.
        try bench.write("a.json", good("a"), good("b"), good("changed"))
        try bench.folder.write("2.jsonl", try test("a.json", "--shard", "2/3", "--json").output)
        let mixed = try report(["--from", "1.jsonl", "2.jsonl", "3.jsonl", "--verdict"])
        #expect(mixed.status == 130)
        #expect(
            mixed.errors.contains("error: another run begins here, which is left out: its cases were divided otherwise")
        )
        #expect(mixed.errors.contains("warning: part 2 of 3 is missing, with 1 case"))
    }
}
