// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import Testing
import Workbench

@Suite("A table of functions is a module")
struct TableModuleTests {
    private let flows: Flows
    private var host: ModuleHost { flows.host }

    init() throws { flows = try Flows() }

    @Test("whose entries are called and hooked", arguments: Flows.compilers)
    func called(compiler: String) throws {
        let flows = try Flows(by: compiler)
        let flow = try flows.host.module("flow", table: "nav.main_flow")
        #expect(flow.actionNames == ["current", "dismiss", "present", "replace"])
        let trace = Trace()
        try flows.hook("flow.*", "a", trace)
        let screen: Value = try flows.host.call("nav.screen", 1)
        try flows.host.call("flow.present", screen, true)
        let current: Value = try flows.host.call("flow.current")
        #expect(current == screen)
        try flow.dismiss()
        #expect(trace.text == "apaacaada")
        let depth: Int = try flows.host.call("nav.depth_now")
        #expect(depth == 0)
    }

    @Test("also where the library exports a pointer to it, returns it, or returns a pointer of no type")
    func sources() throws {
        try host.module("pointer", table: "nav.flow_pointer")
        try host.module("made", table: "nav.make_flow", with: 3)
        try host.module("value", table: "nav.flow_by_value", with: 4)
        try host.module("cast", table: "nav.any_table", with: "flow", as: "struct flow")
        let screen: Value = try host.call("nav.screen", 2)
        for (depth, module) in ["pointer", "made", "value", "cast"].enumerated() {
            try host.call(ActionName(module: module, action: "present"), screen, false)
            let now: Int = try host.call("nav.depth_now")
            #expect(now == depth + 1)
        }
    }

    @Test("is read at each call, so that a module may change it, and an entry that is null fails by its name")
    func changing() throws {
        try host.module("flow", table: "nav.main_flow")
        let screen: Value = try host.call("nav.screen", 2)
        let failed: CallResult = try host.call("flow.replace", screen)
        #expect(failed.failure?.code == "nullEntry")
        #expect(failed.failure?.message == "flow.replace is null in the table of nav.main_flow")
        try host.call("nav.allow_replace")
        try host.call("flow.replace", screen)
    }

    @Test("passes the table to entries that take it first")
    func receiver() throws {
        try host.module("counter", table: "nav.main_counter")
        let before: Int = try host.call("nav.total_now")
        let total: Int = try host.call("counter.add", 5)
        #expect(total == before + 5)
        let peeked: Int = try host.call("counter.peek")
        #expect(peeked == total)
    }

    @Test("has no other actions, and suggests the nearest")
    func unknown() throws {
        try host.module("flow", table: "nav.main_flow")
        #expect(message { try host.call("flow.presnt", 1) } == "the table flow has no entry \"presnt\"")
        #expect(
            message { try host.call("flow.window") }
                == "window of the table flow is data, not a pointer to a function")
        do {
            try host.call("flow.presnt", 1)
        } catch let mistake as Diagnostic {
            #expect(mistake.suggestion == "did you mean \"present\"?")
        }
    }

    @Test("A table that is not there is refused when it is asked for")
    func refused() throws {
        func refusal(_ table: String, with arguments: Int..., type: String? = nil) -> String? {
            message {
                switch arguments.count {
                case 0: try host.module("t", table: table, as: type)
                default: try host.module("t", table: table, with: arguments[0], as: type)
                }
            }
        }
        #expect(refusal("nv.main_flow") == "the table \"nv.main_flow\" begins with no module")
        #expect(refusal("nav.main_flw") == "the module nav declares neither data nor an action \"main_flw\"")
        #expect(refusal("nav.depth_now") == "nav.depth_now is int, expected a structure of pointers to functions")
        #expect(
            refusal("nav.screen", with: 1)
                == "nav.screen is struct screen, of whose members none points to a function")
        #expect(
            refusal("nav.any_table")
                == "nav.any_table is const void *, expected a structure of pointers to functions")
        #expect(
            refusal("nav.any_table", type: "struct flw")
                == "nav.any_table is struct flw, whose members are not known")
        #expect(refusal("nav.main_flow", with: 1) == "nav.main_flow is data, which takes no arguments")
        #expect(refusal("nav.make_flow") == "nav.make_flow takes 1 argument, 0 are given")
        #expect(
            refusal("nav.make_flow", with: -1)
                == "the table t was not made: noTable: nav.make_flow returned null in the place of a table")
        #expect(message { try host.call("t.present") } == "there is no module \"t\"", "nothing is left of it")
    }

    @Test("Data of another size than its declaration says is refused")
    func sizes() throws {
        let other = """
            struct flow { void (*present)(int); }; extern struct flow main_flow; extern struct flow a_number;
            extern struct flow depth_now; extern struct flow nothing
            """
        try host.module("wrong", library: Flows.library(), declarations: [other])
        func refusal(_ symbol: String) -> String? { message { try host.module("t", table: "wrong.\(symbol)") } }
        #expect(refusal("main_flow")?.hasSuffix("has 40 bytes, struct flow as it is declared has 8") == true)
        #expect(refusal("a_number")?.hasSuffix("has 4 bytes, struct flow as it is declared has 8") == true)
        #expect(refusal("depth_now")?.hasSuffix("not data") == true)
        #expect(refusal("nothing")?.hasPrefix("there is no data nothing in ") == true)
    }

    @Test("Entries cannot be hooks, and entries that cannot be passed are refused when they are called")
    func unsupported() throws {
        try host.module(
            "odd", library: Flows.library(),
            declarations: [
                "struct odd { int window; void (*present)(char *); void *(*a)(void); void *(*b)(void); "
                    + "void *(*c)(void); }; extern struct odd main_flow"
            ])
        try host.module("t", table: "odd.main_flow")
        #expect(
            message { try host.call("t.present", "x") }?.hasPrefix("t.present cannot be called: $1: char *") == true)
    }

    @Test("of a library that describes itself, as an action returns it or as a declaration beside it names it")
    func described() throws {
        let folder = try ScratchFolder()
        let path = try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("doors", "1.0.0")
            HEDDLE_TYPE(typedef struct door { int (*open)(int angle); int width; } door)
            HEDDLE_ACTION(const door *, make_door, int width)
            HEDDLE_ACTION(int, walk, const door *d)
            static int open_it(int angle) { return angle; }
            HEDDLE_EXPORT door main_door = {open_it, 80};
            const door *make_door(int width) {
                static door made;
                made = (door){open_it, width};
                return &made;
            }
            int walk(const door *d) { return d->open(45) + d->width; }
            """, to: "doors.so", in: folder)
        try host.module("doors", library: path, declarations: ["extern door main_door"])
        let front = try host.module("front", table: "doors.main_door")
        let back = try host.module("back", table: "doors.make_door", with: 70)
        let trace = Trace()
        try flows.hook("*.open", "h", trace)
        #expect(try host.call("doors.walk", front.decorated) == 125)
        #expect(try host.call("doors.walk", back.decorated) == 115)
        #expect(try host.call("front.open", 3) == 3)
        #expect(trace.text == "hohhohhoh")
    }
}
