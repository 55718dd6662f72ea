// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleReport
import Workbench

/// A module whose functions give, take and keep structures, for steps that work in memory.
struct MemoryBench {
    private static let source = """
        #include <heddle/module.h>
        #include <errno.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        HEDDLE_MODULE("nodes", "1.0.0")
        HEDDLE_TYPE(typedef struct node node)
        HEDDLE_TYPE(struct node { int number; char name[8]; const char *text; node *next; unsigned flags : 3; double values[3]; })
        HEDDLE_ACTION(void, drop, _Post_ptr_invalid_ node *it)
        HEDDLE_ACTION(_Free_(drop) node *, make, int number)
        HEDDLE_ACTION(node *, borrow, int number)
        HEDDLE_ACTION(void, chain, node *it, node *next)
        HEDDLE_ACTION(int, total, node *it)
        HEDDLE_ACTION(void, rise, _Inout_ node *it)
        HEDDLE_ACTION(int, sum, _In_reads_(count) const int *numbers, int count)
        HEDDLE_ACTION(void, fill, _Inout_updates_(count) int *numbers, int count, int with)
        HEDDLE_ACTION(int, first_byte, _In_reads_bytes_(size) const void *bytes, size_t size)
        HEDDLE_ACTION(int, same, const void *one, const void *other)
        HEDDLE_ACTION(void, keep, node *it)
        HEDDLE_ACTION(int, kept, void)
        HEDDLE_ACTION(void, lose, node *it)
        HEDDLE_ACTION(void, ignore, node *it)
        HEDDLE_ACTION(_Free_(ignore) node *, nowhere, void)
        HEDDLE_ACTION(_Free_(drop) node *, regrow, _Post_ptr_invalid_ node *it)
        HEDDLE_TYPE(typedef int visitor(node *it))
        HEDDLE_ACTION(int, visit, node *it, visitor *with)
        int level = 4;
        const char *motto = "weft";
        const double ratios[3] = { 1, 2.5, 4 };
        node *const first = &(node){ .number = 6, .text = "first" };
        int hidden;
        static node one = { .number = 1 }, two = { .number = 2 };
        static node *both[] = { &one, &two };
        node **all = both;
        HEDDLE_TYPE(typedef int (*binary)(int a, int b))
        HEDDLE_TYPE(struct operations {
            int (*total)(_In_reads_(count) const int *numbers, int count);
            const char *(*name)(int kind);
            int (*half)(int number, _Out_ int *rest);
        })
        HEDDLE_ACTION(binary, pick, const char *word)
        HEDDLE_TYPE(struct base { int kind; })
        HEDDLE_TYPE(struct derived { struct base base; int more; })
        HEDDLE_TYPE(typedef struct { char name; char text[4]; int number; } option)
        HEDDLE_ACTION(void, toggle, _Inout_ char *c)
        HEDDLE_TYPE(struct words { const unsigned char *raw; void *any; })
        HEDDLE_ACTION(int, kind, struct base *it)
        HEDDLE_ACTION(int, more, struct derived *it)
        HEDDLE_ACTION(void *, anything, void *it)
        static node borrowed = { .number = 5, .text = "borrowed", .flags = 3 };
        static node *last;
        // Whoever looks at it later does not see what it was.
        void drop(node *it) { memset(it, 0x5a, sizeof *it); free(it); }
        node *make(int number) {
            node *it = calloc(1, sizeof *it);
            it->number = number; it->text = "made"; strcpy(it->name, "ab"); it->flags = 5; it->values[2] = 2.5;
            return it;
        }
        void toggle(char *c) { *c ^= 0x20; }
        node *borrow(int number) { borrowed.number = number; return &borrowed; }
        void chain(node *it, node *next) { it->next = next; }
        int total(node *it) { int all = 0; for (; it != NULL; it = it->next) all += it->number; return all; }
        void rise(node *it) { it->number++; }
        int sum(const int *numbers, int count) { int all = 0; for (int i = 0; i < count; i++) all += numbers[i]; return all; }
        void fill(int *numbers, int count, int with) { for (int i = 0; i < count; i++) numbers[i] = with; }
        int first_byte(const void *bytes, size_t size) { return size == 0 ? -1 : *(const unsigned char *)bytes; }
        int same(const void *one, const void *other) { return one == other; }
        static int add(int a, int b) { return a + b; }
        static int subtract(int a, int b) { errno = 7; return a - b; }
        binary pick(const char *word) { return *word == '+' ? add : *word == '-' ? subtract : NULL; }
        static const char *name(int kind) { return kind == 1 ? "one" : NULL; }
        static int half(int number, int *rest) { *rest = number % 2; return number / 2; }
        const struct operations operations = { sum, name, half };
        int kind(struct base *it) { return it->kind; }
        int more(struct derived *it) { return it->more; }
        void *anything(void *it) { return it; }
        void keep(node *it) { last = it; }
        int kept(void) { return last->number; }
        // The bytes move, and what was there before is gone.
        node *regrow(node *it) {
            node *moved = calloc(1, sizeof *it);
            *moved = *it;
            memset(it, 0x5a, sizeof *it);
            free(it);
            return realloc(moved, 2 * sizeof *moved);
        }
        void ignore(node *it) { (void)it; }
        node *nowhere(void) { return (node *)-1; }
        int visit(node *it, visitor *with) { return with(it); }
        // What it points to is not there any more, and no longer what it was.
        void lose(node *it) {
            it->next = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            it->text = (const char *)it->next;
        }
        """
    private let folder: ScratchFolder
    let host: ModuleHost
    /// Where the module is.
    var modulePath: [String] { [folder.path] }

    /// - Parameter compiler: what compiles the module, with `flags` beside the usual ones.
    init(compiler: String = "cc", flags: [String] = []) throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "nodes.so", by: compiler, flags: flags, in: folder)
        host = ModuleHost(modulePath: [folder.path])
    }

    /// Makes the plan of steps with the module `m`.
    ///
    /// - Parameter rest: further keys of the behaviour, each with a comma before it.
    func plan(_ steps: String, rest: String = "", on host: ModuleHost? = nil) throws -> Plan {
        let text = """
            { "behaviour": 1, "modules": { "m": { "library": "nodes", "declarations": [
                "extern int level; extern const char *motto; extern const double ratios[3]; extern node *const first",
                "extern long hidden; extern int missing; extern node **all; extern const struct operations operations" ] } }, "steps": [\(steps)]\(rest) }
            """
        return try Plan.read(SourceText(name: "memory.json", text), on: host ?? self.host, origin: .file(folder: "."))
    }

    /// Runs steps, and returns how they ended and what failed, in words.
    func run(_ steps: String, rest: String = "") throws -> (ending: Run.Ending, failures: [String]) {
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        let ending = Run(try plan(steps, rest: rest), on: host, events: stream)()
        stream.finish()
        return (
            ending,
            recorder.events.flatMap { event -> [String] in
                switch event {
                case .call(let call):
                    if case .failed(let failure) = call.status { [failure.message] } else { [] }
                case .expectation(let expectation) where !expectation.isHeld:
                    ["\(expectation.path): \(expectation.actual?.json ?? "nothing")"]
                        + (expectation.circumstances?.difference ?? [])
                default: []
                }
            }
        )
    }

    /// The mistakes of steps on another host.
    func mistakes(of steps: String, on host: ModuleHost) -> [Diagnostic] {
        do {
            _ = try plan(steps, on: host)
            return []
        } catch {
            return (error as? Diagnostics)?.all ?? []
        }
    }

    /// The messages about steps that cannot be planned.
    func mistakes(_ steps: String, rest: String = "") -> [String] {
        do {
            _ = try plan(steps, rest: rest)
            return []
        } catch let error as Diagnostics {
            return error.all.map { mistake in
                mistake.suggestion.map { "\(mistake.message) = \($0)" } ?? mistake.message
            }
        } catch {
            return ["\(error)"]
        }
    }
}
