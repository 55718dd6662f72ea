// SPDX-License-Identifier: Apache-2.0

import Heddle
import Testing
import Workbench

@Suite("A handle that is cast to another type")
struct CastHandleTests {
    private let bench: MemoryBench

    init() throws { bench = try MemoryBench() }

    @Test("is taken where C says that it is one: by its first member, by its size, and as a text of bytes")
    func known() throws {
        let run = try bench.run(
            """
            { "new": "struct derived", "value": { "base": { "kind": 3 }, "more": 4 }, "save": "it" },
            { "call": "m.kind", "with": [{ "ref": "(struct base *)it" }], "save": "kind", "expect": { "result": 3 } },
            { "call": "m.more", "with": [{ "ref": "(struct derived *)&it->base" }], "expect": { "result": 4 } },
            { "call": "m.anything", "with": [{ "ref": "it" }], "save": "any" },
            { "call": "m.more", "with": [{ "ref": "(struct derived *)any" }], "expect": { "result": 4 } },
            { "new": "char[8]", "value": "abc", "save": "text" },
            { "new": "struct words", "save": "words" },
            { "write": "words->raw", "value": { "ref": "(unsigned char *)text" } },
            { "read": "(char *)words->raw", "expect": { "result": "abc" } },
            { "read": "text[0]", "expect": { "result": { "ref": "(const char *)words->raw" } } }
            """)
        #expect(run.failures == [])
        #expect(run.ending == .held)
    }

    @Test("is refused in the middle of a path, with another way that works")
    func inner() throws {
        let given =
            #"{ "new": "struct derived", "value": { "more": 4 }, "save": "it" },"#
            + #"{ "call": "m.anything", "with": [{ "ref": "it" }], "save": "any" },"#
        for path in ["((struct derived *)any)->more", "(struct derived *)any"] {
            let mistakes = bench.mistakes(given + #"{ "read": "\#(path)" }"#)
            #expect(
                mistakes.contains {
                    $0.contains(
                        #"{"new": "struct derived *", "value": {"ref": "(struct derived *)any"}, "save": "p"}"#)
                }, "\(mistakes)")
        }
        let run = try bench.run(
            given + #"""
                { "new": "struct derived *", "value": { "ref": "(struct derived *)any" }, "save": "p" },
                { "read": "p[0]->more", "expect": { "result": 4 } }
                """#)
        #expect(run.failures == [])
        #expect(bench.mistakes(given + #"{ "read": "any->more" }"#).contains { $0.contains("p[0]->more") })
    }

    @Test("is refused where nothing says so, unless the policy trusts it")
    func unknown() throws {
        let run = try bench.run(
            """
            { "new": "struct base", "value": { "kind": 9 }, "save": "own" },
            { "new": "struct base *", "value": { "ref": "own" }, "save": "at" },
            { "read": "at[0]", "save": "small" },
            { "call": "m.more", "with": [{ "ref": "(struct derived *)small" }] }
            """)
        #expect(run.ending == .failed)
        #expect(
            run.failures.first?.hasPrefix(
                "argument 1 refers to \"(struct derived *)small\": nothing says that small is a struct derived *")
                == true,
            "\(run.failures)")
        let trusted = try bench.run(
            """
            { "call": "m.borrow", "with": [5], "save": "it" },
            { "call": "m.kind", "with": [{ "ref": "(struct base *)it" }], "expect": { "result": 5 } }
            """, rest: #", "policy": { "memory": "trusted" }"#)
        #expect(trusted.failures == [])
    }

    @Test(
        "is refused before anything runs where the object has no room for it",
        arguments: [
            ("struct base", "struct derived *", false), ("struct base[2]", "struct derived *", true),
            ("struct derived", "struct base *", true), ("int", "short *", true), ("short", "int *", false),
            ("int", "char *", false), ("unsigned char[4]", "char *", true),
        ])
    func room(_ made: String, _ goal: String, _ fits: Bool) throws {
        let steps = #"""
            { "new": "\#(made)", "save": "it" },
            { "new": "\#(goal)", "value": { "ref": "(\#(goal))it" } }
            """#
        if fits {
            #expect(try bench.run(steps).failures == [])
        } else {
            let mistakes = bench.mistakes(steps)
            let message = #""(\#(goal))it" cannot be followed: nothing says that it is a \#(goal)"#
            #expect(mistakes.count == 1 && mistakes[0].hasPrefix(message), "\(mistakes)")
            #expect(bench.mistakes(steps, rest: #", "policy": { "memory": "trusted" }"#) == [])
        }
    }

    @Test(
        "is refused where it casts to what is no pointer, with a way that works",
        arguments: [
            (
                #"{ "read": "(int)it" }"#,
                #"{ "new": "int *", "value": { "ref": "(int *)it" }, "save": "p" }, { "read": "p[0][0]" }"#
            ),
            (
                #"{ "read": "(short *)(int *)it" }"#,
                #"{ "new": "short *", "value": { "ref": "(short *)it" }, "save": "p" }, { "read": "p[0][0]" }"#
            ),
            (
                #"{ "new": "short *", "value": { "ref": "(short *)(int *)it" } }"#,
                #"{ "new": "short *", "value": { "ref": "(short *)it" } }"#
            ),
            (
                #"{ "new": "int *", "value": { "ref": "(int)it" } }"#,
                #"{ "new": "int *", "value": { "ref": "(int *)it" } }"#
            ),
            (
                #"{ "new": "unsigned char[4]", "value": [97, 98, 99], "save": "text" }, { "read": "(char *)text" }"#,
                #"{ "new": "unsigned char[4]", "value": [97, 98, 99], "save": "text" }, "#
                    + #"{ "new": "char *", "value": { "ref": "(char *)text" }, "save": "p" }, "#
                    + #"{ "read": "p[0]", "expect": { "result": "abc" } }"#
            ),
            (#"{ "read": "(int)it->number" }"#, #"{ "read": "it->number" }"#),
            (
                #"{ "new": "int", "value": { "ref": "(int)it->number" } }"#,
                #"{ "new": "int", "value": { "ref": "it->number" } }"#
            ),
        ])
    func advice(_ wrong: String, _ right: String) throws {
        let given = #"{ "new": "node", "save": "it" }, "#
        let reference = try #require(right.firstMatch(of: /"(?:ref|read)": "([^"]*)"/)?.1)
        let mistakes = bench.mistakes(given + wrong)
        #expect(mistakes.count == 1 && mistakes[0].contains(reference), "\(mistakes)")
        for path in ["p[0][0]", "p[0]"] where right.contains(#""\#(path)""#) {
            #expect(mistakes[0].contains("and follow that: \(path)"), "\(mistakes)")
            #expect(path == "p[0][0]" || !mistakes[0].contains("p[0][0]"), "\(mistakes)")
        }
        #expect(try bench.run(given + right).failures == [])
    }

    @Test("is open from a base to the structure that begins with it only by the policy, as the advice says")
    func derived() throws {
        let given = #"{ "call": "m.borrow", "with": [5], "save": "it" }, "#
        let mistakes = bench.mistakes(given + #"{ "read": "(struct derived *)it" }"#)
        #expect(mistakes.count == 1 && mistakes[0].contains(#"the policy "memory": "trusted""#), "\(mistakes)")
        let advised =
            given + #"{ "new": "struct derived *", "value": { "ref": "(struct derived *)it" }, "save": "p" }, "#
            + #"{ "read": "p[0]->base.kind", "expect": { "result": 5 } }"#
        let refused = try bench.run(advised)
        #expect(
            refused.failures.first?.contains("nothing says that it is a struct derived *") == true,
            "\(refused.failures)")
        #expect(try bench.run(advised, rest: #", "policy": { "memory": "trusted" }"#).failures == [])
    }

    @Test(
        "and a path with the stars of C say how Heddle writes it",
        arguments: [
            (#"{ "read": "*p" }"#, "write p[0]"), (#"{ "read": "(*p).number" }"#, "write p->number"),
            (#"{ "write": "(*p).number", "value": 1 }"#, "write p->number"),
            (#"{ "read": "(node *)*p" }"#, "write p[0]"), (#"{ "read": "(char *)*p" }"#, "write (char *)p[0]"),
            (#"{ "call": "m.total", "with": [{ "ref": "*p" }] }"#, "write p[0]"),
            (#"{ "call": "m.total", "with": [{ "ref": "p" }], "expect": { "*result": 1 } }"#, "write result[0]"),
        ])
    func stars(_ step: String, _ advice: String) {
        let mistakes = bench.mistakes(#"{ "new": "node", "save": "p" }, \#(step)"#)
        #expect(mistakes.contains { $0.contains(advice) }, "\(mistakes)")
    }

    @Test("says what a type that only a module can know has to be")
    func unknownType() {
        let given = #"{ "new": "node", "save": "it" }, "#
        let read = bench.mistakes(given + #"{ "read": "(nothing *)it" }"#)
        #expect(read.count == 1 && read[0].contains("where a module declares nothing *"), "\(read)")
        let reference = bench.mistakes(given + #"{ "new": "int *", "value": { "ref": "(nothing *)it" } }"#)
        #expect(reference.count == 1 && reference[0].contains(#"unknown type "nothing""#), "\(reference)")
        let inner = bench.mistakes(given + #"{ "read": "((short *)(int *)it)[1]" }"#)
        #expect(inner.count == 1 && inner[0].contains(#"{"ref": "(short *)it"}"#), "\(inner)")
    }

    @Test(
        "is checked before anything runs",
        arguments: [
            (#"{ "call": "m.kind", "with": [{ "ref": "(struct bass *)it" }] }"#, "bass"),
            (#"{ "call": "m.kind", "with": [{ "ref": "(struct base)it" }] }"#, "expected a pointer"),
            (#"{ "call": "m.kind", "with": [{ "ref": "(struct base *)it->number" }] }"#, "expected a handle to cast"),
            (#"{ "call": "m.kind", "with": [{ "ref": "(node *)it" }] }"#, "a handle of base"),
            (#"{ "read": "(char *)it->next" }"#, "the place is declared as node *"),
            (#"{ "write": "(char *)it->next", "value": "x" }"#, "is no place in memory"),
        ])
    func mistakes(_ step: String, _ message: String) {
        let mistakes = bench.mistakes(#"{ "new": "node", "save": "it" }, \#(step)"#)
        #expect(mistakes.contains { $0.contains(message) }, "\(mistakes)")
    }
}
