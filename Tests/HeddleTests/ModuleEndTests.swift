// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import InMemoryLogging
import Testing

@Suite("A module of a program", .serialized)
struct ModuleEndTests {
    @Test("is the only one of its name, until it is closed")
    func name() throws {
        let bench = try Bench("probe")
        #expect(message { try bench.host.module("probe") } == "there is a module named \"probe\"")
        try bench.host.module("other", library: "probe")
        #expect(bench.host.close("other") && !bench.host.close("other"))
        #expect(message { try bench.host.call("other.add", 1, 2) } == "there is no module \"other\"")
        try bench.host.module("other", library: "probe")
        #expect(try bench.host.call("other.add", 1, 2) == 3)
    }

    @Test("can be called by prepared calls after it was closed")
    func prepared() throws {
        let bench = try Bench("probe")
        let call = try bench.host.prepare("probe.add", 1, 2)
        #expect(bench.host.close("probe"))
        #expect(call.invoke() && call.result == 3)
    }

    @Test("destroys its instance once neither the host nor a prepared call refers to it")
    func instance() throws {
        let bench = try Bench()
        try bench.host.module("counter", config: ["fragile": true])
        var call: PreparedCall? = try bench.host.prepare("counter.count")
        #expect(bench.host.close("counter"))
        #expect(call?.invoke() == true && bench.log.isEmpty)
        call = nil
        #expect(bench.log == ["warning: the module counter did not destroy its instance: broken: the counter broke"])
    }

    @Test("destroys its instance with the services of its own host, whichever host served last")
    func ownHost() throws {
        let (bench, other) = (try Bench(), try Bench("probe"))
        try bench.host.module("counter", config: ["fragile": true])
        #expect(try other.host.call("probe.add", 1, 2) == 3)
        #expect(bench.host.close("counter"))
        #expect(other.log.isEmpty)
        #expect(bench.log == ["warning: the module counter did not destroy its instance: broken: the counter broke"])
    }

    @Test("destroys its instance with the host")
    func host() throws {
        let log: () -> [String]
        do {
            let bench = try Bench()
            log = { [handler = bench.handler] in handler.entries.map { "\($0.message)" } }
            try bench.host.module("counter", config: ["fragile": true])
            #expect(try bench.host.call("counter.count") == 1)
            #expect(log().isEmpty)
        }
        #expect(log().count == 1)
    }

    @Test("is the only one of its name also where several threads load it")
    func race() async throws {
        let bench = try Bench()
        for _ in 0..<20 {
            let loaded = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { (try? bench.host.module("probe")) == nil ? 0 : 1 }
                }
                return await group.reduce(0, +)
            }
            #expect(loaded == 1)
            #expect(bench.host.close("probe"))
        }
    }

    @Test("has a name that patterns and calls can say")
    func names() throws {
        let bench = try Bench()
        for name in ["", "*", "!probe", "a b"] {
            let refusal = message { try bench.host.module(name, library: "probe") }
            #expect(refusal?.contains("cannot name a module, expected a name without spaces and without * ! :") == true)
        }
    }

    @Test("is refused if a hook that was added before does not fit it")
    func earlierHooks() throws {
        func refusal(_ hook: CallHook) throws -> String? {
            let bench = try Bench()
            try bench.host.module("other", library: "probe")
            try bench.host.hook(hook)
            defer { bench.host.close("probe") }
            return message { try bench.host.module("probe") }
        }
        #expect(try refusal(CallHook(on: "probe.ad").before { _ in }) == "\"probe.ad\" matches no action")
        #expect(try refusal(CallHook(on: "probe.ad").optional().before { _ in }) == nil)
        #expect(
            try refusal(CallHook(on: "probe.add").before("other.see_text"))?
                .contains("parameter 1 of the hook see_text is const char *") == true)
        #expect(
            try refusal(CallHook(on: "probe.*").atMost(2).before { _ in })?
                .contains("the hook may be around at most 2") == true)
    }
}
