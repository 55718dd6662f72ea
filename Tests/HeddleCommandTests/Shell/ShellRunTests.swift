// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The lines of heddle shell together")
struct ShellRunTests {
    private let bench: ShellBench

    init() throws {
        bench = try ShellBench()
        let source = """
            #include <stdlib.h>
            typedef int rule(int a);
            struct gate { int count; };
            static rule *kept;
            void keep(rule *r); void keep(rule *r) { kept = r; }
            int ask(int a); int ask(int a) { return kept(a); }
            struct gate *gate_open(void); struct gate *gate_open(void) { return calloc(1, sizeof(struct gate)); }
            int gate_pass(struct gate *g); int gate_pass(struct gate *g) { return ++g->count; }
            void gate_close(struct gate *g); void gate_close(struct gate *g) { free(g); }
            struct gate *gate_one(void); struct gate *gate_one(void) { static struct gate one; return &one; }
            static int half(int a) { return a / 2; }
            rule *rule_half(void); rule *rule_half(void) { return half; }
            struct rules { rule *first; int (*both)(int a, int b); };
            static int sum(int a, int b) { return a + b; }
            struct rules rules = {half, sum};
            rule *chosen = half;
            """
        try BuiltModules.compile(source, to: "libgates.so", in: bench.folder)
    }

    @Test("that a pointer's memory or meaning is not known names the way out of a shell, and no key of a behaviour")
    func waysOut() throws {
        let ended = try bench.type(
            """
            struct gate { int count; };
            struct gate *gate_one(void);
            int gate_pass(int *g);
            g = gate_one()
            g->count
            gate_pass(1)
            .trust
            g->count
            int gate_pass(_Inout_ int *g);
            gate_pass(1)
            """, into: ["./libgates.so"])
        #expect(ended.output.contains("or type .trust"), "\(ended.output)")
        #expect(ended.errors.contains("type its declaration once more, with an annotation"), "\(ended.errors)")
        let all = ended.output + ended.errors
        #expect(!all.contains("\"policy\"") && !all.contains("\"annotate\""), "\(all)")
        #expect(ended.output.hasSuffix("0\ndeclared in gates\n2\ng = 2\n"), "\(ended.output)")
    }

    private static let declarations = """
        typedef struct gate gate; typedef int rule(int a);
        void keep(_Retained_ rule *r);
        int ask(int a);
        int gate_pass(gate *g);
        _Post_ptr_invalid_ void gate_close(_Post_ptr_invalid_ gate *g);
        _Free_(gate_close) gate *gate_open(void);
        """

    private func type(_ lines: String...) throws -> Program.Ended {
        try bench.type(
            ([Self.declarations.replacing("_Post_ptr_invalid_ void", with: "void")] + lines).joined(separator: "\n"),
            into: ["./libgates.so", "libc.so.6"])
    }

    @Test("are one run: a handle lives from line to line, and a failed line takes nothing away")
    func lives() throws {
        let ended = try type(
            "g = gate_open()", "gate_pass(g)", "gate_pass()", "gate_pass(g) == 9", "gate_pass(g)", "gate_close(g)")
        #expect(ended.output.hasSuffix("<gate #1>\n1\n2\n3\n"), "\(ended.output)")
        #expect(ended.status == 3)
    }

    @Test("call what a pointer to a function leads to, as C does")
    func pointers() throws {
        let ended = try bench.type(
            """
            typedef int rule(int a);
            struct rules { rule *first; int (*both)(int a, int b); };
            extern struct rules rules; extern rule *chosen;
            rule *rule_half(void);
            f = rule_half()
            f(8)
            x = rules.both(f(6), 4) == 7
            x
            rules.first(abs(-20)) >= 10
            gates.rules.first(gates.chosen(chosen(40))) == 5
            rules.first("a")
            .save saved.json
            """, into: ["./libgates.so", "libc.so.6"])
        #expect(ended.output.contains("\n4\n3\n7\n7\n20\n10\n20\n10\n5\n"), "\(ended.output)")
        #expect(ended.errors.contains("wants a whole number"), "\(ended.errors)")
        #expect(
            bench.steps() == [
                #"{ "call": "gates.rule_half", "save": "f" }"#,
                #"{ "call": { "ref": "f" }, "with": [8] }"#,
                #"{ "call": { "ref": "f" }, "with": [6], "save": "f_result" }"#,
                #"{ "call": { "ref": "gates.rules.both" }, "with": [{ "ref": "f_result" }, 4], "expect": { "result": 7 }, "save": "x" }"#,
                #"{ "call": "c.abs", "with": [-20], "save": "abs_result" }"#,
                #"{ "call": { "ref": "gates.rules.first" }, "with": [{ "ref": "abs_result" }], "expect": { "result": { "ge": 10 } } }"#,
                #"{ "call": { "ref": "gates.chosen" }, "with": [40], "save": "chosen_result" }"#,
                #"{ "call": { "ref": "gates.chosen" }, "with": [{ "ref": "chosen_result" }], "save": "chosen_result_2" }"#,
                #"{ "call": { "ref": "gates.rules.first" }, "with": [{ "ref": "chosen_result_2" }], "expect": { "result": 5 } }"#,
            ])
        let run = try bench.run("run", "saved.json")
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("know the members behind an older object when a structure has got an annotation")
    func annotatedLater() throws {
        let ended = try bench.type(
            """
            struct part;
            struct whole { struct part *first; };
            struct part { int length; int *values; };
            struct whole *whole_make(void);
            o = new struct whole
            p = new struct part
            p->length = 3
            o->first = p
            .annotate struct part values _In_reads_(length)
            o->first->length
            """, into: ["./libgates.so"])
        #expect(ended.output.hasSuffix("\n3\n"), "\(ended.output)\(ended.errors)")
    }

    @Test("refuse a handle that a line before has released")
    func released() throws {
        let ended = try type("g = gate_open()", "gate_close(g)", "gate_pass(g)", "abs(-1)")
        #expect(ended.output.contains("the declaration wants a handle that was not released"), "\(ended.errors)")
        #expect(ended.output.hasSuffix("\n1\n"), "\(ended.output)")
    }

    @Test("release at their end what they have left, and say so")
    func left() throws {
        let ended = try type("g = gate_open()", "h = gate_open()", "gate_close(g)")
        #expect(ended.errors.contains("warning: "), "\(ended.errors)")
        #expect(ended.errors.contains("handle 2 of gate from gates.gate_open was not released"))
        #expect(!ended.errors.contains("handle 1 of gate"))
    }

    @Test("can give a callback that native code keeps for a later line")
    func callbacks() throws {
        let ended = try type(
            #"keep({action: "c.abs", lifetime: "forever"})"#, "four = abs(-4)", "ask(-3) == 3", "ask(-5)")
        #expect(ended.output.hasSuffix("4\n3\n5\n"), "\(ended.output) \(ended.errors)")
        #expect(ended.errors.isEmpty)
    }

    @Test("warn where native code has called a callback that it was given for one call")
    func lateCallbacks() throws {
        let ended = try type("keep(abs)", "ask(-3)", "ask(-3)")
        #expect(ended.output.hasSuffix("0\n0\n"), "\(ended.output) \(ended.errors)")
        #expect(
            ended.errors.contains(
                "the callback that gates.keep got as r was called 1 time after its lifetime"))
    }

    @Test("make objects that stay where they are")
    func objects() throws {
        let ended = try type(
            "struct pair { int a; int b; };", "p = new struct pair", "p->a = 3", "q = new struct pair", "q->b = 4",
            "p->a", "q->b", "p->b", "n = p->a", "abs(n)", "r = new int[3]", "r[1] = 8", "r[1]", "r[5]")
        let shown = ended.output.split(separator: "\n").filter { Int($0) != nil }
        #expect(shown == ["3", "4", "0", "3", "3", "8"], "\(ended.output) \(ended.errors)")
        #expect(ended.errors.contains("\"r[5]\" is behind the end: r points to 3 values, counted from 0"))
    }

    @Test("are events for programs, with a code for what is wrong")
    func events() throws {
        let ended = try bench.type(
            "x = abs(-3)", "x", ".steps", "abs(-3) == 4", "abs(x", into: ["libc.so.6", "--json"])
        let events = try ended.events
        #expect(events.map(\.kind) == ["call", "emitted", "call", "expectation", "diagnostic", "summary"])
        #expect(events[1]["name"] == "x" && events[1]["value"] == 3)
        #expect(events[3]["held"] == false)
        #expect(events[4]["code"] == "usage.shell-line")
        #expect(ended.errors.contains(#"{ "call": "c.abs", "with": [-3], "save": "x" }"#))
    }

    @Test("cost the same whatever has stood before")
    func many() throws {
        let lines = (0..<300).map { "x = abs(-\($0))" }.joined(separator: "\n")
        let ended = try bench.type(lines, "x")
        #expect(ended.output.hasSuffix("298\n299\n299\n"))
        #expect(ended.status == 0)
    }
}
