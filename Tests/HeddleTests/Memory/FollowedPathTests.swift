// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleForeign
import Testing
import Workbench

@Suite("A path with -> behind a handle")
struct FollowedPathTests {
    private let bench: MemoryBench

    init() throws { bench = try MemoryBench() }

    @Test("reads a field where it stands: in expectations, saved parts and arguments")
    func fields() throws {
        let run = try bench.run(
            """
            { "call": "m.make", "with": [3], "save": { "it": "result", "number": "result->number" },
              "expect": { "result->number": 3, "result->name": "ab", "result->text": "made", "result->flags": 5,
                          "result->values[2]": 2.5, "result->next": null } },
            { "call": "m.make", "with": [{ "ref": "it->number" }], "save": "second",
              "expect": { "result->number": { "ref": "number" } } },
            { "call": "m.chain", "with": [{ "ref": "it" }, { "ref": "second" }] },
            { "read": "it->next->number", "expect": { "result": 3 } },
            { "read": "it->next", "save": "read", "expect": { "result": { "ref": "second" } } },
            { "call": "m.drop", "with": [{ "ref": "it->next" }] },
            { "call": "m.drop", "with": [{ "ref": "it" }] }
            """)
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test("follows each pointer anew, so that it sees what native code has changed")
    func isFresh() throws {
        let run = try bench.run(
            """
            { "new": "node[3]", "value": [{ "number": 1 }, { "number": 2 }, { "number": 3 }], "save": "n" },
            { "call": "m.chain", "with": [{ "ref": "n" }, { "ref": "&n[1]" }] },
            { "read": "n->next->number", "expect": { "result": 2 } },
            { "call": "m.chain", "with": [{ "ref": "n" }, { "ref": "&n[2]" }] },
            { "read": "n->next->number", "expect": { "result": 3 } },
            { "write": "n->next->number", "value": 30 },
            { "call": "m.total", "with": [{ "ref": "n" }], "expect": { "result": 31 } }
            """)
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test("names the pointer that is null, released, not there, or of unknown life")
    func refusals() throws {
        let run = try bench.run(
            """
            { "call": "m.make", "with": [3], "save": "it" },
            { "read": "it->next->number" },
            { "call": "m.borrow", "with": [6], "save": "other", "expect": { "result->text": "borrowed" } },
            { "read": "other->text" },
            { "call": "m.lose", "with": [{ "ref": "it" }] },
            { "read": "it->next->next->number" },
            { "read": "it->text", "expect": { "result": "made" } },
            { "call": "m.drop", "with": [{ "ref": "it" }] },
            { "read": "it->number" }
            """, rest: #", "policy": { "onFailure": "continue" }"#)
        #expect(
            run.failures.map { $0.split(separator: ";")[0] }.filter { $0.hasPrefix("argument") } == [
                #"argument 1 refers to the place "it->next->number": it->next is null"#,
                #"argument 1 refers to the place "other->text": nothing says for how long the memory behind other is there"#,
                #"argument 1 refers to the place "it->next->next->number": the memory behind it->next cannot be read"#,
                #"argument 1 refers to the place "it->number": it was released"#,
            ], "\(run.failures)")
        #expect(run.failures.contains { $0.hasPrefix("result: {\"handle\"") })
    }

    @Test("from what a step has read in memory is refused with the way that works")
    func readPointer() throws {
        let given = #"""
            { "new": "node", "value": { "number": 1 }, "save": "n" },
            { "call": "m.borrow", "with": [6], "save": "other" },
            { "write": "n->next", "value": { "ref": "other" } },
            { "read": "n->next", "save": "at" },
            """#
        let run = try bench.run(given + #"{ "read": "at->number" }"#)
        #expect(
            run.failures.first?.contains("follow it where it was read: n->next->number, or") == true, "\(run.failures)")
        #expect(try bench.run(given + #"{ "read": "n->next->number", "expect": { "result": 6 } }"#).failures == [])
    }

    @Test("may begin at any pointer that a library gives out, such as -1")
    func nowhere() throws {
        let run = try bench.run(
            """
            { "call": "m.nowhere", "save": "it" },
            { "read": "it->number", "expect": { "failure.message": { "contains": "cannot be read" } } },
            { "read": "it->next->number", "expect": { "failure.message": { "contains": "cannot be read" } } },
            { "call": "m.ignore", "with": [{ "ref": "it" }] }
            """)
        #expect(run.ending == .held, "\(run.failures)")
    }

    @Test("may lead into borrowed memory where the policy trusts it")
    func trusted() throws {
        let run = try bench.run(
            """
            { "call": "m.borrow", "with": [6], "save": "other" },
            { "read": "other->text", "expect": { "result": "borrowed" } }
            """, rest: #", "policy": { "memory": "trusted" }"#)
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test("says of a null result which part is null")
    func nullResult() throws {
        let run = try bench.run(
            #"{ "new": "node", "save": "it" }, { "read": "it->next", "expect": { "result->number": 5 } }"#)
        #expect(run.ending == .failed)
        #expect(run.failures.contains("result is null"), "\(run.failures)")
    }

    @Test(
        "is checked before anything runs",
        arguments: [
            ("it->numbr", #""it" points to a structure that has no field "numbr" = did you mean "number"?"#),
            ("it.number", #""it" is a handle of node or null, and its fields stand behind -> = write ->number"#),
            (
                "it->next.number",
                #""it->next" is a handle of node or null, and its fields stand behind -> = write ->number"#
            ),
            ("it->values->x", "has no part \"->x\""),
            ("it->values[3]", "has no element 3: it has 3, counted from 0"),
            ("it->number->x", "has no part \"->x\""),
            ("it->flags", "is no place by itself: it has bits of its own only"),
        ])
    func mistakes(_ path: String, _ message: String) {
        let mistakes = bench.mistakes(
            #"{ "call": "m.make", "with": [3], "save": "it" }, { "read": "\#(path)" }"#)
        #expect(mistakes.contains { $0.contains(message) }, "\(mistakes)")
    }

    private static let oneNode =
        #"{ "new": "node", "value": { "number": 4 }, "save": "n" }, "#
        + #"{ "write": "n->next", "value": { "ref": "n" } }, "#

    @Test("has up to 1000 steps")
    func longest() throws {
        let path = "n" + String(repeating: "->next", count: PartPath.mostSteps - 1) + "->number"
        let run = try bench.run(
            Self.oneNode
                + #"""
                { "read": "\#(path)", "expect": { "result": 4 } },
                { "write": "\#(path)", "value": 5 },
                { "new": "int *", "value": { "ref": "&\#(path)" } }
                """#)
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test(
        "is refused with more of them, wherever it stands",
        arguments: [
            #"{ "read": "n$" }"#, #"{ "write": "n$", "value": 1 }"#, #"{ "read": "n[0]", "expect": { "result$": 1 } }"#,
            #"{ "read": "n[0]", "save": { "it": "result$" } }"#, #"{ "new": "int *", "value": { "ref": "&n$" } }"#,
            #"{ "new": "int", "value": { "ref": "n$" } }"#, #"{ "read": "n[n$]" }"#,
            #"{ "read": "n[0]", "expect": { "result": { "ref": "n$" } } }"#,
        ])
    func tooLong(_ step: String) {
        for count in [PartPath.mostSteps, 50_000] {
            let path = String(repeating: "->next", count: count) + "->number"
            let mistakes = bench.mistakes(Self.oneNode + step.replacing("$", with: path))
            #expect(mistakes.contains { $0.contains("a path has at most 1000 steps") }, "\(mistakes.count)")
        }
    }

    @Test(
        "is refused before anything runs behind a pointer of a library, which leads to one value as far as is known",
        arguments: [
            #"{ "read": "n->next[1].number" }"#, #"{ "write": "n->next[1].number", "value": 1 }"#,
            #"{ "new": "int", "value": { "ref": "n->next[1].number" } }"#,
            #"{ "new": "int *", "value": { "ref": "&n->next[1].number" } }"#,
            #"{ "read": "n[0]", "expect": { "result": { "number": { "ref": "n->next[1].number" } } } }"#,
        ])
    func uncounted(_ step: String) throws {
        let made = #"{ "call": "m.make", "with": [1], "save": "n" }, "#
        let mistakes = bench.mistakes(made + step)
        let message =
            #""n->next[1].number" cannot be followed: nothing says that n->next points to more than one value"#
        #expect(mistakes.count == 1 && mistakes[0].hasPrefix(message), "\(mistakes)")
        let trusted = bench.mistakes(made + step, rest: #", "policy": { "memory": "trusted" }"#)
        #expect(trusted == [])
        #expect(bench.mistakes(made + step.replacing("[1].", with: "[0].")) == [])
    }

    @Test(
        "is refused in the run behind a pointer in an object of the behaviour, which may lead to any number of values")
    func ownPointer() throws {
        let steps = """
            { "new": "node", "save": "n" }, { "new": "node[2]", "value": [{ "number": 1 }, { "number": 2 }], "save": "two" },
            { "write": "n->next", "value": { "ref": "two" } }, { "read": "n->next[1].number", "expect": { "result": 2 } },
            { "call": "m.make", "with": [3], "save": "one" }, { "write": "n->next", "value": { "ref": "one" } },
            { "read": "n->next[1].number" }
            """
        let failures = try bench.run(steps).failures
        #expect(failures.count == 1 && failures[0].contains("nothing says that n->next points to more than one value"))
    }

    @Test("cannot be followed by hooks, which see calls before there is a step")
    func hooks() {
        let hook = #"{ "on": "m.make", "after": { "log": { "where": { "result->number": 3 } } } }"#
        #expect(!bench.mistakes(#"{ "call": "m.make", "with": [3] }"#, rest: ", \"hooks\": [\(hook)]").isEmpty)
    }
}
