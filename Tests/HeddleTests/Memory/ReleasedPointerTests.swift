// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("A pointer that a step has put into memory, once what it leads to was released")
struct ReleasedPointerTests {
    private let bench: MemoryBench

    init() throws { bench = try MemoryBench() }

    /// Two nodes, of which the first leads to the second one, which is released.
    private static let made = """
        { "new": "node", "save": "a" }, { "call": "m.make", "with": [7], "save": "b" },
        { "write": "a->next", "value": { "ref": "b" } }, { "read": "a->next->number", "expect": { "result": 7 } },
        { "call": "m.drop", "with": [{ "ref": "b" }] }
        """

    @Test(
        "is not followed, read or passed on",
        arguments: [
            #"{ "read": "a->next->number" }"#, #"{ "read": "a->next" }"#,
            #"{ "write": "a->next->number", "value": 1 }"#,
            #"{ "call": "m.drop", "with": [{ "ref": "a->next" }] }"#,
            #"{ "call": "m.make", "with": [{ "ref": "a->next->number" }] }"#,
        ])
    func refused(step: String) throws {
        let failures = try bench.run("\(Self.made), \(step)").failures
        #expect(failures.count == 1 && failures[0].contains("leads to was released"), "\(failures)")
    }

    @Test("is refused with its name and the way out")
    func words() throws {
        let failures = try bench.run(#"\#(Self.made), { "read": "a->next->number" }"#).failures
        #expect(
            failures == [
                #"argument 1 refers to the place "a->next->number": what a->next leads to was released; "#
                    + #"write null or another pointer there, or say "policy": {"memory": "trusted"} if the library has done so"#
            ])
    }

    @Test("is refused in an object that was made with it, in an array, and in a member with a count")
    func places() throws {
        for (made, read) in [
            (#"{ "new": "node", "value": { "next": { "ref": "b" } }, "save": "a" }"#, "a->next->number"),
            (#"{ "new": "node *[3]", "value": [null, null, { "ref": "b" }], "save": "a" }"#, "a[2]->number"),
            (
                #"{ "new": "node[2]", "save": "a" }, { "write": "a[1]", "value": { "next": { "ref": "b" } } }"#,
                "a[1].next->number"
            ),
        ] {
            let failures = try bench.run(
                """
                { "call": "m.make", "with": [7], "save": "b" }, \(made), { "read": "\(read)", "expect": { "result": 7 } },
                { "call": "m.drop", "with": [{ "ref": "b" }] }, { "read": "\(read)" }
                """
            ).failures
            #expect(failures.count == 1 && failures[0].contains("leads to was released"), "\(failures)")
        }
    }

    @Test("counts no more where a step puts another one there, or a call gets the memory in which it lies")
    func others() throws {
        let failures = try bench.run(
            """
            \(Self.made), { "write": "a->next", "value": null }, { "read": "a->next", "expect": { "result": null } },
            { "call": "m.make", "with": [8], "save": "c" }, { "write": "a->next", "value": { "ref": "c" } },
            { "read": "a->next->number", "expect": { "result": 8 } },
            { "call": "m.drop", "with": [{ "ref": "c" }] }, { "call": "m.make", "with": [9], "save": "d" },
            { "call": "m.chain", "with": [{ "ref": "a" }, { "ref": "d" }] },
            { "read": "a->next->number", "expect": { "result": 9 } }
            """
        ).failures
        #expect(failures == [])
    }

    @Test("is followed where memory is trusted")
    func trusted() throws {
        let failures = try bench.run(
            #"\#(Self.made), { "read": "a->next" }"#, rest: #", "policy": { "memory": "trusted" }"#
        ).failures
        #expect(failures == [])
    }
}
