// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing
import Workbench

/// Steps of literals that are planned in full all the same.
@Suite("Steps of literals in other places")
struct FullStepTests {
    private static let modules = #""modules": { "probe": { "library": "probe" } }"#

    private func step(_ sum: Int) -> String {
        #"{ "call": "probe.add", "with": [\#(sum - 1), 1], "expect": { "result": \#(sum) } }"#
    }

    /// The calls and what was expected of them, with the texts of what was expected and the files in which it stands.
    private func story(_ events: [Event]) -> [String] {
        events.compactMap { event in
            switch event {
            case .call(let call): "\(call.index) \(call.arguments.map(\.json).joined(separator: " "))"
            case .expectation(let held):
                "\(held.isHeld) \(held.range.source.name.split(separator: "/").last ?? ""): \(held.range.text)"
            default: nil
            }
        }
    }

    @Test("stand beside those of the file, with their own numbers and places")
    func includedAndAlways() throws {
        let folder = try ScratchFolder()
        try folder.write("a.json", #"{ "behaviour": 1, \#(Self.modules), "steps": [\#(step(10))] }"#)
        let text = """
            { "behaviour": 1, "include": ["a.json"], "steps": [\(step(20)), \(step(30))], "always": [\(step(40))] }
            """
        let bench = try Bench()
        let plan = try Plan.read(
            SourceText(name: "main.json", text), on: bench.host, origin: .file(folder: folder.path))
        #expect(plan.steps.map(\.index) == [0, 1, 2])
        #expect(plan.always.map(\.index) == [3])
        let (ending, events) = bench.run(plan)
        #expect(ending == .held)
        #expect(
            story(events) == [
                "0 9 1", "true a.json: \"result\": 10", "1 19 1", "true main.json: \"result\": 20",
                "2 29 1", "true main.json: \"result\": 30", "3 39 1", "true main.json: \"result\": 40",
            ])
    }

    @Test("run in each case with the file's own left out")
    func cases() throws {
        let bench = try Bench()
        let text = """
            { "behaviour": 1, \(Self.modules), "steps": [\(step(1))],
              "cases": [{ "name": "one", "steps": [\(step(10))], "always": [\(step(20))] }] }
            """
        let plan = try Plan.read(SourceText(name: "main.json", text), on: bench.host, origin: .file(folder: "."))
        let recorder = Recorder()
        let planned = try #require(plan.cases.first)
        #expect(CaseRun(planned, on: bench.host, events: EventStream(to: [recorder]))() == .passed)
        #expect(
            story(recorder.events) == [
                "0 9 1", "true main.json: \"result\": 10", "1 19 1", "true main.json: \"result\": 20",
            ])
    }

    @Test("have their secrets concealed, also where another step of the line is wrong")
    func secrets() throws {
        let bench = try Bench()
        let modules =
            #""modules": { "c": { "library": "libc.so.6", "declarations": ["size_t strlen(_Secret_ const char *s)"] } }"#
        let steps = #"{ "call": "c.strlen", "with": ["hunter2"] }, { "call": "c.strlen", "with": [] }"#
        let found = #expect(throws: Diagnostics.self) {
            try Plan.read(
                SourceText(name: "a", #"{ "behaviour": 1, \#(modules), "steps": [\#(steps)] }"#), on: bench.host,
                origin: .file(folder: "."))
        }
        let said = try #require(found).all.map { $0.render() }.joined()
        #expect(said.contains("*******"))
        #expect(!said.contains("hunter2"), "\(said)")
    }
}
