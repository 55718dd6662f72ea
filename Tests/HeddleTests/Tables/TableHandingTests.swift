// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import Testing

@Suite("A table that is handed on")
struct TableHandingTests {
    private let flows: Flows
    private var host: ModuleHost { flows.host }

    init() throws { flows = try Flows() }

    @Test("enters the hooks of its entries, whichever compiler has built who calls it", arguments: Flows.compilers)
    func decorated(compiler: String) throws {
        let flows = try Flows(by: compiler)
        let flow = try flows.host.module("flow", table: "nav.main_flow")
        let trace = Trace()
        let window: Int = try flows.host.call("nav.onboard", flow.decorated)
        #expect(window == 7)
        try flows.hook("flow.*", "a", trace)
        try flows.hook("flow.present", "b", trace)
        let again: Int = try flows.host.call("nav.onboard", flow.decorated)
        #expect(again == 7)
        #expect(trace.text == "apbpbaapbpbaada")
    }

    @Test("crosses by value, as a member, and behind a pointer that a member is")
    func byValue() throws {
        let flow = try host.module("flow", table: "nav.main_flow")
        let modal = try host.module("modal", table: "nav.make_flow", with: 5)
        let trace = Trace()
        try flows.hook("flow.*", "f", trace)
        try flows.hook("modal.*", "m", trace)
        let window: Int = try host.call("nav.onboard_by_value", flow.decorated)
        #expect(window == 7)
        #expect(trace.text == "fpffpffdf")
        let both: Int = try host.call(
            "nav.onboard_both", Value.object([.init("navigation", flow.decorated), .init("modal", modal.decorated)]))
        #expect(both == 12)
        #expect(trace.text == "fpffpffdf" + "fpffpffdf" + "mpmmpmmdm")
    }

    @Test("keeps its null entries, and gets those that its module has set since")
    func nullEntries() throws {
        let flow = try host.module("flow", table: "nav.main_flow")
        var has: Int = try host.call("nav.has_replace", flow.decorated)
        #expect(has == 0)
        try host.call("nav.allow_replace")
        has = try host.call("nav.has_replace", flow.decorated)
        #expect(has == 1)
    }

    @Test("stays valid where native code keeps it, and meets the hooks of the time")
    func kept() throws {
        let flow = try host.module("flow", table: "nav.main_flow")
        try host.call("nav.keep", flow.decorated)
        let trace = Trace()
        let tokens = try flows.hook("flow.*", "a", trace)
        let window: Int = try host.call("nav.use_kept")
        #expect(window == 7)
        #expect(trace.text == "apaapaada")
        for token in tokens { token.remove() }
        let again: Int = try host.call("nav.use_kept")
        #expect(again == 7)
        #expect(trace.text == "apaapaada")
    }

    @Test("passes itself to the functions of its entries as the table that it is a copy of")
    func receiver() throws {
        let counter = try host.module("counter", table: "nav.main_counter")
        let trace = Trace()
        try flows.hook("counter.add", "a", trace)
        let before: Int = try host.call("nav.total_now")
        let total: Int = try host.call("nav.add_twice", counter.decorated, 3)
        #expect(total == before + 6)
        let now: Int = try host.call("nav.total_now")
        #expect(now == total)
        #expect(trace.text == "aaaaaa")
    }

    @Test("makes the call fail in which an entry fails")
    func failing() throws {
        let flow = try host.module("flow", table: "nav.main_flow")
        try host.hook("flow.present", .before) { $0.fail(Failure(code: "no", message: "not now")) }
        let result: CallResult = try host.call("nav.onboard", flow.decorated)
        #expect(result.failure?.code == "no")
    }

    @Test("is refused where another structure, or no table, is wanted")
    func misfits() throws {
        let flow = try host.module("flow", table: "nav.main_flow")
        let counter = try host.module("counter", table: "nav.main_counter")
        #expect(
            message { try host.call("nav.onboard", counter.decorated) }
                == "argument 1 (flow) of nav.onboard is the table \"counter\", which is struct counter, the declaration "
                + "wants a table of the type struct flow")
        #expect(
            message { try host.call("nav.onboard", Value.object([.init("table", "nav")])) }
                == "argument 1 (flow) of nav.onboard is the table \"nav\", the declaration wants the name of a module "
                + "that is a table")
        #expect(message { try host.call("nav.screen_name", flow.decorated) }?.contains("the table \"flow\"") == true)
        #expect(message { try host.call("nav.screen", flow.decorated) } != nil)
        try host.module(
            "other", library: Flows.library(),
            declarations: ["struct flow { int window; void (*present)(int); }; int onboard(const struct flow *flow)"])
        #expect(
            message { try host.call("other.onboard", flow.decorated) }?.contains("wants a table of the type") == true,
            "another library's structure of the same name is another type")
    }

    @Test("by a second host has hooks of its own")
    func hosts() throws {
        let other = try Flows()
        let (flow, its) = (
            try host.module("flow", table: "nav.main_flow"), try other.host.module("flow", table: "nav.main_flow")
        )
        let trace = Trace()
        try flows.hook("flow.*", "a", trace)
        try other.hook("flow.*", "b", trace)
        let window: Int = try host.call("nav.onboard", flow.decorated)
        #expect(window == 7)
        let second: Int = try other.host.call("nav.onboard", its.decorated)
        #expect(second == 7)
        #expect(trace.text == "apaapaadabpbbpbbdb")
    }
}
