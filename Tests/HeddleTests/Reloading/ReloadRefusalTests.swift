// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
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
}
