// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle validate", .waiting)
struct ValidateTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// A module with what a check may stumble over: instances, settings, enumerations, texts, buffers, handles.
    private func sound() throws -> String {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <errno.h>
            #include <stdlib.h>
            #include <string.h>
            HEDDLE_MODULE("sound", "1.2.3-beta")
            HEDDLE_NEEDS("heddle.host")
            HEDDLE_TYPE(typedef enum { RED, GREEN } color)
            HEDDLE_TYPE(struct node)
            HEDDLE_SIZED_TYPE(point, typedef struct { double x, y; const char *label; } point)
            HEDDLE_SETTING("The password.", _Secret_ const char *password = NULL)
            HEDDLE_INSTANCE(thing, make, end)
            HEDDLE_ACTION(int32_t, number, _Self_ thing *self)
            HEDDLE_ACTION(_Free_(drop) char *, copy, const char *text)
            HEDDLE_EXPORT void drop(void *memory);
            HEDDLE_ACTION(color, other, color tone)
            HEDDLE_ACTION(_Ret_maybenull_ const char *, find, _In_opt_z_ const char *text)
            HEDDLE_ACTION(uint64_t, sum, _In_reads_(count) const uint8_t *bytes, size_t count)
            HEDDLE_ACTION(void, fill, _Out_writes_(room) uint8_t *bytes, size_t room)
            HEDDLE_ACTION(double, size, point place)
            HEDDLE_ACTION(_Free_(drop) struct node *, node, void)
            HEDDLE_ACTION(int32_t, depth, struct node *node)
            HEDDLE_ACTION(_Idempotent_ int32_t, twice, int32_t value)
            HEDDLE_ACTION(void, refuse, void)
            struct thing { int32_t number; };
            struct node { int32_t depth; };
            thing *make(const heddle_config *config) { (void)config; return calloc(1, sizeof(thing)); }
            void end(thing *self) { free(self); }
            int32_t number(thing *self) { return self->number++; }
            char *copy(const char *text) { errno = ENOENT; return strdup(text); }
            void drop(void *memory) { free(memory); }
            color other(color tone) { return tone == RED ? GREEN : RED; }
            const char *find(const char *text) { return text; }
            uint64_t sum(const uint8_t *bytes, size_t count) { return count == 0 ? 0 : bytes[0]; }
            void fill(uint8_t *bytes, size_t room) { memset(bytes, 1, room); }
            double size(point place) { return place.x * place.y; }
            struct node *node(void) { return calloc(1, sizeof(struct node)); }
            int32_t depth(struct node *node) { return node->depth; }
            int32_t twice(int32_t value) { return (int32_t)((uint32_t)value * 2); }
            void refuse(void) { heddle->fail("refused", "it never works"); }
            """, to: "sound.so", flags: ["-fvisibility=hidden", "-Wl,--build-id"], in: bench.folder)
    }

    @Test("finds nothing in a sound module")
    func nothing() throws {
        let ended = try bench.heddle("validate", sound(), "--jobs", "auto")
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(try bench.heddle("validate", sound(), "--json").findings == [:])
    }

    @Test("finds nothing in the modules of Plugins")
    func plugins() throws {
        let folder = try BuiltModules.plugins
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".so") }.sorted()
        #expect(names.count >= 9)
        for name in names {
            let ended = try Program.built("heddle").run(["validate", "--jobs", "auto", "--quiet", name], in: folder)
            #expect(ended.status == 0, "\(name): \(ended.output)\(ended.errors)")
        }
    }

    private func flawed(_ declaration: String, _ body: String) throws -> String {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("flawed", "1.0.0")
            HEDDLE_ACTION(int32_t, twice, int32_t n)
            int32_t twice(int32_t n) { return (int32_t)((uint32_t)n * 2); }
            \(declaration)
            \(body)
            """, to: "flawed.so", flags: ["-fvisibility=hidden", "-Wl,--build-id"], in: bench.folder)
    }

    @Test("warns of actions that it never calls, as it has no argument for them")
    func uncalled() throws {
        let module = try flawed(
            "HEDDLE_ACTION(void, visit, void *context)",
            "void visit(void *context) { (void)context; __builtin_trap(); }")
        let ended = try bench.heddle("validate", module, "--only", "calls-return")
        #expect(ended.status == 0)
        #expect(
            (ended.output + ended.errors).contains(
                "calls-return: visit is never called: no action returns a void * to pass as context"))
    }

    @Test(
        "finds null that comes back for unusual arguments only",
        arguments: ["n > 0 ? \"x\" : NULL", "n == 0 ? NULL : \"x\""])
    func rareNull(result: String) throws {
        let module = try flawed(
            "HEDDLE_ACTION(const char *, name, int32_t n)", "const char *name(int32_t n) { return \(result); }")
        let ended = try bench.heddle("validate", module, "--only", "null-is-declared")
        #expect(ended.status == 1)
        #expect(ended.errors.contains("null-is-declared: name("), "\(ended.errors)")
    }

    @Test("asks for a configuration that the module needs, in place of findings about the module")
    func neededSetting() throws {
        let module = try flawed(
            """
            HEDDLE_SETTING("Where it looks.", const char *folder)
            HEDDLE_INSTANCE(thing, make, end)
            """,
            """
            struct thing { int unused; };
            thing *make(const heddle_config *config) { static thing one; (void)config; return &one; }
            void end(thing *self) { (void)self; }
            """)
        let ended = try bench.heddle("validate", module)
        #expect(ended.status == 3)
        #expect(ended.errors.contains(#"the module flawed needs the setting "folder""#), "\(ended.errors)")
        #expect(ended.errors.contains(#"give --config, in which you add "folder""#), "\(ended.errors)")
    }

    @Test("does not blame a module for a configuration that nothing reads")
    func unreadConfiguration() throws {
        let ended = try bench.heddle(
            "validate", flawed("", ""), "--config", #"{"a": 1}"#, "--only", "calls-return")
        #expect(ended.status == 1)
        #expect(ended.errors.contains("has no instances, so nothing reads its configuration"), "\(ended.errors)")
        #expect(!ended.errors.contains("the fault is in"), "\(ended.errors)")
    }

    @Test("refuses a file that is not there, for which there is no badge")
    func missing() throws {
        let ended = try bench.heddle("validate", "\(bench.folder.path)/none.so", "--badge")
        #expect(ended.status == 4)
        #expect(ended.errors.contains("none.so"))
        #expect(bench.folder.text(of: "none.so.validated.json") == nil)
    }

    @Test("lists its checks, each with its promise")
    func list() throws {
        let list = try bench.heddle("validate", "--list")
        #expect(list.status == 0)
        #expect(list.output.contains("calls-keep-locale              The actions keep the locale of the process.\n"))
        let first = try #require(try bench.heddle("validate", "--list", "--json").events.first)
        #expect(first["name"] == "library-is-whole" && first["fault"] == "build")
        #expect(first.names == ["event", "fault", "mend", "name", "needs", "promise", "unless"])
    }

    @Test("leaves out checks for a reason, which it shows")
    func exclusions() throws {
        let module = try sound()
        try bench.folder.write("leave.txt", "# of the device\n\nhas-build-id = it is signed\n")
        let ended = try bench.heddle(
            "validate", module, "--only", "has-build-id", "--only", "has-name", "--exclude", "has-name=it has none",
            "--exclusions", "leave.txt")
        #expect(ended.status == 0)
        #expect(ended.output.contains("has-name: excluded: it has none"), "\(ended.output)")
        #expect(ended.output.contains("has-build-id: excluded: it is signed"))
    }

    @Test(
        "refuses exclusions without a reason or a check, and unknown checks",
        arguments: [
            (["--exclude", "has-name"], "--exclude gives no reason to exclude has-name", "write has-name=REASON"),
            (["--exclude", "has-nam=x"], #"--exclude names no check: "has-nam""#, #"did you mean "has-name"?"#),
            (["--only", "nothing-at-all"], #"--only names no check: "nothing-at-all""#, "--list lists the checks"),
            (["--exclusions", "none.txt"], "the exclusions cannot be read: none.txt", "none.txt"),
        ])
    func mistakes(options: [String], message: String, mend: String) throws {
        let program = try Program.built("heddle")
        let ended = try program.run(["validate", sound()] + options, in: bench.folder.path)
        #expect(ended.status == 2)
        #expect(ended.errors.contains(message) && ended.errors.contains(mend), "\(ended.errors)")
    }

    @Test("calls actions with structures, functions, handles, products of counts and formats, and finds nothing false")
    func shapes() throws {
        let folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <stdarg.h>
            #include <stdio.h>
            #include <stdlib.h>
            HEDDLE_MODULE("shapes", "1.0.0")
            HEDDLE_TYPE(typedef struct thing thing)
            HEDDLE_SIZED_TYPE(label, typedef struct { int32_t n; char text[4]; char letter[1]; } label)
            HEDDLE_TYPE(typedef int32_t order(int32_t a, int32_t b))
            HEDDLE_ACTION(void, a_free, _Post_ptr_invalid_ thing *t)
            HEDDLE_ACTION(_Free_(a_free) thing *, b_new, int32_t number)
            HEDDLE_ACTION(int32_t, c_get, thing *t)
            HEDDLE_ACTION(int32_t, length, _In_ const label *l)
            HEDDLE_ACTION(int32_t, compare, order *o)
            HEDDLE_ACTION(double, sum, _In_reads_(rows * columns) const double *m, int32_t rows, int32_t columns)
            HEDDLE_ACTION(int32_t, show, _Printf_format_string_ const char *format, ...)
            struct thing { int32_t number; };
            void a_free(thing *t) { free(t); }
            thing *b_new(int32_t number) {
                thing *made = malloc(sizeof *made);
                if (made == NULL) abort();
                made->number = number;
                return made;
            }
            int32_t c_get(thing *t) { return t->number; }
            int32_t length(const label *l) { return l->text[0] + l->letter[0]; }
            int32_t compare(order *o) { return o(1, 2); }
            double sum(const double *m, int32_t rows, int32_t columns) {
                double sum = 0;
                for (int32_t i = 0; i < rows; i++) for (int32_t j = 0; j < columns; j++) sum += m[i * columns + j];
                return sum;
            }
            int32_t show(const char *format, ...) {
                char text[400];
                va_list rest;
                va_start(rest, format);
                int32_t size = vsnprintf(text, sizeof text, format, rest);
                va_end(rest);
                return size;
            }
            """, to: "shapes.so", flags: ["-fvisibility=hidden", "-Wl,--build-id"], in: folder)
        let ended = try Program.built("heddle")
            .run(["validate", "--seed", "1", "--quiet", "shapes.so"], in: folder.path)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(!ended.errors.contains("warning"), "\(ended.errors)")
    }

    @Test("warns of a layout that is not compared, and of a count beyond the room")
    func warnings() throws {
        let folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("warned", "1.0.0")
            HEDDLE_TYPE(typedef struct { int32_t low, high; } span)
            HEDDLE_ACTION(int32_t, width, span s)
            HEDDLE_ACTION(int32_t, fill, _Out_writes_to_(room, return) int32_t *numbers, int32_t room)
            int32_t width(span s) { return (int32_t)((uint32_t)s.high - (uint32_t)s.low); }
            int32_t fill(int32_t *numbers, int32_t room) {
                for (int32_t i = 0; i < room && i < 4; i++) numbers[i] = i;
                return 4;
            }
            """, to: "warned.so", flags: ["-fvisibility=hidden", "-Wl,--build-id"], in: folder)
        let ended = try Program.built("heddle").run(["validate", "--quiet", "warned.so"], in: folder.path)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        for words in [
            "warning: layouts-agree: the layout of span is not compared with that of the compiler",
            "warning: keeps-to-its-arguments: fill(2) says that it wrote 4 into numbers, which has room for 2",
        ] {
            #expect(ended.errors.contains(words), "\(ended.errors)")
        }
    }

    @Test("tells an overwritten heap once, in the words of libc, however many checks crash")
    func heap() throws {
        let folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <stdlib.h>
            #include <string.h>
            HEDDLE_MODULE("heap", "1.0.0")
            HEDDLE_ACTION(_Free_(drop) char *, up, const char *text)
            HEDDLE_EXPORT void drop(void *memory);
            char *up(const char *text) {
                size_t size = strlen(text);
                char *volatile made = malloc(size + 1);
                if (made == NULL) abort();
                memset(made, 'x', size + 64);
                made[size + 63] = 0;
                return made;
            }
            void drop(void *memory) { free(memory); }
            """, to: "heap.so", flags: ["-fvisibility=hidden", "-Wl,--build-id"], in: folder)
        let ended = try Program.built("heddle").run(["validate", "--json", "heap.so"], in: folder.path)
        #expect(try ended.findings["heap"]?.filter { !$0.hasPrefix("memory-") }.count == 1, "\(ended.output)")
        #expect(ended.output.contains("memory was overwritten or freed wrongly, says libc: "), "\(ended.output)")
    }

    @Test("repeats random arguments from the seed of a run")
    func seed() throws {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <stdlib.h>
            HEDDLE_MODULE("rare", "1.0.0")
            HEDDLE_ACTION(int32_t, act, int32_t number)
            int32_t act(int32_t number) {
                if (number > 1000 && number % 256 == 77) abort();
                return number / 2;
            }
            """, to: "rare.so", flags: ["-fvisibility=hidden", "-Wl,--build-id"], in: bench.folder)
        func crash(_ options: String...) throws -> String {
            let words = ["validate", "rare.so", "--json", "--only", "takes-random-arguments", "--fuzz-calls", "100000"]
            let ended = try Program.built("heddle").run(words + options, in: bench.folder.path)
            return try #require(try ended.events.first { $0.kind == "diagnostic" })["message"] ?? ""
        }
        let first = try crash("--seed", "7")
        let shown = try bench.heddle(
            "validate", "rare.so", "--only", "takes-random-arguments", "--seed", "7", "--fuzz-calls", "100000",
            "--config", "{}", "--time-limit", "20 s")
        let rerun = "run again: heddle validate rare.so --only takes-random-arguments --reproduce 7 --config '{}'"
        #expect(shown.errors.contains("\(rerun) --fuzz-calls 100000 --time-limit 20s"), "\(shown.errors)")
        #expect(first.contains("native code crashed with SIGABRT in rare.act, called with ("))
        #expect(try crash("--reproduce", "7") == first)
        #expect(try bench.heddle("validate", "rare.so", "--seed", "1", "--reproduce", "2").status == 2)
        let none = try bench.heddle("validate", "rare.so", "--fuzz-calls", "0", "--quiet")
        #expect(none.status == 0, "\(none.output)")
    }

    @Test("writes a badge with the hash of the module and what was checked")
    func badge() throws {
        let module = try sound()
        let ended = try bench.heddle("validate", module, "--badge", "--exclude", "has-version=not yet")
        #expect(ended.status == 0)
        let text = try #require(bench.folder.text(of: "sound.so.validated.json"))
        let badge = try Event(Substring(text))
        let hash = try Program("sha256sum").succeed([module]).prefix(64)
        #expect(badge["sha256"] == String(hash))
        #expect(badge["module"] == "sound.so" && badge["heddle"] == "0.1.0")
        let (passed, skipped): ([String], [String: String]) = try (
            #require(badge["passed"]), #require(badge["skipped"])
        )
        #expect(passed.contains("has-name") && skipped["has-version"] == "excluded: not yet")
        #expect(badge["failed"] == [String]())
    }

    @Test("reports in TAP and JUnit as heddle test does")
    func reports() throws {
        let flawed = try FlawedModules(["has-version"])
        let path = flawed.folder("has-version.so")
        let ended = try bench.heddle("validate", path, "--tap", "-", "--junit", "r.xml", "--only", "has-version")
        #expect(ended.status == 1)
        #expect(ended.output.contains("not ok 1 - has-version"), "\(ended.output)")
        let junit = try #require(bench.folder.text(of: "r.xml"))
        #expect(junit.contains("has-version") && junit.contains("<failure"), "\(junit)")
    }

    @Test("takes what is no module for a finding")
    func noModule() throws {
        try bench.folder.write("text.so", "a text")
        let ended = try bench.heddle("validate", "text.so")
        #expect(ended.status == 1)
        #expect(ended.errors.contains("library-is-whole: "), "\(ended.errors)")
        #expect(ended.errors.contains("it is not an ELF library"), "\(ended.errors)")
    }

    @Test("stops when it is interrupted, and leaves no process behind")
    func interrupt() throws {
        let place = bench.folder("number")
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <stdio.h>
            #include <unistd.h>
            HEDDLE_MODULE("waiting", "1.0.0")
            HEDDLE_ACTION(int, act, void)
            int act(void) {
                FILE *file = fopen("\(place).part", "w");
                if (file == NULL) return 1;
                fprintf(file, "%d", (int)getpid());
                fclose(file);
                rename("\(place).part", "\(place)");
                for (;;) pause();
            }
            """, to: "waiting.so", flags: ["-fvisibility=hidden", "-Wl,--build-id"], in: bench.folder)
        let validate = try Program.built("heddle").start(["validate", "waiting.so"], in: bench.folder.path)
        let end = ContinuousClock.now + .seconds(60)
        while bench.folder.text(of: "number") == nil, ContinuousClock.now < end { usleep(5_000) }
        let number = try #require(bench.folder.text(of: "number"))
        validate.signal(SIGINT)
        let ended = validate.ended()
        #expect(ended.status == 130, "\(ended.output)\(ended.errors)")
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(number)"))
    }

    @Test("leaves no folders behind")
    func folders() throws {
        try FileManager.default.createDirectory(atPath: bench.folder("tmp"), withIntermediateDirectories: true)
        let ended = try bench.heddle(
            "validate", sound(), "--only", "loads", environment: ["TMPDIR": bench.folder("tmp")])
        #expect(ended.status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder("tmp")) == [])
    }
}
