// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("A step with a callback that computes")
struct ComputedCallbackStepTests {
    private let host = ModuleHost()

    /// Functions of the C library that call back, declared with the types that a program has for them.
    private func plan(_ steps: String) throws -> Plan {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "enum order { BEFORE = -1, SAME, BEHIND, a = 77, size = 78, title = 79 }",
                "struct item { char name[8]; const char *title; short size; unsigned kind : 3; double weight; };",
                "void qsort(_Inout_updates_(n) int *base, size_t n, size_t size, int (*order)(_In_ const int *a, _In_ const int *b))",
                "int *bsearch(_In_ const int *key, _In_reads_(n) const int *base, size_t n, size_t size, int (*order)(const void *, const void *))",
                "struct item *lfind(_In_ const struct item *key, _In_reads_(4) const struct item *base, _In_ size_t *n, size_t size, int (*same)(_In_ const struct item *a, _In_ const struct item *b))"
              ] } }, "policy": { "memory": "trusted" }, "steps": [\(steps)] }
            """
        return try Plan.read(SourceText(name: "sorted.json", text), on: host, origin: .file(folder: "."))
    }

    /// What did not hold, in words.
    private func failures(_ steps: String) throws -> [String] {
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        _ = Run(try plan(steps), on: host, events: stream)()
        stream.finish()
        return recorder.mistakes
    }

    @Test(
        "sorts by the C library",
        arguments: [
            (#""compare": ["*a", "*b"]"#, "[-7, 0, 3, 5]"), (#""compute": "*b - *a""#, "[5, 3, 0, -7]"),
            (#""compute": "(*a & 1) - (*b & 1) ? (*a & 1) - (*b & 1) : *a - *b""#, "[0, -7, 3, 5]"),
            (
                #""rules": [{ "if": "*a < *b", "returns": -1 }, { "if": "*a > *b", "returns": 1 }], "returns": 0"#,
                "[-7, 0, 3, 5]"
            ),
        ])
    func sorting(_ callback: String, _ sorted: String) throws {
        let failures = try failures(
            """
            { "call": "c.qsort", "with": { "base": [3, 0, -7, 5], "n": 4, "size": 4, "order": { "callback": { \(callback) } } },
              "expect": { "out.base": \(sorted) } }
            """)
        #expect(failures == [])
    }

    @Test("fails its call once for one reason, however often native code calls it again")
    func repeated() throws {
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let step = """
            { "call": "c.qsort", "with": { "base": [5, 5, 5, 5, 5, 5, 5, 5], "n": 8, "size": 4,
              "order": { "callback": { "compute": "*a / (*b - 5)" } } } }
            """
        #expect(Run(try plan(step), on: host, events: stream)() == .failed)
        stream.finish()
        let failures = recorder.events.compactMap { event -> Failure? in
            if case .call(let call) = event, case .failed(let failure) = call.status { failure } else { nil }
        }
        #expect(failures.count == 1 && failures[0].code == "computation")
        #expect(failures[0].suppressed == [])
    }

    @Test(
        "knows the constants of its module in answers, rules and expressions",
        arguments: [
            #""rules": [{ "if": "*a < *b + SAME", "returns": "BEFORE" }, { "if": "*b + BEFORE < *a", "returns": "BEHIND" }]"#,
            #""rules": [{ "if": "*a < *b", "compute": "BEFORE" }], "returns": "BEHIND""#,
            #""compute": "*a < *b ? BEFORE : BEHIND""#, #""compare": ["*a + BEHIND", "*b + BEHIND"]"#,
        ])
    func constants(_ callback: String) throws {
        let failures = try failures(
            """
            { "call": "c.qsort", "with": { "base": [3, 1, 2], "n": 3, "size": 4, "order": { "callback": { \(callback) } } },
              "expect": { "out.base": [1, 2, 3] } },
            { "call": "c.qsort", "with": { "base": [1, 2], "n": 2, "size": 4,
              "order": { "callback": { "answers": ["BEHIND", "BEFORE"] } } }, "expect": { "out.base": [2, 1] } }
            """)
        #expect(failures == [])
    }

    @Test("casts pointers to void and names parameters without names by their positions")
    func casts() throws {
        let failures = try failures(
            """
            { "new": "int[4]", "value": [2, 3, 5, 8], "save": "numbers" },
            { "call": "c.bsearch", "with": { "key": 5, "base": { "ref": "numbers" }, "n": 4, "size": 4,
              "order": { "callback": { "compute": "*(int *)$1 - *(const int *)$2" } } }, "save": "found" },
            { "read": "found[0]", "expect": { "result": 5 } }, { "read": "found[1]", "expect": { "result": 8 } },
            { "call": "c.bsearch", "with": { "key": 6, "base": { "ref": "numbers" }, "n": 4, "size": 4,
              "order": { "callback": { "compare": ["((int *)$1)[0]", "*(int *)$2"] } } }, "expect": { "result": null } }
            """)
        #expect(failures == [])
    }

    @Test("reads texts, bit-fields, narrow numbers and fractions of structures")
    func structures() throws {
        let base = #"""
            [{ "name": "warp", "size": 3 }, { "name": "weft", "title": "of two", "size": -3, "kind": 5 },
             { "name": "weft", "title": "of one", "size": 2, "weight": 0.5 }, { "name": "shed", "size": 1 }]
            """#
        for (test, found) in [
            (#"strcmp(b->title ? b->title : \"\", \"of one\") == 0"#, "2"),
            (#"b->size == -a->size && b->kind > 4"#, "1"),
            (#"(*b).weight * 2 == 1"#, "2"), (#"compare(b->name, \"warp\") < 0"#, "3"), ("b->name[0] == 'w'", "0"),
        ] {
            let failures = try failures(
                """
                { "new": "struct item[4]", "value": \(base), "save": "items" },
                { "call": "c.lfind", "with": { "key": { "size": 3 }, "base": { "ref": "items" }, "n": 4, "size": 32,
                  "same": { "callback": { "compute": "(\(test)) ? 0 : 1" } } },
                  "save": "found" }, { "write": "items[\(found)].size", "value": 99 },
                { "read": "found->size", "expect": { "result": 99 } }
                """)
            #expect(failures == [], "\(test)")
        }
    }

    @Test("fails where a pointer on the way cannot be followed")
    func faults() throws {
        func failures(_ expression: String) throws -> [String] {
            try self.failures(
                """
                { "new": "struct item[4]", "save": "items" },
                { "call": "c.lfind", "with": { "key": { "size": 3 }, "base": { "ref": "items" }, "n": 4, "size": 32,
                  "same": { "callback": { "compute": "\(expression)" } } } }
                """)
        }
        #expect(try failures("strlen(b->title)").first?.contains("a text is null") == true)
        #expect(try failures("b->title[0]").first?.contains("a pointer on the way to b->title[0] is null") == true)
        let unread = try self.failures(
            """
            { "call": "c.bsearch", "with": { "key": 3, "base": [1, 3], "n": 2, "size": 4,
              "order": { "callback": { "compute": "((long *)$1)[2147483647]" } } } }
            """)
        #expect(unread.first?.contains("cannot be read") == true, "\(unread)")
        #expect(try failures("b->name[a->size + 5]").first?.contains("out of its bounds") == true)
    }

    @Test("is checked before anything is called")
    func mistakes() {
        func mistake(_ callback: String) -> String {
            do {
                _ = try plan(
                    """
                    { "call": "c.qsort", "with": { "base": [3, 0], "n": 2, "size": 4, "order": { "callback": { \(callback) } } } }
                    """)
                return ""
            } catch {
                return ((error as? Diagnostics)?.all ?? []).map { "\($0.range?.excerpt ?? ""): \($0.message)" }.joined()
            }
        }
        #expect(
            mistake(#""compute": "*c""#).contains(
                #""c" in callback.compute, the declaration wants the name of a parameter: a, b"#))
        #expect(mistake(#""compute": "a->x""#).contains("no fields that are declared"))
        #expect(mistake(#""compute": "a.x""#).contains(#""a.x", where a is a pointer to int"#))
        #expect(mistake(#""compute": "a""#).contains("a pointer in callback.compute"))
        #expect(mistake(#""compare": ["*a"]"#).contains("two expressions to compare, such as"))
        #expect(mistake(#""compte": "*a""#).contains("compte"))
        #expect(mistake(#""compute": { "ref": "x" }"#) != "")
        #expect(mistake(#""rules": [{ "if": "*a" }], "returns": 0"#).contains("rules such as"))
        #expect(mistake(#""rules": [{ "unless": "*a", "returns": 1 }], "returns": 0"#).contains("unless"))
    }
}
