// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("A text of wchar_t, char16_t or char32_t")
struct WideTextTests {
    private static let source = """
        #include <stdlib.h>
        #include <uchar.h>
        #include <wchar.h>
        long length(const wchar_t *text) { return text ? (long)wcslen(text) : -1; }
        const wchar_t *greeting(void) { return L"gr\\u00fc\\u00df \\U0001F600"; }
        static int released;
        void release(wchar_t *text) { released++; free(text); }
        int count(void) { return released; }
        wchar_t *twice(const wchar_t *text) {
            wchar_t *both = malloc((2 * wcslen(text) + 1) * sizeof *both);
            wcscpy(both, text);
            return wcscat(both, text);
        }
        int upper(char16_t *to, int room, const char16_t *from, int count) {
            for (int i = 0; i < count && i < room; i++)
                to[i] = from[i] >= 'a' && from[i] <= 'z' ? from[i] - 32 : from[i];
            if (count < room) to[count] = 0;
            return count;
        }
        int units(const char16_t *text) { int n = 0; while (text[n]) n++; return n; }
        const char16_t *half(void) { static const char16_t text[] = { 'a', 0xD83D, 0 }; return text; }
        const wchar_t *negative(void) { static const wchar_t text[] = { -1, 0 }; return text; }
        int first(const char32_t *text) { return (int)text[0]; }
        struct entry { const wchar_t *name; int number; };
        int weight(const struct entry *it) { return it->number + (int)wcslen(it->name); }
        int name(int number, const wchar_t **name) { *name = number ? L"eins" : NULL; return 0; }
        int make(wchar_t **text) { *text = malloc(20); wcscpy(*text, L"neu"); return 0; }
        struct entry initial(void) { struct entry it = { L"erst", 4 }; return it; }
        struct list { const char16_t *names[2]; };
        int units_of(const struct list *it) { return units(it->names[0]) + (it->names[1] ? units(it->names[1]) : 100); }
        long ask(const wchar_t *(*pick)(int number)) { return length(pick(1)); }
        const wchar_t *label = L"Schild";
        union either { const wchar_t *text; long number; };
        int either(const union either *it) { return (int)wcslen(it->text); }
        int each(int (*visit)(const wchar_t *word)) { return visit(L"eins") + visit(L"zwei"); }
        """
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "libwide.so", in: folder)
    }

    private static let declarations = """
        "typedef char16_t UChar", "long length(_In_opt_z_ const wchar_t *text)", "const wchar_t *greeting(void)",
        "_Free_(release) wchar_t *twice(const wchar_t *text)", "void release(_Post_ptr_invalid_ wchar_t *text)",
        "int upper(_Out_writes_z_(room) UChar *to, int room, _In_reads_(count) const UChar *from, int count)",
        "int units(const UChar *text)", "const UChar *half(void)", "const wchar_t *negative(void)", "int first(_In_ const char32_t *text)",
        "struct entry { const wchar_t *name; int number; }", "int count(void)", "extern const wchar_t *label",
        "int name(int number, _Outptr_result_maybenull_ const wchar_t **name)", "struct entry initial(void)",
        "int make(_Outptr_ _Free_(release) wchar_t **text)", "struct list { const char16_t *names[2]; }",
        "int units_of(_In_ const struct list *it)", "long ask(const wchar_t *(*pick)(int number))",
        "union either { const wchar_t *text; long number; }", "int either(_In_ const union either *it)",
        "int weight(_In_ const struct entry *it)", "int each(int (*visit)(const wchar_t *word))"
        """

    /// Runs steps, and returns what went wrong.
    private func failures(
        _ steps: String, _ declarations: String = declarations, hooks: String = ""
    ) throws -> [String] {
        let text = """
            { "behaviour": 1, "modules": { "w": { "library": "wide", "declarations": [\(declarations)] },
                                           "c": { "library": "libc.so.6" } },
              "policy": { "onFailure": "continue" }, "hooks": [\(hooks)], "steps": [\(steps)] }
            """
        return try Recorder.mistakes(of: text, on: ModuleHost(modulePath: [folder.path]))
    }

    @Test("is a string in arguments and results, also outside of the basic plane")
    func strings() throws {
        let failures = try failures(
            """
            { "call": "w.length", "with": ["gr\u{fc}\u{df} \u{1F600}"], "expect": { "result": 6 } },
            { "call": "w.length", "with": [""], "expect": { "result": 0 } },
            { "call": "w.length", "with": [null], "expect": { "result": -1 } },
            { "call": "w.greeting", "expect": { "result": { "startsWith": "gr", "contains": "\u{fc}\u{df}", "lt": "h" } } },
            { "call": "w.greeting", "save": "text", "expect": { "result": "gr\u{fc}\u{df} \u{1F600}" } },
            { "call": "w.length", "with": [{ "ref": "text" }], "expect": { "result": 6 } },
            { "call": "w.units", "with": ["\u{1F600}"], "expect": { "result": 2 } },
            { "call": "w.first", "with": ["\u{e9}"], "expect": { "result": 233 } }
            """)
        #expect(failures == [])
    }

    @Test("is released by its function once it was copied")
    func release() throws {
        let failures = try failures(
            """
            { "call": "w.twice", "with": ["a\u{e4}"], "expect": { "result": "a\u{e4}a\u{e4}" } },
            { "call": "w.count", "expect": { "result": 1 } }
            """)
        #expect(failures == [])
    }

    @Test("has counts of its characters, which its length gives")
    func counts() throws {
        let failures = try failures(
            """
            { "call": "w.upper", "with": { "room": 10, "from": "h\u{e9}\u{1F600}z" },
              "expect": { "result": 5, "out.to": "H\u{e9}\u{1F600}Z" } },
            { "call": "w.upper", "with": { "room": 2, "from": "abc" }, "expect": { "result": 3, "out.to": "AB" } },
            { "call": "w.upper", "with": { "room": 9, "from": "abc", "count": 2 }, "expect": { "out.to": "AB" } }
            """)
        #expect(failures == [])
    }

    @Test("may have another name, of which the behaviour says that it means text")
    func named() throws {
        let failures = try failures(
            #"{ "call": "w.units", "with": ["abc"], "expect": { "result": 3 } }"#,
            #""typedef uint16_t UChar", "int units(const UChar *text)", "typedef char16_t UChar""#)
        #expect(failures == [])
    }

    @Test("that is not valid Unicode comes as the numbers of its characters, which may stand for any text")
    func numbers() throws {
        let failures = try failures(
            """
            { "call": "w.half", "save": "half", "expect": { "result": [97, 55357] } },
            { "call": "w.half", "expect": { "result": { "ne": [97, 55358] } } },
            { "call": "w.units", "with": [{ "ref": "half" }], "expect": { "result": 2 } },
            { "call": "w.units", "with": [[104, 105]], "expect": { "result": 2 } },
            { "call": "w.length", "with": [[-1, 104]], "expect": { "result": 2 } },
            { "call": "w.negative", "expect": { "result": [-1] } },
            { "call": "w.greeting", "expect": { "result": [103, 114, 252, 223, 32, 128512] } }
            """)
        #expect(failures == [])
    }

    @Test("is no text where a behaviour makes an object of its characters")
    func objects() throws {
        let failures = try failures(
            """
            { "new": "wchar_t[6]", "value": [97, 98, 99, 100, 101, 102], "save": "six" },
            { "read": "six[5]", "expect": { "result": 102 } },
            { "write": "six[3]", "value": 0 },
            { "call": "w.length", "with": [{ "ref": "six" }], "expect": { "result": 3 } },
            { "new": "char16_t[2]", "save": "two" },
            { "call": "w.units", "with": [{ "ref": "two" }], "expect": { "result": 0 } }
            """)
        #expect(failures == [])
    }

    @Test("is a string in structures and for callbacks, too")
    func parts() throws {
        let failures = try failures(
            """
            { "call": "w.weight", "with": [{ "name": "abc", "number": 4 }], "expect": { "result": 7 } },
            { "call": "w.each", "with": [{ "callback": { "returns": 2, "records": true } }],
              "expect": { "result": 4, "out.visit": [["eins"], ["zwei"]] } }
            """)
        #expect(failures == [])
    }

    @Test("is a string in the members of objects and of results, behind pointers, and in variables")
    func places() throws {
        let failures = try failures(
            """
            { "call": "w.initial", "expect": { "result": { "name": "erst", "number": 4 } } },
            { "call": "w.name", "with": [1], "expect": { "out.name": "eins" } },
            { "call": "w.name", "with": [0], "expect": { "out.name": null } },
            { "call": "w.make", "expect": { "out.text": "neu" } },
            { "call": "w.count", "expect": { "result": 1 } },
            { "call": "w.units_of", "with": [{ "names": ["\u{1F600}", "abc"] }], "expect": { "result": 5 } },
            { "call": "w.units_of", "with": [{ "names": [[55357]] }], "expect": { "result": 101 } },
            { "new": "struct entry", "value": { "name": "abc" }, "save": "entry" },
            { "read": "entry->name", "expect": { "result": "abc" } },
            { "write": "entry->name", "value": "f\u{fc}nf" },
            { "call": "w.weight", "with": [{ "ref": "entry" }], "expect": { "result": 4 } },
            { "new": "wchar_t[3]", "value": [97, 98], "save": "two" },
            { "write": "entry->name", "value": { "ref": "two" } },
            { "write": "two[1]", "value": 0 },
            { "read": "entry->name", "expect": { "result": "a" } },
            { "write": "entry->name", "value": null },
            { "read": "entry->name", "expect": { "result": null } },
            { "read": "w.label", "expect": { "result": "Schild" } },
            { "write": "w.label", "value": "Label" },
            { "read": "w.label", "expect": { "result": "Label" } }
            """)
        #expect(failures == [])
    }

    @Test("is a string in what callbacks return, and in what hooks put in the place of another")
    func replaced() throws {
        let failures = try failures(
            """
            { "call": "w.ask", "with": [{ "callback": { "returns": "vier" } }], "expect": { "result": 4 } },
            { "call": "w.ask", "with": [{ "callback": { "returns": null } }], "expect": { "result": -1 } },
            { "call": "w.length", "with": ["x"], "expect": { "result": 6 } },
            { "call": "w.greeting", "expect": { "result": "h\u{f6}flich" } },
            { "call": "w.half", "expect": { "result": "neu" } },
            { "call": "w.twice", "with": ["x"], "expect": { "result": "eins" } },
            { "call": "w.twice", "with": ["x"], "expect": { "result": "zwei" } },
            { "call": "w.count", "expect": { "result": 0 } }
            """,
            hooks: """
                { "on": "w.length", "before": { "rewrite": { "arguments": { "text": "l\u{e4}nger" } } } },
                { "on": "w.greeting", "instead": { "answer": { "result": "h\u{f6}flich" } } },
                { "on": "w.half", "after": { "rewrite": { "result": "neu" } } },
                { "on": "w.twice", "instead": { "answer": { "results": ["eins", "zwei"] } } }
                """)
        #expect(failures == [])
    }

    @Test("takes the place of %ls and %lc in formats, which may be wide themselves")
    func formats() throws {
        let failures = try failures(
            """
            { "call": "c.snprintf", "with": [40, "%s %ls %lc.", "a", "bc", 100],
              "expect": { "out.buffer": "a bc d." } },
            { "call": "c.swprintf", "with": [40, "%ls %d %s", "\u{e4}", 7, "b"], "expect": { "out.buffer": "\u{e4} 7 b" } }
            """)
        #expect(failures == [])
    }

    @Test("in a union is a pointer, as something else may stand there")
    func union() throws {
        let failures = try failures(
            """
            { "new": "wchar_t[3]", "value": [97, 98], "save": "text" },
            { "call": "w.either", "with": [{ "text": { "ref": "text" } }], "expect": { "result": 2 } }
            """)
        #expect(failures == [])
    }

    @Test(
        "is refused before the run where it cannot be one",
        arguments: [
            (#"["a\u0000b"]"#, "the declaration wants a text without NUL"),
            (#"[{ "hex": "61006200" }]"#, "the declaration wants a text, or an array of the numbers of its characters"),
            ("[[104, 65536]]", "the declaration wants a text, or an array of the numbers of its characters"),
        ])
    func refused(arguments: String, words: String) throws {
        let error = try #require(throws: Diagnostics.self) {
            try failures(#"{ "call": "w.units", "with": \#(arguments) }"#)
        }
        #expect(error.all.count == 1 && error.all[0].message.contains(words), "\(error)")
    }
}
