// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("--offer, the services of a module in the place of a program's")
struct OfferTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        let table = """
            #include <heddle/module.h>
            typedef struct { size_t size; int32_t (*width)(void); } canvas_table;

            """
        try BuiltModules.compile(
            table + """
                HEDDLE_MODULE("screen", "1.0.0")
                HEDDLE_OFFERS("com.example.canvas", canvas_table, canvas)
                static int32_t width(void) { return 640; }
                const canvas_table canvas = { sizeof(canvas_table), width };
                """, to: "screen.so", flags: Self.flags, in: bench.folder)
        try BuiltModules.compile(
            table + """
                HEDDLE_MODULE("painter", "1.0.0")
                HEDDLE_NEEDS("com.example.canvas")
                HEDDLE_ACTION(int32_t, width, void)
                int32_t width(void) { return HEDDLE_SERVICE(canvas_table, "com.example.canvas")->width(); }
                """, to: "painter.so", flags: Self.flags, in: bench.folder)
    }

    private static let flags = ["-fvisibility=hidden", "-Wl,--build-id"]

    @Test("reach modules that need them, in calls, runs and cases")
    func served() throws {
        #expect(try bench.heddle("call", "--offer", "./screen.so", "./painter.so", "width").output == "640\n")
        let step = #"{ "call": "painter.width", "expect": { "result": 640 } }"#
        let modules = #""modules": { "painter": { "library": "./painter.so" } }"#
        let run = try bench.heddle(
            "run", behaviour: #"{ "behaviour": 1, \#(modules), "steps": [\#(step)] }"#, "--offer", "./screen.so")
        #expect(run.status == 0, "\(run.errors)")
        let cases = #"{ "behaviour": 1, \#(modules), "cases": [{ "name": "wide", "steps": [\#(step)] }] }"#
        let test = try bench.heddle("test", behaviour: cases, "--offer", "./screen.so")
        #expect(test.status == 0, "\(test.errors)")
    }

    @Test("let such a module be validated, as does the module that offers them")
    func validated() throws {
        let ended = try bench.heddle("validate", "painter.so", "screen.so", "--offer", "screen.so", "--quiet")
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        let alone = try bench.heddle("validate", "painter.so", "--quiet")
        #expect(alone.status == 1)
        #expect(alone.errors.contains("needs-are-met: it needs the service \"com.example.canvas\""), "\(alone.errors)")
    }

    @Test("may need those of each other, in any order, and are offered once")
    func several() throws {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("frame", "1.0.0")
            HEDDLE_NEEDS("com.example.canvas")
            HEDDLE_OFFERS("com.example.frame", int32_t, frame)
            const int32_t frame = 1;
            """, to: "frame.so", flags: Self.flags, in: bench.folder)
        for order in [["./frame.so", "./screen.so"], ["./screen.so", "./frame.so"]] {
            let offers = order.flatMap { ["--offer", $0] }
            let call = try Program.built("heddle").run(
                ["call"] + offers + ["./painter.so", "width"], in: bench.folder.path)
            #expect(call.output == "640\n", "\(call.errors)")
        }
        let twice = try bench.heddle(
            "call", "--offer", "./screen.so", "--offer", "./screen.so", "./painter.so", "width")
        #expect(twice.status == 4)
        #expect(twice.errors.contains("offers the service \"com.example.canvas\", which another one has offered"))
    }

    @Test("are there when an instance is made, in each check")
    func instances() throws {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("asking", "1.0.0")
            HEDDLE_NEEDS("com.example.canvas")
            HEDDLE_INSTANCE(asking, asking_create, asking_destroy)
            HEDDLE_ACTION(int32_t, one, _Self_ asking *self)
            struct asking { int32_t number; };
            asking *asking_create(const heddle_config *config) {
                (void)config;
                if (heddle->service("com.example.canvas") == NULL) return heddle->fail("noCanvas", "no canvas"), NULL;
                return heddle->allocate(sizeof(asking));
            }
            void asking_destroy(asking *self) { heddle->release(self); }
            int32_t one(asking *self) { return self->number >= 0; }
            """, to: "asking.so", flags: Self.flags, in: bench.folder)
        let ended = try bench.heddle("validate", "asking.so", "--offer", "screen.so", "--quiet")
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }

    @Test("are those of a module that has some; any other is refused")
    func refused() throws {
        let nothing = try bench.heddle("call", "--offer", "./painter.so", "./painter.so", "width")
        #expect(nothing.status == 4)
        #expect(nothing.errors.contains("needs the service \"com.example.canvas\", which nobody offers"))
        let counter = "\(bench.modules)/counter.so"
        for command in [["call", "./painter.so", "width"], ["validate", "painter.so"]] {
            let ended = try Program.built("heddle").run(command + ["--offer", counter], in: bench.folder.path)
            #expect(ended.status == 4)
            #expect(ended.errors.contains("the module \(counter) offers no service"), "\(ended.errors)")
        }
    }
}
