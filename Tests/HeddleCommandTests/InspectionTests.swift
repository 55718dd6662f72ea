// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle inspect and heddle list")
struct InspectionTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("inspect shows what a module declares")
    func described() throws {
        let inspect = try bench.heddle("inspect", "\(bench.modules)/counter.so")
        #expect(inspect.status == 0)
        #expect(
            inspect.output.hasPrefix(
                """
                counter 1.0.0  (contract 5)
                actions:
                  int64_t count(_Self_ counter *self)
                instances:
                  struct counter *counter_create(const heddle_config *config)
                  void counter_destroy(struct counter *instance)
                settings:
                  int64_t from = 0  The number before the first count.
                  bool refuse = false  Fails when it is made.
                  bool fragile = false  Fails when it is destroyed.
                  bool loud = false  Prints a line when it is made.
                needs of the system:
                  libc.so.6

                """))
        #expect(inspect.errors == "")
    }

    @Test("inspect shows the words for people, and the services that a module offers")
    func words() throws {
        let module = try BuiltModules.compile(
            #"""
            #include <heddle/module.h>
            HEDDLE_MODULE("worded", "2.0.0")
            HEDDLE_ACTION(int32_t, add, int32_t a, int32_t b)
            HEDDLE_SUMMARY("Adds.") HEDDLE_VENDOR("Example\x1b[31m Ltd") HEDDLE_LICENSE("MIT")
            HEDDLE_HELP(add, "Adds whole numbers.") HEDDLE_PARAMETER_HELP(add, b, "The second one.")
            HEDDLE_PARAMETER_HELP(add, return, "The sum.")
            HEDDLE_OFFERS("com.example.limit", int32_t, limit)
            const int32_t limit = 9;
            int32_t add(int32_t a, int32_t b) { return a + b; }
            """#, to: "worded.so", in: bench.folder)
        let inspect = try bench.heddle("inspect", module)
        #expect(
            inspect.output.hasPrefix(
                #"""
                worded 2.0.0  (contract 5)
                  Adds.
                vendor: Example\u001b[31m Ltd
                license: MIT
                actions:
                  int32_t add(int32_t a, int32_t b)
                    Adds whole numbers.
                    b: The second one.
                    return: The sum.
                offers:
                  com.example.limit

                """#), "\(inspect.output)")
        let event = try #require(try bench.heddle("inspect", "--json", module).events.first)
        #expect("\(event)".contains("Adds whole numbers."))
    }

    @Test("inspect shows the types, and warns of a layout that nobody compares and of an action that no call can use")
    func types() throws {
        let module = try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("typed", "1.0.0")
            HEDDLE_TYPE(typedef struct { int32_t low, high; } span)
            HEDDLE_SIZED_TYPE(point, typedef struct point { double x, y; } point)
            HEDDLE_TYPE(typedef struct thing thing)
            HEDDLE_ACTION(int32_t, width, span s)
            HEDDLE_ACTION(double, x, _In_ const struct point *p)
            HEDDLE_ACTION(void, forget, thing *t)
            HEDDLE_ACTION(void, upper, char *text)
            int32_t width(span s) { return s.high - s.low; }
            double x(const point *p) { return p->x; }
            void forget(thing *t) { (void)t; }
            void upper(char *text) { text[0] = 'A'; }
            """, to: "typed.so", in: bench.folder)
        let inspect = try bench.heddle("inspect", module)
        for line in [
            "types:", "  typedef struct { int32_t low, high; } span", "  typedef struct point { double x, y; } point",
            "  the layout of span is not compared with that of the compiler; HEDDLE_SIZED_TYPE notes its size",
        ] {
            #expect(inspect.output.split(separator: "\n").contains { $0 == line }, "\(line) in \(inspect.output)")
        }
        #expect(!inspect.output.contains("typedef struct thing thing"), "it says nothing")
        let uncallable = "no call can use upper: char * does not say whether it is read or written"
        #expect(inspect.output.contains("  \(uncallable)"), "\(inspect.output)")
        #expect(try bench.heddle("list", "-m", bench.folder.path).output.contains(uncallable))
        let event = try #require(try bench.heddle("inspect", "--json", module).events.first)
        #expect("\(event)".contains("double x, y;"))
    }

    @Test("inspect takes the soname of a system library, and suggests one")
    func sonames() throws {
        let inspect = try bench.heddle("inspect", "libz.so.1", "--json")
        #expect(inspect.output.contains(#"/libz.so.1","#) && inspect.output.contains(#""zlibVersion""#))
        let missing = try bench.heddle("inspect", "libzx.so.1")
        #expect(missing.status == 4)
        #expect(missing.errors.contains(#"did you mean "libz.so.1"?"#), "\(missing.errors)")
    }

    @Test("inspect finds it in LD_LIBRARY_PATH first, as the linker does, and a file before it")
    func library() throws {
        try Program("cp").succeed(["\(bench.modules)/counter.so", bench.folder("libz.so.1")])
        let heddle = try Program.built("heddle").path
        let words = ["LD_LIBRARY_PATH=/nowhere:\(bench.folder.path)", heddle, "inspect", "libz.so.1"]
        let inspect = try Program("/usr/bin/env").run(words, in: "/")
        #expect(inspect.output.hasPrefix("counter"), "\(inspect.output)")
        let file = try Program("/usr/bin/env").run([heddle, "inspect", "libz.so.1"], in: bench.folder.path)
        #expect(file.output.hasPrefix("counter"))
    }

    @Test("inspect passes over a file that this machine cannot load, and says why if there is no other")
    func foreign() throws {
        for name in ["libz.so.1", "libonly.so.1"] { try bench.folder.write(name, "text") }
        let heddle = try Program.built("heddle").path
        func inspect(_ name: String) throws -> Program.Ended {
            try Program("/usr/bin/env").run(["LD_LIBRARY_PATH=\(bench.folder.path)", heddle, "inspect", name], in: "/")
        }
        #expect(try inspect("libz.so.1").output.contains("zlibVersion"))
        let only = try inspect("libonly.so.1")
        #expect(only.status == 4)
        #expect(only.errors.contains("\(bench.folder("libonly.so.1")) cannot be loaded: it is not an ELF library"))
    }

    @Test("inspect shows it as an event")
    func events() throws {
        let inspect = try bench.heddle("inspect", "--json", "\(bench.modules)/probe.so")
        let event = try #require(try inspect.events.first)
        #expect(try inspect.events.count == 1)
        #expect(event.kind == "module")
        #expect(event["name"] == "probe")
        #expect(event["version"] == "1.2.3")
        #expect(event["contract"] == 5)
        #expect(event["hooks"] == ["print_name", "refuse"])
        #expect(event["instances"] == false)
        #expect(event["needs"] == ["heddle.host"])
        let actions: [[String: Any]] = try #require(event["actions"])
        let first = try #require(actions.first)
        #expect(first["name"] as? String == "add")
        #expect(first["declaration"] as? String == "int32_t add(int32_t a, int32_t b)")
        #expect(first["tags"] as? [String] == [] && first["secrets"] as? [String] == [])
        let functions: [String] = try #require(event["functions"])
        #expect(
            functions.contains("heddle_attach") && !functions.contains("answer_data") && !functions.contains("puts"))
        let libraries: [String] = try #require(event["libraries"])
        #expect(libraries.contains("libc.so.6"))
    }

    @Test("inspect runs nothing of what it shows")
    func runsNothing() throws {
        let source = """
            #include <stdio.h>
            __attribute__((constructor)) static void begin(void) { puts("RUN"); fflush(stdout); }
            int one(void) { return 1; }
            """
        let library = try BuiltModules.compile(source, to: "eager.so", in: bench.folder)
        let inspect = try bench.heddle("inspect", library)
        #expect(inspect.status == 0)
        #expect(
            inspect.output.hasPrefix(
                "\(library) describes nothing; its functions can be called once they are declared\nfunctions:\n  one\n")
        )
        #expect(!inspect.output.contains("RUN"))
        let list = try bench.heddle("list", "-m", bench.folder.path)
        #expect(list.output == "\(library)  describes nothing\n")
    }

    @Test("inspect refuses what is no module")
    func refused() throws {
        let missing = try bench.heddle("inspect", "none.so")
        #expect(missing.status == 4)
        let reason = "there is no such file, and no library of the system has this soname"
        #expect(missing.errors == "error: the module none.so cannot be loaded: \(reason)\n1 error\n")
        let json = try bench.heddle("inspect", "--json", "none.so")
        #expect(json.status == 4)
        #expect(try json.events.map { $0["code"] } == ["module.unreadable"])
        #expect(json.errors == "")
    }

    @Test("list names the modules on the path, and says why others are refused")
    func list() throws {
        try FileManager.default.copyItem(atPath: "\(bench.modules)/counter.so", toPath: bench.folder("counter.so"))
        try bench.folder.write("text.so", "just text")
        try bench.folder.write("notes.txt", "no module at all")
        let list = try bench.heddle("list", "-m", bench.folder.path)
        #expect(list.status == 0)
        #expect(list.output == "counter 1.0.0  count\n")
        let reason =
            "the module \(bench.folder.path)/text.so cannot be loaded: it is not an ELF library; it begins with the "
        #expect(list.errors == "refused: \(reason)text \"just text…\"\n")

        let events = try bench.heddle("list", "--json", "-m", bench.folder.path).events
        #expect(events.map(\.kind) == ["module", "refused"])
        #expect(events[0]["actions"] == ["count"])
        #expect(events[1].names == ["event", "file", "reasons", "state"])
    }

    @Test("list says so where there is no module")
    func nothing() throws {
        let list = try bench.heddle("list", "-m", bench.folder.path, "-m", "/nowhere")
        #expect(list.status == 7)
        #expect(list.output == "")
        #expect(list.errors.hasPrefix("no module was found in: \(bench.folder.path), /nowhere"))
    }

    @Test("list survives a sample of a module's truncations")
    func truncated() throws {
        let bytes = try Data(contentsOf: URL(filePath: "\(bench.modules)/counter.so"))
        for length in stride(from: 0, to: bytes.count, by: 97) {
            try bench.folder.write("cut\(length).so", bytes.prefix(length))
        }
        let list = try bench.heddle("list", "--json", "-m", bench.folder.path)
        #expect(try list.events.allSatisfy { $0.kind == "refused" })
        #expect(list.status == 7)
    }
}
