// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import Heddle
import Testing

@Suite("A table that is decorated already")
struct TableTwiceTests {
    private let flows: Flows
    private var host: ModuleHost { flows.host }
    private let warning =
        "warning: the table again (nav.kept_flow) is flow as it was decorated: hooks around both run once, as those of "
        + "flow"

    init() throws { flows = try Flows() }

    @Test("is recognised where it is made a module again, and hooks around both run once")
    func again() throws {
        let flow = try host.module("flow", table: "nav.main_flow")
        let trace = Trace()
        try flows.hook("*.present", "a", trace)
        try host.call("nav.keep", flow.decorated)
        try host.module("again", table: "nav.kept_flow")
        #expect(flows.bench.log == [warning])
        try flows.hook("again.*", "b", trace)
        try flows.hook("*.dismiss", "c", trace)
        let screen: Value = try host.call("nav.screen", 1)
        try host.call("again.present", screen, true)
        #expect(trace.text == "bpapab")
        try host.call("again.dismiss")
        #expect(trace.text == "bpapab" + "bdcdcb")
    }

    @Test("is recognised where its entries had their hooks before")
    func woven() throws {
        let flow = try host.module("flow", table: "nav.main_flow")
        try host.call("nav.keep", flow.decorated)
        try host.module("again", table: "nav.kept_flow")
        let trace = Trace()
        try flows.hook("*.present", "a", trace)
        let window: Int = try host.call("nav.onboard", Value.object([.init("table", "again")]))
        #expect(window == 7)
        #expect(trace.text == "apaapa")
    }

    @Test("is itself where its module puts it in the place of its own")
    func installed() throws {
        let flow = try host.module("flow", table: "nav.main_flow")
        let trace = Trace()
        try flows.hook("flow.*", "a", trace)
        try host.call("nav.install", flow.decorated)
        let screen: Value = try host.call("nav.screen", 1)
        try host.call("flow.present", screen, true)
        #expect(trace.text == "apa")
        let window: Int = try host.call("nav.onboard", flow.decorated)
        #expect(window == 7)
        #expect(trace.text == "apa" + "apaapaada")
    }

    @Test("is one however often it is handed on")
    func handedOn() throws {
        let flow = try host.module("flow", table: "nav.main_flow")
        let trace = Trace()
        try flows.hook("flow.*", "a", trace)
        try host.call("nav.keep", flow.decorated)
        let first: Value = try host.call("nav.kept_flow")
        try host.call("nav.keep", flow.decorated)
        let second: Value = try host.call("nav.kept_flow")
        #expect(first == second)
        let window: Int = try host.call("nav.onboard", first)
        #expect(window == 7)
        #expect(trace.text == "apaapaada")
    }
}
