// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// The command handles faults, so that it reads numbers behind pointers without asking the kernel.
@Suite("A number behind pointers is an argument")
struct FollowedNumberTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        let source = """
            #include <signal.h>
            #include <stdint.h>
            #include <stdlib.h>
            #include <sys/mman.h>
            #include <unistd.h>
            typedef struct node { int number; double weight; struct node *next; struct { int8_t small; uint16_t wide[2]; } inner; } node;
            int same(int number) { return number; }
            double twice(double number) { return 2 * number; }
            void drop(node *it) { free(it); }
            node *make(int number) {
                node *it = calloc(1, sizeof *it);
                it->number = number, it->weight = number / 4.0, it->inner.small = -number, it->inner.wide[1] = 60000 + number;
                return it;
            }
            void chain(node *it, node *next) { it->next = next; }
            void lose(node *it, int how) {
                if (how == 0) it->next = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                if (how == 1) it->next = (node *)8;
                if (how == 2) it->next = (node *)0xdead000000000000;
                if (how == 3) it->next = (node *)-1;
            }
            void handle(int signal) { (void)signal; _exit(77); }
            void seize(void) { signal(SIGSEGV, handle), signal(SIGBUS, handle); }
            extern void (*__sysv_signal(int, void (*)(int)))(int);
            void seize_as_in_c11(void) { __sysv_signal(SIGSEGV, handle), __sysv_signal(SIGBUS, handle); }
            void block(void) { sigset_t all; sigfillset(&all); sigprocmask(SIG_SETMASK, &all, NULL); }
            void shrink(void) { static char small[2048]; stack_t stack = { .ss_sp = small, .ss_size = sizeof small }; sigaltstack(&stack, NULL); }
            void crash(void) { *(volatile int *)8 = 0; }
            """
        try BuiltModules.compile(source, to: "libnodes.so", flags: ["-Wno-array-bounds"], in: bench.folder)
    }

    private func run(_ steps: String, options: String...) throws -> Program.Ended {
        try bench.folder.write(
            "nodes.json",
            """
            { "behaviour": 1, "modules": { "m": { "library": "./libnodes.so", "declarations": [
                "typedef struct node { int number; double weight; struct node *next; struct { int8_t small; uint16_t wide[2]; } inner; } node",
                "int same(int number)", "double twice(double number)", "void drop(_Post_ptr_invalid_ node *it)",
                "_Free_(drop) node *make(int number)", "void chain(node *it, node *next)", "void lose(node *it, int how)",
                "void crash(void)", "void seize(void)", "void shrink(void)", "void block(void)",
                "void seize_as_in_c11(void)" ] } },
              "steps": [
                { "call": "m.make", "with": [4], "save": "one" }, { "call": "m.make", "with": [5], "save": "two" },
                { "call": "m.make", "with": [6], "save": "three" },
                { "call": "m.chain", "with": [{ "ref": "one" }, { "ref": "two" }] },
                { "call": "m.chain", "with": [{ "ref": "two" }, { "ref": "three" }] },
            \(steps),
                { "call": "m.drop", "with": [{ "ref": "one" }] }, { "call": "m.drop", "with": [{ "ref": "two" }] },
                { "call": "m.drop", "with": [{ "ref": "three" }] } ] }
            """)
        return try Program.built("heddle").run(["run", "nodes.json"] + options, in: bench.folder.path)
    }

    @Test("of each type, through fields, arrays and several pointers")
    func values() throws {
        let run = try run(
            #"""
            { "call": "m.same", "with": [{ "ref": "one->number" }], "expect": { "result": 4 } },
            { "call": "m.same", "with": [{ "ref": "one->next->next->number" }], "expect": { "result": 6 } },
            { "call": "m.same", "with": [{ "ref": "one[0].next->number" }], "expect": { "result": 5 } },
            { "call": "m.twice", "with": [{ "ref": "one->next->weight" }], "expect": { "result": 2.5 } },
            { "call": "m.twice", "with": [{ "ref": "one->next->number" }], "expect": { "result": 10 } },
            { "call": "m.same", "with": [{ "ref": "one->next->inner.small" }], "expect": { "result": -5 } },
            { "call": "m.same", "with": [{ "ref": "one->next->next->inner.wide[1]" }], "expect": { "result": 60006 } },
            { "call": "m.chain", "with": [{ "ref": "one" }, { "ref": "three" }] },
            { "call": "m.same", "with": [{ "ref": "one->next->number" }], "expect": { "result": 6 } }
            """#)
        #expect(run.status == 0, "\(run)")
    }

    @Test("and a pointer that leads nowhere is refused each time, by name", arguments: 0...3)
    func nowhere(how: Int) throws {
        let refused = """
            { "call": "m.same", "with": [{ "ref": "one->next->next->number" }],
              "expect": { "failure.message": { "contains": "the memory behind one->next->next cannot be read" } } }
            """
        let run = try run(
            """
            { "call": "m.lose", "with": [{ "ref": "two" }, \(how)] }, \(refused), \(refused),
            { "call": "m.same", "with": [{ "ref": "three->next->number" }],
              "expect": { "failure.message": { "contains": "three->next is null" } } }
            """)
        #expect(run.status == 0, "\(run)")
    }

    @Test(
        "also where native code handles faults itself since then, or has chosen a stack for handlers",
        arguments: ["read", "call"], ["seize", "seize_as_in_c11", "block", "shrink"])
    func seized(verb: String, change: String) throws {
        let step =
            verb == "read"
            ? #"{ "read": "one->next->next->number""#
            : #"{ "call": "m.same", "with": [{ "ref": "one->next->next->number" }]"#
        let run = try run(
            """
            \(step) },
            { "call": "m.\(change)" }, { "call": "m.lose", "with": [{ "ref": "two" }, 1] },
            \(step), "expect": { "failure.message": { "matches": "the memory( behind one->next->next)? cannot be read" } } }
            """)
        #expect(run.status == 0, "\(run)")
    }

    @Test("while what native code itself reads there is a crash")
    func crash() throws {
        let run = try run(
            #"""
            { "call": "m.same", "with": [{ "ref": "one->next->number" }] }, { "call": "m.crash" }
            """#)
        #expect(run.status == 5)
        #expect(run.errors.contains("native code crashed with SIGSEGV in m.crash"))
    }

    @Test("of the handle of each round, also where a new one stands at the place of one that was released")
    func rounds() throws {
        let run = try run(
            #"""
            { "repeat": [
                { "call": "m.make", "with": [7], "save": "it", "until": { "result": null } },
                { "call": "m.same", "with": [{ "ref": "it->number" }], "expect": { "result": 7 } },
                { "call": "m.chain", "with": [{ "ref": "it" }, { "ref": "three" }] },
                { "call": "m.same", "with": [{ "ref": "it->next->number" }], "expect": { "result": 6 } },
                { "call": "m.drop", "with": [{ "ref": "it" }] },
                { "call": "m.same", "with": [{ "ref": "it->number" }],
                  "expect": { "failure.message": { "contains": "it was released" } } },
                { "call": "m.chain", "with": [{ "ref": "it" }, { "ref": "three" }],
                  "expect": { "failure.message": { "contains": "not released" } } }
              ], "times": 4 }
            """#)
        // The loop never ends by its condition.
        #expect(run.status == 1 && run.errors.contains("the loop was run 4 times"), "\(run)")
    }

    @Test("and where it was released, it is refused")
    func released() throws {
        let run = try run(
            #"""
            { "call": "m.make", "with": [7], "save": "gone" },
            { "call": "m.same", "with": [{ "ref": "gone->number" }], "expect": { "result": 7 } },
            { "call": "m.drop", "with": [{ "ref": "gone" }] },
            { "call": "m.same", "with": [{ "ref": "gone->number" }],
              "expect": { "failure.message": { "contains": "gone was released" } } }
            """#)
        #expect(run.status == 0, "\(run)")
    }
}
