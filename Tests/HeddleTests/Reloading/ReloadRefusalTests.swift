// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Synchronization
import Testing
import Workbench

@Suite("What cannot be reloaded")
struct ReloadRefusalTests {
    private func refusal(_ name: String, on host: ModuleHost) -> String? {
        message { try host.reload(name) }
    }

    @Test("is named: a module that is not there, a library of the system, one in Swift, a table")
    func kinds() throws {
        let host = ModuleHost()
        try host.module("c", library: "libm.so.6", declarations: ["double cos(double x)"])
        try host.script("shop", [ScriptedAction("int price(void)") { _ in .integer(1) }])
        try host.module("shop")
        #expect(refusal("d", on: host) == "there is no module \"d\"")
        for name in ["c", "shop"] {
            #expect(
                refusal(name, on: host)
                    == "the module \(name) is not reloaded: the program has not loaded it from a file of its own")
        }
    }

    @Test("is a build whose configuration, hooks or needs do not fit, with the reasons")
    func misfits() throws {
        func source(_ declaration: String, _ more: String = "") -> String {
            "HEDDLE_MODULE(\"m\", \"1.0\")\n\(more)\nHEDDLE_ACTION(int32_t, act, \(declaration))\n"
                + "int32_t act(\(declaration)) { (void)it; return 1; }"
        }
        let bench = try ReloadBench(source("int32_t it"))
        try bench.host.hook("m.act", .before) { call in _ = call.arguments }
        #expect(try bench.host.call("m.act", 1) == 1)
        try bench.build(
            source("int32_t it").replacing("HEDDLE_ACTION(int32_t,", with: "HEDDLE_ACTION(_Unhookable_ int32_t,"))
        let unhookable = try #require(bench.refusal())
        #expect(unhookable.contains("m.act"), "\(unhookable)")
        try bench.build(source("int32_t it", "HEDDLE_NEEDS(\"com.example.absent\")"))
        let needs = try #require(bench.refusal())
        #expect(needs.contains("com.example.absent"), "\(needs)")
        #expect(try bench.host.call("m.act", 1) == 1)
        let counter = try ReloadBench(ReloadBench.counter(step: 1))
        let setting = "HEDDLE_REQUIRED_SETTING(\"A folder.\", const char *folder)"
        try counter.build(ReloadBench.counter(step: 2, extra: setting))
        #expect(counter.refusal()?.contains("folder") == true, "\(counter.refusal() ?? "")")
        #expect(try counter.host.call("m.add") == 1)
    }

    @Test("is a module whose functions are hooks, until these are removed")
    func providers() throws {
        let source = "HEDDLE_MODULE(\"m\", \"NUMBER\")\nHEDDLE_HOOK(look)\nvoid look(heddle_call *call) { (void)call; }"
        let bench = try ReloadBench(source)
        try bench.host.module("c", library: "libm.so.6", declarations: ["double cos(double x)"])
        let token = try bench.host.hook(CallHook(on: "c.cos").before("m.look"))
        try bench.build(source.replacing("NUMBER", with: "2"))
        let refusal = try #require(bench.refusal())
        #expect(refusal.hasPrefix("the module m is not reloaded: its functions are hooks, of "), "\(refusal)")
        #expect(try bench.host.call("c.cos", 0.0) == 1.0)
        token.remove()
        #expect(try bench.host.reload("m"))
    }

    @Test("is a build without an action that a hook names, and the good one is accepted afterwards")
    func hooked() throws {
        func source(_ name: String, _ number: Int) -> String {
            "HEDDLE_MODULE(\"m\", \"1.0\")\nHEDDLE_ACTION(int32_t, \(name), void)\n"
                + "int32_t \(name)(void) { return \(number); }"
        }
        let bench = try ReloadBench(source("act", 1))
        try bench.host.hook("m.act", .before) { _ in }
        try bench.build(source("other", 2))
        let refusal = try #require(bench.refusal())
        #expect(refusal.contains("\"m.act\" matches no action"), "\(refusal)")
        #expect(try bench.host.call("m.act") == 1)
        try bench.build(source("act", 3))
        #expect(try bench.host.reload("m"))
        #expect(try bench.host.call("m.act") == 3)
    }

    @Test("is a module that has tables, until they are closed")
    func tables() throws {
        func source(_ number: Int) -> String {
            """
            HEDDLE_MODULE("m", "1.0")
            HEDDLE_TYPE(typedef struct { int (*get)(void); } things)
            HEDDLE_ACTION(const things *, all, void)
            static int get(void) { return \(number); }
            const things *all(void) { static const things table = {get}; return &table; }
            """
        }
        let bench = try ReloadBench(source(1))
        try bench.host.module("t", table: "m.all")
        #expect(try bench.host.call("t.get") == 1)
        try bench.build(source(2))
        #expect(bench.refusal() == "the module m is not reloaded: the module t is a table of its functions")
        #expect(bench.host.close("t"))
        #expect(try bench.host.reload("m"))
        try bench.host.module("t", table: "m.all")
        #expect(try bench.host.call("t.get") == 2)
    }

    @Test("is a module that is loaded at this time: its create still runs")
    func loading() throws {
        let folder = try ScratchFolder()
        let host = ModuleHost(modulePath: [folder.path])
        let words = Mutex<String?>(nil)
        try host.script(
            "gate",
            [
                ScriptedAction("void reload(void)") { _ in
                    words.withLock { $0 = message { try host.reload("m") } }
                    return nil
                }
            ])
        try host.module("gate")
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("m", "1.0")
            HEDDLE_INSTANCE(thing, create, destroy)
            HEDDLE_ACTION(int32_t, act, _Self_ thing *self)
            struct thing { int32_t number; };
            thing *create(const heddle_config *config) {
                static thing it = {1};
                (void)config;
                heddle->call(heddle->find("gate.reload", "void reload(void)"), NULL, NULL);
                return &it;
            }
            void destroy(thing *self) { (void)self; }
            int32_t act(thing *self) { return self->number; }
            const char own_file[] = "\(folder.path)";
            """, to: "m.so", in: folder)
        try host.module("m")
        #expect(words.withLock { $0 } == "the module m is not reloaded: it is loaded or reloaded at this time")
        #expect(try host.call("m.act") == 1)
    }
}
