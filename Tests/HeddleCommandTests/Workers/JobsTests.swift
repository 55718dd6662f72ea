// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test --jobs")
struct JobsTests {
    private let bench: WorkerBench

    init() throws { bench = try WorkerBench() }

    @Test("runs cases at the same time")
    func together() throws {
        try bench.write(("a", [#"meet "a" "b" = 1"#]), ("b", [#"meet "b" "a" = 1"#]))
        let run = try bench.test("--json", "--jobs", "2")
        #expect(run.status == 0)
        #expect(try run.outcomes.sorted() == ["passed a", "passed b"])
        let start = #"{"event":"runStarted","files":["cases.json"],"jobs":2,"origin":"#
        #expect(try run.events.first?.line.hasPrefix(start) == true)
        #expect(Set(try run.events.filter { $0.kind == "caseEnded" }.compactMap { $0["worker"] as Int? }) == [0, 1])
    }

    @Test("keeps cases that need each other in one process, each behind those that it needs")
    func needs() throws {
        let names = (0..<4).flatMap { chain in (1...3).map { "\(chain).\($0)" } }
        let needing = (0..<4).flatMap { chain in (2...3).map { ("\(chain).\($0)", ["\(chain).\($0 - 1)"]) } }
        try bench.write(names.map { ($0, ["next"]) }, needs: Dictionary(uniqueKeysWithValues: needing))
        let run = try bench.test("--json", "--jobs", "3")
        #expect(run.status == 0)
        let ended = try run.events.filter { $0.kind == "caseEnded" }
        for chain in 0..<4 {
            let own = ended.filter { ($0["name"] as String?)?.hasPrefix("\(chain).") == true }
            #expect(Set(own.compactMap { $0["worker"] as Int? }).count == 1)
            #expect(own.compactMap { $0["name"] as String? } == (1...3).map { "\(chain).\($0)" })
        }
    }

    @Test("comes to the same as one case behind the other", arguments: 1...5)
    func same(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let calls = ["add 1 1 = 2", "add 1 1 = 3", "crash", "leave 0", #"say "x""#, "end_suddenly 3"]
        var needs: [String: [String]] = [:]
        var cases: [(name: String, calls: [String])] = []
        for number in 0..<12 {
            let length = Int.random(in: 1...3, using: &random)
            cases.append(("case \(number)", (0..<length).map { _ in calls.randomElement(using: &random) ?? "" }))
            guard number > 0, Bool.random(using: &random) else { continue }
            needs["case \(number)"] = ["case \(Int.random(in: 0..<number, using: &random))"]
        }
        try bench.write(cases, needs: needs)
        let (one, many) = (try bench.test("--json"), try bench.test("--json", "--jobs", "4"))
        #expect(try one.outcomes.sorted() == many.outcomes.sorted())
        #expect(one.status == many.status)
        #expect(try one.events.last?.line == many.events.last?.line)
        for (name, _) in cases {
            #expect(try one.reason(of: name) == many.reason(of: name))
            #expect(try one.printed(by: name) == many.printed(by: name))
        }
    }

    @Test("tells the same events, wherever a case runs")
    func events() throws {
        try bench.write(
            ("a", [#"say "é""#, "add 1 1 = 2"]), ("b", ["add 1 1 = 3", #"complain "no""#]), ("c", ["next"]))
        let (own, other) = (try bench.test("--json", "--in-process"), try bench.test("--json"))
        let times = /"(ns|start)":\d+|"date":"[^"]*"/
        func lines(_ run: Program.Ended) throws -> [String] {
            try run.events.filter { $0.kind != "output" }.map { event in
                event.line.replacing(times, with: "").replacing("heddle test --in-process", with: "heddle test")
            }
        }
        let (here, elsewhere) = (try lines(own), try lines(other))
        #expect(here == elsewhere)
    }

    @Test(
        "refuses a value that is not a number of jobs",
        arguments: ["0", "-1", "1001", "many", "1.5", "99999999999999999999"])
    func mistakes(jobs: String) throws {
        try bench.write(("a", ["add 1 1"]))
        let run = try bench.test("--jobs=\(jobs)")
        #expect(run.status == 2)
        #expect(run.errors.contains("\(jobs) is not a number of jobs: --jobs takes a number from 1 to 1000, or auto"))
    }

    @Test("takes as many as there are processors, and more than there are cases")
    func counts() throws {
        try bench.write(("a", ["add 1 1"]))
        #expect(try bench.test("--jobs", "auto").status == 0)
        #expect(try bench.test("--jobs", "8").status == 0)
        #expect(try bench.test("--jobs", "2", "--in-process").status == 2)
    }

    @Test("begins no further case once one has failed, where that is asked for")
    func failFast() throws {
        try bench.write([("bad", ["add 1 1 = 3"])] + (1...20).map { ("good \($0)", ["add 1 1 = 2"]) })
        let run = try bench.test("--fail-fast")
        #expect(run.status == 1)
        #expect(run.errors.contains("notice: 20 cases were not run: a case failed, and --fail-fast stops there\n"))
    }
}
