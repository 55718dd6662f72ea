// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("A pointer into an object of the behaviour that a function returns")
struct InnerPointerTests {
    private static let source = """
        #include <stdlib.h>
        struct pair { int a, b; };
        int *second(int *a) { return a + 1; }
        int *end(int *a) { return a + 3; }
        long *wide(int *a) { return (long *)(a + 2); }
        int *found(struct pair *it) { return &it->b; }
        struct pair *lend(int *arena) { return (struct pair *)(arena + 1); }
        struct pair *own(int *arena) { return (struct pair *)(arena + 1); }
        static int count;
        void give_back(struct pair *it) { (void)it; count++; }
        int given_back(void) { return count; }
        void drop(void *a) { free(a); }
        int same(const int *one, const int *other) { return one == other; }
        """
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "libinner.so", in: folder)
        try BuiltModules.compile("int take(const int *it) { return *it; }", to: "libother.so", in: folder)
    }

    private func failures(_ steps: String) throws -> [String] {
        let text = """
            { "behaviour": 1, "modules": {
                "m": { "library": "inner", "declarations": [
                  "struct pair { int a, b; }", "int *second(_In_ int *a)", "int *end(_In_ int *a)",
                  "long *wide(_In_ int *a)", "int *found(struct pair *it)", "void drop(_Post_ptr_invalid_ void *a)",
                  "int same(_In_ int *one, _In_ int *other)", "struct pair *lend(_In_ int *arena)",
                  "_Free_(give_back) struct pair *own(_In_ int *arena)",
                  "void give_back(_Post_ptr_invalid_ struct pair *it)", "int given_back(void)"] },
                "other": { "library": "other", "declarations": ["int take(_In_ const int *it)"] } },
              "policy": { "onFailure": "continue" }, "steps": [\(steps)] }
            """
        let host = ModuleHost(modulePath: [folder.path])
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        _ = Run(
            try Plan.read(SourceText(name: "a.json", text), on: host, origin: .file(folder: ".")), on: host,
            events: stream)()
        stream.finish()
        return recorder.mistakes
    }

    private static let made = #"{ "new": "int[3]", "value": [1, 2, 3], "save": "a" },"#

    @Test("equals the place that it points to, whichever of both was seen first")
    func equality() throws {
        let failures = try failures(
            """
            \(Self.made)
            { "call": "m.second", "with": [{ "ref": "a" }], "expect": { "result": { "ref": "&a[1]" } } },
            { "call": "m.second", "with": [{ "ref": "&a[1]" }], "expect": { "result": { "ref": "&a[2]" } } },
            { "call": "m.same", "with": [{ "ref": "&a[0]" }, { "ref": "&a[2]" }], "expect": { "result": 0 } },
            { "call": "m.second", "with": [{ "ref": "&a[1]" }], "expect": { "result": { "ne": { "ref": "&a[1]" } } } },
            { "new": "struct pair", "value": [4, 5], "save": "p" },
            { "call": "m.found", "with": [{ "ref": "p" }], "expect": { "result": { "ref": "&p->b" } } }
            """)
        #expect(failures == [])
    }

    @Test("is read and passed on like that place, until the object is released")
    func memory() throws {
        let failures = try failures(
            """
            \(Self.made)
            { "call": "m.second", "with": [{ "ref": "a" }], "save": "b" },
            { "read": "b[0]", "expect": { "result": 2 } },
            { "call": "other.take", "with": [{ "ref": "&a[1]" }], "expect": { "result": 2 } },
            { "call": "m.drop", "with": [{ "ref": "a" }] },
            { "read": "b[0]", "expect": { "failure.code": "argument" } }
            """)
        #expect(failures == [#"argument 1 refers to the place "b[0]": b was released"#])
    }

    @Test("is none where it points behind the object, or to something that does not fit into it")
    func outside() throws {
        let refused = try failures(
            """
            \(Self.made)
            { "call": "m.end", "with": [{ "ref": "a" }], "save": "e" }, { "read": "e[0]" },
            { "call": "m.wide", "with": [{ "ref": "a" }], "save": "w" }, { "read": "w[0]" }
            """)
        #expect(refused.count == 2)
        #expect(refused.allSatisfy { $0.contains("nothing says for how long the memory behind") }, "\(refused)")
    }

    @Test("goes back to the library that has made something there, and only a place that was named does not")
    func arena() throws {
        let failures = try failures(
            """
            \(Self.made)
            { "call": "m.lend", "with": [{ "ref": "a" }], "save": "lent" },
            { "call": "m.give_back", "with": [{ "ref": "lent" }] },
            { "call": "m.own", "with": [{ "ref": "a" }], "save": "mine" },
            { "call": "m.give_back", "with": [{ "ref": "mine" }] },
            { "call": "m.given_back", "expect": { "result": 2 } },
            { "call": "m.drop", "with": [{ "ref": "&a[1]" }] }
            """)
        #expect(failures.count == 1 && failures[0].contains("a place inside of another object"), "\(failures)")
    }

    @Test("can be kept in a pointer that is an object itself")
    func cell() throws {
        let failures = try failures(
            """
            \(Self.made)
            { "call": "m.second", "with": [{ "ref": "a" }], "save": "b" },
            { "new": "int *", "value": { "ref": "b" }, "save": "cell" },
            { "read": "cell[0]", "expect": { "result": { "ref": "&a[1]" } } }
            """)
        #expect(failures == [])
    }
}
