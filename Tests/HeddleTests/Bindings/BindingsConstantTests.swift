// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing

@Suite("Constants of bindings")
struct BindingsConstantTests {
    private let library: BoundLibrary

    init() throws { library = try BoundLibrary() }

    /// Runs a behaviour, and returns how it ended.
    private func run(_ steps: String) throws -> Run.Ending {
        let (plan, host) = try library.plan(steps)
        return Run(plan, on: host, events: EventStream(to: []))(until: { false })
    }

    /// The mistakes of a behaviour.
    private func mistakes(_ steps: String) -> [String] {
        do {
            _ = try library.plan(steps)
            return []
        } catch let mistakes as Diagnostics {
            return mistakes.all.map { "\($0.message) [\($0.range?.text ?? "")] \($0.suggestion ?? "")" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test(
        "stand for their numbers wherever a number is given or expected",
        arguments: [
            #"{ "call": "m.twice", "with": ["LIMIT"], "expect": { "result": 42 } }"#,
            #"{ "call": "m.twice", "with": { "n": "LIMIT" }, "expect": { "result": { "gt": "LIMIT" } } }"#,
            #"{ "call": "m.half", "with": ["RATIO"], "expect": { "result": 1.25 } }"#,
            #"{ "call": "m.half", "with": [42], "expect": { "result": "LIMIT" } }"#,
            #"{ "call": "m.total", "with": [["LIMIT", 1, "DARK"], 3], "expect": { "result": 29 } }"#,
            #"{ "call": "m.second", "with": [{ "b": "LIMIT" }], "expect": { "result": { "in": ["LIGHT", "LIMIT"] } } }"#,
            #"{ "call": "m.second", "with": [[1, "LIMIT"]], "expect": { "result": { "ne": "DARK", "eq": "LIMIT" } } }"#,
            #"{ "call": "m.twice", "with": ["LIGHT"], "expect": { "result": 2, "errno": { "lt": "LIMIT" } } }"#,
            #"{ "call": "m.add", "with": ["LIMIT", { "int": "DARK" }, { "double": "RATIO" }], "expect": { "result": 21 } }"#,
            #"{ "call": "m.half", "with": ["Infinity"], "expect": { "result": "Infinity" } }"#,
        ])
    func numbers(step: String) throws {
        #expect(try run(step) == .held)
    }

    @Test(
        "stand for their numbers and texts behind the name of their module, in expressions too",
        arguments: [
            #"{ "call": "m.twice", "with": [{ "ref": "m.LIMIT" }], "expect": { "result": { "ref": "m.LIMIT" } } }"#,
            #"{ "call": "m.twice", "with": [{ "expression": "m.LIMIT + m.DARK" }], "expect": { "result": 56 } }"#,
            #"{ "call": "m.twice", "with": [{ "expression": "strlen(m.NAME)" }], "expect": { "result": { "gt": 5 } } }"#,
            #"{ "call": "m.half", "with": [{ "expression": "m.RATIO * 2" }], "expect": { "result": { "expression": "m.RATIO" } } }"#,
            #"{ "call": "m.twice", "with": [7], "save": "m" }, { "call": "m.twice", "with": [{ "ref": "m" }], "expect": { "result": 28 } }"#,
        ])
    func behindModule(steps: String) throws {
        let isHeld = !steps.contains(#""result": { "ref": "m.LIMIT" }"#)
        #expect(try run(steps) == (isHeld ? .held : .failed))
    }

    @Test("are advised behind the name of their module where they stand alone")
    func alone() {
        #expect(
            mistakes(#"{ "call": "m.twice", "with": [{ "expression": "LIMIT | 1" }] }"#) == [
                "no step saves \"LIMIT\", expected the name of a saved value [\"LIMIT | 1\"] "
                    + "if it is a constant, write it behind the name of its module: m.LIMIT"
            ])
        #expect(
            mistakes(#"{ "call": "m.twice", "with": [{ "ref": "m.LIMITS" }] }"#) == [
                "\"m\" is a module that has no variable and no constant \"LIMITS\" [{ \"ref\": \"m.LIMITS\" }] "
            ])
    }

    @Test("of an enumeration stay the names of its constants")
    func enumeration() throws {
        let steps = #"{ "call": "m.darker", "with": ["LIGHT"], "expect": { "result": "DARK" } }"#
        #expect(try run(steps) == .held)
        // A macro may be another name of a constant.
        let other = #"{ "call": "m.darker", "with": ["SHADE_DEFAULT"], "expect": { "result": "SHADE_DEFAULT" } }"#
        #expect(try run(other) == .held)
    }

    @Test("are known to a program's own calls")
    func calls() throws {
        let host = try library.host()
        #expect(try host.result("twice", .string("LIMIT")) == .integer(42))
        #expect(message { _ = try host.result("twice", .string("LIMITS")) } == "\"LIMITS\" is not a constant of m")
    }

    @Test(
        "that are not known are refused with the nearest one, and nothing else is said of them",
        arguments: [
            (
                #"{ "call": "m.twice", "with": ["LIMITS"] }"#,
                "\"LIMITS\" is not a constant of m [\"LIMITS\"] did you mean \"LIMIT\"?"
            ),
            (#"{ "call": "m.twice", "with": ["NAME"] }"#, "\"NAME\" is not a constant of m [\"NAME\"] "),
            (
                #"{ "call": "m.twice", "with": [1], "expect": { "result": { "lt": "LIMT" } } }"#,
                "\"LIMT\" is not a constant of m [\"LIMT\"] did you mean \"LIMIT\"?"
            ),
        ])
    func unknown(step: String, expected: String) {
        #expect(mistakes(step) == [expected])
    }

    @Test("are held against the type that takes them")
    func range() {
        #expect(
            mistakes(#"{ "call": "m.twice", "with": ["HUGE"] }"#) == [
                "argument 1 (n) of m.twice is number 18446744073709551615, the declaration wants a whole number from "
                    + "-2147483648 to 2147483647 [\"HUGE\"] "
            ])
    }

    @Test("have no meaning where a text is wanted, and a text none where no module has constants")
    func texts() throws {
        #expect(try Bench("probe").result("same_text", .string("LIMIT")) == .string("LIMIT"))
        let text = message { _ = try Bench("probe").result("add", .string("LIMIT"), .integer(1)) }
        #expect(text?.hasPrefix("argument 1 (a) of probe.add is text \"LIMIT\"") == true)
    }
}
