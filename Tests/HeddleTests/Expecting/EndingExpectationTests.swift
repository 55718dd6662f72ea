// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing
import Workbench

@Suite("A call returns or fails, and never both")
struct EndingExpectationTests {
    /// The mistakes of steps that call libc.
    private func mistakes(ofSteps steps: String) -> [Diagnostic] {
        let text = #"{ "behaviour": 1, "modules": { "c": { "library": "libc.so.6" } }, "steps": ["# + steps + "] }"
        do {
            _ = try Plan.read(
                SourceText(name: "made.json", text), on: ModuleHost(modulePath: []), origin: .file(folder: "."))
            return []
        } catch {
            return error.all
        }
    }

    /// The mistakes of what a step expects of `abs`.
    private func mistakes(_ expectations: String) -> [Diagnostic] {
        mistakes(ofSteps: #"{ "call": "c.abs", "with": [3], "expect": { "# + expectations + " } }")
    }

    @Test(
        "so that an expectation of a failure excludes a result, in either order",
        arguments: [
            (#""status": "failed", "result": 3"#, "result", "status"),
            (#""result": 3, "failure.code": "x""#, "failure.code", "result"),
            (#""failure": { "null": false }, "result": { "gt": 1 }"#, "result", "failure"),
            (#""status": { "ne": "returned" }, "result": 3"#, "result", "status"),
            (#""failure.code": "x", "failure.message": "y", "errno": 1, "result": 3"#, "result", "failure.code"),
        ])
    func noResult(expectations: String, later: String, earlier: String) {
        let mistakes = mistakes(expectations)
        #expect(mistakes.map(\.code) == [.call(.never)])
        #expect(
            mistakes.first?.message.hasPrefix("\(later) of c.abs can never hold beside \(earlier): a call that ")
                == true)
        #expect(mistakes.first?.range?.text.contains("\"\(later)\"") == true)
    }

    @Test(
        "so that a call that returns has no failure",
        arguments: [
            #""status": "returned", "failure.message": "x""#, #""failure": null, "status": "failed""#,
            #""failure": { "null": true }, "failure.code": "x""#,
        ])
    func noFailure(expectations: String) {
        #expect(mistakes(expectations).map(\.code) == [.call(.never)])
    }

    @Test(
        "and what one call may meet is taken",
        arguments: [
            #""status": "returned", "result": 3"#, #""failure": null, "result": 3"#,
            #""status": "failed", "errno": 0"#,
            #""failure": { "anyOf": [null, { "code": "x" }] }, "result": 3"#,
            #""status": "failed", "failure.code": "x""#,
        ])
    func possible(expectations: String) { #expect(mistakes(expectations).map(\.message) == []) }

    @Test("and a result for which the declaration says that the call fails is never there")
    func unsuccessful() {
        func mistakes(_ condition: String, hooks: String = "") -> [Diagnostic] {
            let text = """
                { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                    "_Success_(return == 0) int abs(int n)" ] } },
                  "steps": [{ "call": "c.abs", "with": [3], \(condition) }]\(hooks) }
                """
            do {
                _ = try Plan.read(
                    SourceText(name: "made.json", text), on: ModuleHost(modulePath: []), origin: .file(folder: "."))
                return []
            } catch {
                return error.all
            }
        }
        for condition in [#""expect": { "result": 3 }"#, #""expect": { "result": { "eq": 3 }, "errno": 0 }"#] {
            let found = mistakes(condition)
            #expect(found.map(\.code) == [.call(.never)])
            #expect(found.first?.message.contains("_Success_ of its declaration says that such a call fails") == true)
        }
        #expect(mistakes(#""expect": { "result": 0 }"#).isEmpty)
        #expect(mistakes(#""expect": { "status": "failed" }"#).isEmpty)
        let hooks = #", "hooks": [{ "on": "c.abs", "after": { "rewrite": { "result": 3 } } }]"#
        #expect(mistakes(#""expect": { "result": 3 }"#, hooks: hooks).isEmpty)
    }

    @Test("and the end of a loop is another moment than that of which a step expects something")
    func loop() {
        let mistakes = mistakes(
            ofSteps: #"""
                { "repeat": [{ "call": "c.abs", "with": [3], "expect": { "result": 3 },
                    "until": { "failure.code": "x" } }], "times": 2 }
                """#)
        #expect(mistakes.map(\.message) == [])
    }
}
