// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle test: the command that runs a case again")
struct RerunTests {
    private let bench: TestBench
    /// The engine for calls that the environment has chosen for these tests, as an option.
    private let calls = ProcessInfo.processInfo.environment["HEDDLE_CALLS"] == "libffi" ? " --calls libffi" : ""

    init() throws { bench = try TestBench() }

    /// The commands that a run advises, in order.
    private func advice(_ run: Program.Ended) -> [String] {
        run.errors.split(separator: "\n").filter { $0.hasPrefix("run again: ") }.map { String($0.dropFirst(11)) }
    }

    /// Has a shell run such a command, with this program as `heddle`.
    private func run(_ command: String) throws -> Program.Ended {
        let program = try Program.built("heddle").path
        return try Program("sh").run(["-c", "heddle() { '\(program)' \"$@\"; }; \(command)"], in: bench.folder.path)
    }

    @Test("it stands once for each case that failed, with its options, and with the seed where there was one")
    func words() throws {
        try bench.write("a.json", good("good"), bad("bad"), bad("bad too"))
        let folder = "-m \(bench.bench.modules)\(calls)"
        #expect(
            advice(try bench.test("a.json", "--retries", "1")) == [
                "heddle test \(folder) a.json --name bad", "heddle test \(folder) a.json --name 'bad too'",
            ])
        #expect(
            advice(try bench.test("a.json", "--share", "--time-limit", "1.5s", "--name", "bad")) == [
                "heddle test \(folder) --share --time-limit 1500ms a.json --name bad"
            ])
        let seeded = try bench.test("./a.json", "--seed", "7", "--name", "bad", "--repeat", "2")
        #expect(
            advice(seeded) == Array(repeating: "heddle test \(folder) ./a.json --name bad --seed 7", count: 2))
    }

    @Test(
        "a shell that is given it runs just that case",
        arguments: [
            "a b", "it's", "*", "a*", #"a\*"#, "$HOME `id` \\\"!\\\" ; # &", "--name", "-", #"ta\tb"#, #"li\nne"#,
            "ü漢🙂 \u{202E}", #"\u001b[1m 100% it's C:\\x"#,
        ])
    func exact(name: String) throws {
        try bench.write("a.json", bad(name.replacing(#"\*"#, with: #"\\*"#)), bad("ab"), bad("x"))
        let first = try #require(advice(try bench.test("a.json")).first)
        #expect(!first.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{202E}" })
        let again = try run(first)
        #expect(again.errors.contains("\n1 case: 1 failed."), "\(again)")
        #expect(advice(again) == [first])
    }

    @Test("the row of a table, the folder, and a file whose name is an option are all named")
    func places() throws {
        try Program("mkdir").succeed([bench.folder("sub")])
        try bench.folder.write(
            "sub/-b c.json",
            #"""
            { "behaviour": 1, "modules": { "probe": { "library": "probe" } },
              "cases": [{ "name": "adds", "each": [{ "want": 2 }, { "want": 4 }],
                "steps": [{ "call": "probe.add", "with": [1, 1], "expect": { "result": { "ref": "row.want" } } }] }] }
            """#)
        let first = try #require(advice(try bench.test("sub")).first)
        #expect(first.hasSuffix(" 'sub/-b c.json' --name 'adds [2]'"))
        #expect(try run(first).errors.contains("\n1 case: 1 failed."))
    }

    @Test("every report has it, and so has one of a kept run")
    func reports() throws {
        try bench.write("a.json", bad("bad <one>"))
        let run = try bench.test(
            "a.json", "--json", "--tap", "r.tap", "--junit", "r.xml", "--html", "r.html")
        let words = "heddle test -m \(bench.bench.modules)\(calls) a.json --name 'bad <one>'"
        #expect(try run.events.compactMap { $0["rerun"] } == [words])
        #expect(bench.folder.text(of: "r.tap")?.contains("\n    run again: \(words)\n") == true)
        let escaped = words.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        #expect(bench.folder.text(of: "r.xml")?.contains("\nrun again: \(escaped)</failure>") == true)
        let json = words.replacing("<", with: "\\u003c")
        #expect(bench.folder.text(of: "r.html")?.contains("\"rerun\":\"\(json)\"") == true)
        try bench.folder.write("run.jsonl", run.output)
        let kept = try bench.bench.heddle("report", "--from", "run.jsonl")
        #expect(advice(kept) == [words])
    }

    @Test("cases that passed, in the end too, and those that were skipped have none")
    func none() throws {
        try bench.write("a.json", holds("flaky", atTime: 2), good("good"))
        #expect(advice(try bench.test("a.json", "--retries", "1")) == [])
        try bench.write("b.json", bad("bad"), good("skipped", needs: ["bad"]))
        #expect(advice(try bench.test("b.json")).count == 1)
    }
}
