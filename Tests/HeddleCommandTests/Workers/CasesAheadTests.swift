// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// A process that cases share is given several at a time, while they are short.
@Suite("Short cases that share a process")
struct CasesAheadTests {
    private let bench: WorkerBench

    init() throws { bench = try WorkerBench() }

    /// What each case has printed to a stream, in the order in which the cases began.
    private func printed(_ run: Program.Ended, _ stream: String) throws -> [(name: String, text: String)] {
        var printed: [(name: String, text: String)] = []
        var current: [Int: Int] = [:]
        for event in try run.events {
            guard let worker: Int = event["worker"] else { continue }
            if event.kind == "caseStarted" {
                current[worker] = printed.count
                printed.append((event["name"] ?? "", ""))
            } else if event.kind == "output", event["stream"] == stream, let index = current[worker] {
                printed[index].text += event["text"] ?? ""
            }
        }
        return printed
    }

    @Test("have their own output, each, also where some die", arguments: ["1", "2"])
    func output(jobs: String) throws {
        try bench.write(
            (0..<300).map { number in
                var calls = [#"say "from_\#(number)""#, "add 1 2 = 3", #"complain "of_\#(number)""#]
                if number % 50 == 33 { calls.append("crash") }
                return ("case \(number)", calls)
            })
        let run = try bench.test("--json", "--share", "--jobs", jobs)
        #expect(run.status == 5)
        let outcomes = Set(try run.outcomes)
        #expect(outcomes.count == 300)
        for number in 0..<300 {
            #expect(outcomes.contains("\(number % 50 == 33 ? "crashed" : "passed") case \(number)"))
        }
        // What C holds back dies with the process of a crash.
        for (name, text) in try printed(run, "stdout") where !text.isEmpty {
            #expect(text == "from_\(name.dropFirst(5))")
        }
        for (name, text) in try printed(run, "stderr") { #expect(text.hasPrefix("of_\(name.dropFirst(5))")) }
    }

    @Test("have all of a long output, which ends with them")
    func longOutput() throws {
        try bench.write(
            (0..<40).map { ("case \($0)", $0 % 10 == 9 ? ["say_much 900"] : [#"say "\#($0)""#]) })
        let run = try bench.test("--json", "--share", "--jobs", "1")
        #expect(run.status == 0)
        let lengths = try printed(run, "stdout").map(\.text.utf8.count)
        #expect(lengths == (0..<40).map { $0 % 10 == 9 ? 900 << 10 : "\($0)".utf8.count })
    }

    @Test("print bytes that are no text, and are not cut there")
    func bytes() throws {
        try bench.write((0..<40).map { ("case \($0)", [#"say {"hex":"61ff656e6462"}"#, "add 1 1 = 2"]) })
        let run = try bench.test("--json", "--share", "--jobs", "1")
        #expect(try printed(run, "stdout").allSatisfy { $0.text == "a\u{FFFD}endb" })
    }

    @Test("go on in a new process where theirs ends between two of them, each once")
    func endBetween() throws {
        try bench.write(
            [("starts", ["fall_later"])]
                + (0..<400).map { ("case \($0)", [#"say "\#($0)""#] + ($0 % 20 == 7 ? ["nap 8"] : [])) })
        let run = try bench.test("--json", "--share", "--jobs", "1")
        #expect(run.status == 5)
        #expect(try run.outcomes.count == 401)
        #expect(try run.outcomes.filter { !$0.hasPrefix("passed") }.count <= 1)
        #expect(try printed(run, "stdout").dropFirst().filter { $0.text.isEmpty }.count <= 1)
    }

    @Test("have none of the output of those that print nothing")
    func silence() throws {
        try bench.write((0..<200).map { ("case \($0)", $0 % 2 == 0 ? ["add 1 1 = 2"] : [#"say "\#($0)""#]) })
        let run = try bench.test("--json", "--share", "--jobs", "1")
        #expect(try printed(run, "stdout").map(\.text) == (0..<200).map { $0 % 2 == 0 ? "" : "\($0)" })
    }

    @Test("are left where the run is interrupted, and none of them is begun")
    func interrupted() throws {
        try bench.write(
            (0..<200).map { ("case \($0)", ["add 1 1 = 2"]) } + [
                ("waits", [#"complain "WAITS""#, "nap 3000", "crash"])
            ]
                + (0..<200).map { ("later \($0)", [#"say "NOT REACHED""#]) })
        let run = try bench.start("--json", "--share", "--jobs", "1")
        #expect(run.waits(untilOutputHas: "WAITS"))
        run.signal(SIGINT)
        let ended = run.ended()
        #expect(ended.status == 130)
        #expect(!ended.output.contains("NOT REACHED"))
        #expect(try ended.outcomes.filter { !$0.hasPrefix("passed") } == ["interrupted waits"])
        #expect(try ended.outcomes.count == 201)
        #expect(ended.output.contains("200 cases were not run: the run was interrupted"))
    }
}
