// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing

@Suite("Steps that are run where a condition holds")
struct BranchTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// `c.count` returns 1, 2, 3 and so on in each run.
    private func plan(_ members: String) throws -> Plan {
        let text = """
            { "behaviour": 1, \(members), "modules": { "probe": { "library": "probe" }, "c": { "library": "counter" },
              "z": { "library": "libc.so.6", "declarations": [
                "_Success_(return == 0) int chdir(const char *path)", "int crc_of_nothing(void)",
                "const char *gnu_get_libc_version(void)" ] } } }
            """
        return try Plan.read(SourceText(name: "branch.json", text), on: bench.host, origin: .file(folder: "."))
    }

    private func run(_ members: String) throws -> (ending: Run.Ending, events: [Event]) {
        let plan = try plan(members)
        defer { plan.end() }
        return bench.runAllWays(plan)
    }

    /// Which steps were called, by their indices.
    private func order(_ steps: String, rest: String = "") throws -> String {
        try run(#""steps": [\#(steps)]\#(rest)"#).events.calledSteps.map(String.init).joined()
    }

    private func mistakes(_ steps: String) -> [String] {
        do {
            try plan(#""steps": [\#(steps)]"#).end()
            return []
        } catch {
            return ((error as? Diagnostics)?.all ?? []).map(\.message)
        }
    }

    private static let count = #"{ "call": "c.count" }"#

    private static func deciding(_ condition: String, _ then: String, else others: String? = nil) -> String {
        #"{ "call": "c.count", "if": { "result": \#(condition) }, "then": [\#(then)]"#
            + (others.map { #", "else": [\#($0)]"# } ?? "") + " }"
    }

    // MARK: Order

    @Test("are those of \"then\" where it holds, otherwise those of \"else\", and behind them all go on")
    func either() throws {
        #expect(try order("\(Self.deciding("1", Self.count, else: Self.count)), \(Self.count)") == "013")
        #expect(try order("\(Self.deciding("2", Self.count, else: Self.count)), \(Self.count)") == "023")
        #expect(try order("\(Self.deciding("1", Self.count)), \(Self.count)") == "012")
        #expect(try order("\(Self.deciding("2", "\(Self.count), \(Self.count)")), \(Self.count)") == "03")
        #expect(try order(Self.deciding("2", Self.count)) == "0")
    }

    @Test("may decide in turn, and stand in loops and have loops in them")
    func nested() throws {
        let inner = Self.deciding("2", Self.count, else: Self.count)
        #expect(try order("\(Self.deciding("1", inner, else: Self.count)), \(Self.count)") == "0125")
        #expect(try order("\(Self.deciding("9", inner, else: inner)), \(Self.count)") == "0457")
        let loop = #"{ "repeat": [\#(Self.count), \#(Self.count)], "times": 2 }"#
        #expect(try order("\(Self.deciding("1", loop, else: loop)), \(Self.count)") == "012125")
        let odd = Self.deciding(#"{ "in": [1, 4] }"#, Self.count, else: "\(Self.count), \(Self.count)")
        #expect(try order(#"{ "repeat": [\#(odd)], "times": 3 }"#) == "01023023")
    }

    @Test("may end the loop around them")
    func ending() throws {
        let until = #"{ "call": "c.count", "until": { "result": { "ge": 4 } } }"#
        let steps =
            #"{ "repeat": [\#(Self.deciding(#"{ "ge": 3 }"#, until)), \#(Self.count)], "times": 9 }, \#(Self.count)"#
        #expect(try order(steps) == "0201" + "3")
        let both = #"{ "call": "c.count", "until": { "result": 4 }, "if": { "result": 2 }, "then": [\#(Self.count)] }"#
        #expect(try order(#"{ "repeat": [\#(both)], "times": 9 }, \#(Self.count)"#) == "001" + "02")
    }

    // MARK: Conditions

    @Test("are chosen by all conditions, which expect nothing")
    func conditions() throws {
        let both = #"{ "call": "c.count", "if": { "result": 1, "errno": { "gt": 0 } }, "then": [\#(Self.count)] }"#
        let (ending, events) = try run(#""steps": [\#(both)]"#)
        #expect(ending == .held)
        #expect(events.story == ["call 0 count returned 1", "summary"])
        let text =
            #"{ "call": "z.gnu_get_libc_version", "if": { "result": { "startsWith": "2." } }, "then": [\#(Self.count)] }"#
        #expect(try order(text) == "01")
        let mixed =
            #"{ "call": "c.count", "expect": { "result": 1 }, "if": { "result": { "gt": 1 } }, "then": [\#(Self.count)] }"#
        #expect(
            try run(#""steps": [\#(mixed)]"#).events.story == ["call 0 count returned 1", "result held", "summary"])
    }

    @Test("may depend on whether the call returns, or is there at all")
    func failing() throws {
        let failing =
            #"{ "call": "z.chdir", "with": ["/nowhere"], "if": { "status": "failed" }, "then": [\#(Self.count)] }"#
        #expect(try order("\(failing), \(Self.count)") == "012")
        let absent =
            #"{ "call": "z.crc_of_nothing", "if": { "status": "returned" }, "then": [\#(Self.count)], "else": [\#(Self.count)] }"#
        #expect(try order(absent, rest: #", "policy": { "missing": "skip" }"#) == "02")
    }

    @Test("leave nothing saved that is not run, also where it was run in the round before")
    func saves() throws {
        let saving = #"{ "call": "c.count", "save": "n" }"#
        let adding = #"{ "call": "probe.add", "with": [{ "ref": "n" }, 10] }"#
        let goesOn = #", "policy": { "onFailure": "continue" }"#
        let steps = #"{ "repeat": [\#(Self.deciding("1", saving)), \#(adding)], "times": 2 }"#
        let told = try run(#""steps": [\#(steps)]\#(goesOn)"#).events.story
        #expect(told.filter { $0.contains(" add ") } == ["call 2 add returned 12", "call 2 add failed argument"])
    }

    @Test("keep for the steps behind a loop what was saved in the last round that ran them", arguments: ["2", "4"])
    func lastRound(found: String) throws {
        let saving =
            #"{ "call": "c.count", "save": "n" }, { "call": "probe.add", "with": [{ "ref": "n" }, 0], "save": "m" }"#
        let adding = #"{ "call": "probe.add", "with": [{ "ref": "n" }, { "ref": "m" }] }"#
        let loop = #"{ "repeat": [\#(Self.deciding(found, saving))], "times": 4 }"#
        let told = try run(#""steps": [\#(loop), \#(adding)]"#).events.story
        // The step that decides and the one that saves count, so that each sees the counts in turn.
        #expect(told.last { $0.contains(" add ") }?.hasSuffix("returned \(2 * (Int(found)! + 1))") == true, "\(told)")
    }

    // MARK: Mistakes

    @Test(
        "are refused with a reason",
        arguments: [
            (
                #"{ "call": "c.count", "if": { "result": 1 } }"#,
                [
                    "\"if\" decides whether the steps of \"then\" are run, and the step has no \"then\""
                ]
            ),
            (
                #"{ "call": "c.count", "then": [{ "call": "c.count" }] }"#,
                [
                    "the steps of \"then\" are run where a condition holds or not, and the step has no \"if\""
                ]
            ),
            (
                #"{ "call": "c.count", "if": {}, "then": [{ "call": "c.count" }] }"#,
                [
                    "\"if\" of a step is {}, expected a condition such as {\"result\": 0}"
                ]
            ),
            (
                #"{ "call": "c.count", "if": { "result": 1 }, "then": [] }"#,
                [
                    "\"then\" of a step is [], expected at least one step"
                ]
            ),
            (
                #"{ "call": "c.count", "if": { "result": 1 }, "then": [{ "call": "c.cuont" }, { "call": "c.count" }] }"#,
                [
                    "the module c has no action \"cuont\""
                ]
            ),
            (
                #"{ "call": "c.cuont", "if": { "result": 1 }, "then": [{ "call": "c.count", "save": "a" }] }"#,
                [
                    "the module c has no action \"cuont\""
                ]
            ),
            (
                #"{ "call": "c.count", "if": { "result": 1 }, "then": [{ "cal": "c.count" }], "else": [{ "call": "c.count" }] }"#,
                [
                    "a step has no key \"cal\""
                ]
            ),
            (
                #"{ "call": "c.count", "if": { "result": "x" }, "then": [{ "call": "c.count" }] }"#,
                [
                    "result of c.count is a number and can never be text \"x\""
                ]
            ),
        ])
    func refused(step: String, expected: [String]) {
        #expect(mistakes(step) == expected)
    }
}
