// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleForeign
import Testing
import Workbench

@Suite("An object that a step makes with \"new\"")
struct NewObjectTests {
    private let bench: MemoryBench

    init() throws { bench = try MemoryBench() }

    @Test("is zeroed, and has the fields that it is given")
    func isZeroed() throws {
        let run = try bench.run(
            """
            { "new": "node", "save": "empty" },
            { "read": "empty[0]", "expect": { "result": { "eq": { "number": 0, "name": "", "text": null, "next": null,
                "flags": 0, "values": [0, 0, 0] } } } },
            { "new": "struct node", "value": { "number": 7, "text": "a text", "values": [1, 2] }, "save": "given" },
            { "read": "given->text", "expect": { "result": "a text" } },
            { "read": "given->values", "expect": { "result": [1, 2, 0] } }
            """)
        #expect(run.ending == .held)
        #expect(run.failures == [])
    }

    @Test("stays at its place: what a function keeps is what the steps write to")
    func staysAtItsPlace() throws {
        let run = try bench.run(
            """
            { "new": "node", "save": "it" },
            { "call": "m.keep", "with": [{ "ref": "it" }] },
            { "write": "it->number", "value": 41 },
            { "call": "m.rise", "with": [{ "ref": "it" }], "expect": { "out.it.number": 42, "argument.it.number": 42 } },
            { "call": "m.kept", "expect": { "result": 42 } },
            { "call": "m.same", "with": [{ "ref": "it" }, { "ref": "&it->number" }], "expect": { "result": 1 } }
            """)
        #expect(run.ending == .held)
        #expect(run.failures == [])
    }

    @Test("may be an array, of which elements and their places can be passed")
    func arrays() throws {
        let run = try bench.run(
            """
            { "new": "int[4]", "value": [1, 2, 3], "save": "numbers" },
            { "call": "m.sum", "with": [{ "ref": "numbers" }, 3], "expect": { "result": 6 } },
            { "call": "m.sum", "with": { "numbers": { "ref": "numbers" } }, "expect": { "result": 6 } },
            { "call": "m.fill", "with": [{ "ref": "&numbers[2]" }, 2, 9] },
            { "call": "m.sum", "with": [{ "ref": "numbers" }, 4], "expect": { "result": 21 } },
            { "call": "m.first_byte", "with": [{ "ref": "&numbers[3]" }, 4], "expect": { "result": 9 } },
            { "new": "node[2]", "save": "two" },
            { "write": "two[1].number", "value": 8 },
            { "call": "m.total", "with": [{ "ref": "&two[1]" }], "expect": { "result": 8 } },
            { "new": "char[8]", "value": "text", "save": "text" },
            { "call": "m.first_byte", "with": [{ "ref": "text" }, 8], "expect": { "result": 116 } },
            { "read": "text[0]", "expect": { "result": "text" } }
            """)
        #expect(run.ending == .held)
        #expect(run.failures == [])
    }

    @Test("has a single character of C as a number, by itself and as a member")
    func characters() throws {
        let run = try bench.run(
            """
            { "new": "char", "value": 110, "save": "letter" },
            { "read": "letter[0]", "expect": { "result": 110 } },
            { "write": "letter[0]", "value": 65 },
            { "read": "letter[0]", "expect": { "result": 65 } },
            { "call": "m.toggle", "with": [{ "ref": "letter" }], "expect": { "out.c": 97 } },
            { "read": "letter[0]", "expect": { "result": 97 } },
            { "new": "option", "save": "it" },
            { "write": "it->name", "value": 66 },
            { "read": "it->name", "expect": { "result": 66 } },
            { "call": "m.toggle", "with": [{ "ref": "&it->name" }], "expect": { "out.c": 98 } },
            { "new": "option[2]", "save": "several" },
            { "write": "several[1].name", "value": 67 },
            { "read": "several[1]", "expect": { "result": { "name": 67, "text": "" } } },
            { "write": "several[1].text", "value": "abc" },
            { "read": "several[1].text", "expect": { "result": "abc" } }
            """)
        #expect(run.ending == .held)
        #expect(run.failures == [])
    }

    @Test("has the parts of a complex number as places of their own")
    func complexNumbers() throws {
        let run = try bench.run(
            """
            { "new": "double _Complex[2]", "save": "z" },
            { "write": "z[1][0]", "value": 5 },
            { "write": "z[1][1]", "value": -2 },
            { "read": "z[1]", "expect": { "result": [5, -2] } },
            { "read": "z[1][1]", "expect": { "result": -2 } },
            { "new": "float _Complex", "value": [1, 2], "save": "one" },
            { "read": "one[0][1]", "expect": { "result": 2 } }
            """)
        #expect(run.ending == .held)
        #expect(run.failures == [])
    }

    @Test("goes where the same type of C is taken under another name")
    func typedefs() throws {
        let run = try bench.run(
            """
            { "new": "int32_t[4]", "value": [1, 2, 3], "save": "numbers" },
            { "call": "m.sum", "with": [{ "ref": "numbers" }, 3], "expect": { "result": 6 } }
            """)
        #expect(run.ending == .held)
        #expect(run.failures == [])
    }

    @Test("has its end known: a function gets no more of it than there is")
    func bounds() throws {
        let run = try bench.run(
            """
            { "new": "int[4]", "save": "numbers" },
            { "new": "int[3]", "value": [5, 3, 9], "save": "counts" },
            { "call": "m.sum", "with": [{ "ref": "numbers" }, { "ref": "counts[0]" }] },
            { "call": "m.fill", "with": [{ "ref": "&numbers[2]" }, { "ref": "counts[1]" }, 9] },
            { "call": "m.first_byte", "with": [{ "ref": "&numbers[2]" }, { "ref": "counts[2]" }] }
            """, rest: #", "policy": { "onFailure": "continue" }"#)
        #expect(run.failures == Self.tooFew)
    }

    private static let tooFew = [
        "argument 2 (count) of m.sum is number 5, the declaration wants at most 4, the number of elements in argument 1 (numbers)",
        "argument 2 (count) of m.fill is number 3, the declaration wants at most 2, the number of elements in argument 1 (numbers)",
        "argument 2 (size) of m.first_byte is number 9, the declaration wants at most 8, the number of bytes in argument 1 (bytes)",
    ]

    @Test("has its end known before anything runs, where the count is a number")
    func knownBounds() throws {
        let mistakes = bench.mistakes(
            """
            { "new": "int[4]", "save": "numbers" },
            { "call": "m.sum", "with": [{ "ref": "numbers" }, 4] },
            { "call": "m.sum", "with": [{ "ref": "numbers" }, 5] },
            { "call": "m.sum", "with": { "numbers": { "ref": "numbers" } } },
            { "call": "m.fill", "with": [{ "ref": "&numbers[2]" }, 2, 9] },
            { "call": "m.fill", "with": { "numbers": { "ref": "&numbers[2]" }, "count": 3, "with": 9 } },
            { "call": "m.first_byte", "with": [{ "ref": "&numbers[2]" }, 9] }
            """)
        #expect(mistakes.count == 3, "\(mistakes)")
        for (mistake, expected) in zip(mistakes, Self.tooFew) { #expect(mistake.hasPrefix(expected), "\(mistake)") }
    }

    @Test(
        "has no place behind its end, which is known before anything runs",
        arguments: [
            #"{ "read": "numbers[4]" }"#, #"{ "write": "numbers[4]", "value": 1 }"#,
            #"{ "call": "m.sum", "with": [{ "ref": "&numbers[4]" }, 1] }"#,
        ])
    func end(step: String) throws {
        let error = #expect(throws: Diagnostics.self) {
            try bench.run(#"{ "new": "int[4]", "save": "numbers" }, { "read": "numbers[3]" }, \#(step)"#)
        }
        #expect(
            error?.all.map(\.message).first?.hasSuffix(
                "numbers[4]\" is behind the end: numbers points to 4 values, counted from 0") == true)
    }

    @Test("is released when the steps have ended, and no sooner")
    func isReleased() throws {
        let before = bench.host.objects.count
        _ = try bench.run(
            #"{ "new": "node", "save": "it" }, { "new": "int[100]" }, { "call": "m.total", "with": [{ "ref": "it" }] }"#
        )
        #expect(bench.host.objects.count == before)
    }

    @Test("belongs to the function that releases it")
    func isGivenAway() throws {
        let run = try bench.run(
            """
            { "new": "node", "save": "it" },
            { "call": "m.drop", "with": [{ "ref": "it" }] },
            { "read": "it->number", "expect": { "failure.message": { "contains": "it was released" } } }
            """)
        #expect(run.failures.count == 1)
        #expect(run.ending == .held)
    }

    @Test("holds the places in it, whichever way leads there")
    func places() throws {
        let run = try bench.run(
            #"""
            { "new": "node", "save": "one" }, { "new": "node", "value": { "number": 4 }, "save": "other" },
            { "call": "m.make", "with": [5], "save": "made" },
            { "call": "m.chain", "with": [{ "ref": "one" }, { "ref": "other" }] },
            { "call": "m.chain", "with": [{ "ref": "other" }, { "ref": "made" }] },
            { "call": "m.anything", "with": [{ "ref": "&one->next->number" }], "save": "place" },
            { "call": "m.anything", "with": [{ "ref": "&one->next->next->values[1]" }], "save": "deep" },
            { "call": "m.sum", "with": [{ "ref": "(int *)other" }, 1], "expect": { "result": 4 } },
            { "call": "m.same", "with": [{ "ref": "deep" }, { "ref": "deep" }], "expect": { "result": 1 } },
            { "call": "m.drop", "with": [{ "ref": "made" }] },
            { "call": "m.same", "with": [{ "ref": "deep" }, { "ref": "deep" }],
              "expect": { "failure.message": { "contains": "a handle that was not released" } } },
            { "call": "m.sum", "with": [{ "ref": "(int *)place" }, 1], "expect": { "result": 4 } },
            { "call": "m.drop", "with": [{ "ref": "other" }] },
            { "call": "m.sum", "with": [{ "ref": "(int *)place" }, 1],
              "expect": { "failure.message": { "contains": "place was released" } } },
            { "read": "one->number", "expect": { "result": 0 } }
            """#)
        #expect(run.ending == .held, "\(run.failures)")
    }

    @Test("is released as a whole only")
    func isReleasedWhole() throws {
        let run = try bench.run(
            """
            { "new": "node[2]", "save": "two" },
            { "call": "m.drop", "with": [{ "ref": "&two[1]" }], "expect": { "status": "failed" } },
            { "call": "m.drop", "with": [{ "ref": "&two[0]" }] }
            """)
        #expect(run.failures.count == 1)
        #expect(run.failures.first?.contains("a place inside of another object") == true, "\(run.failures)")
        #expect(run.ending == .held)
    }

    @Test(
        "is refused before anything runs where it cannot be made",
        arguments: [
            (#"{ "new": "nodes" }"#, #"unknown type "nodes""#),
            (
                #"{ "new": "struct other" }"#,
                "no module declares struct other"
            ),
            (#"{ "new": "int[" }"#, "expected"),
            (#"{ "new": "node", "value": { "numbr": 1 } }"#, #"the field "numbr", which struct node does not have"#),
            (#"{ "new": "node", "value": { "number": "x" } }"#, #"text "x""#),
            (#"{ "new": "node", "with": [1] }"#, #"a step with "new" has no key "with""#),
            (#"{ "new": "node", "call": "m.kept" }"#, #"a step has no key "new""#),
            (#"{ "write": "it->number", "value": 1 }"#, "no step saves"),
        ])
    func refusals(_ step: String, _ message: String) {
        let mistakes = bench.mistakes(step)
        #expect(mistakes.contains { $0.contains(message) }, "\(mistakes)")
    }
}
