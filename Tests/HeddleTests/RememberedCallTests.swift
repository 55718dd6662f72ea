// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Heddle
import Testing

@Suite("Calls that a host remembers")
struct RememberedCallTests {
    private let bench: Bench
    private let trace = Trace()

    init() throws { bench = try Bench("probe") }

    private func add(_ number: Int) throws {
        _ = try bench.call("add", .integer(Int128(number)), 0)
    }

    @Test("are shown to a hook that comes later, and then those that follow, each once and in order")
    func follow() throws {
        let memory = try bench.host.remember("probe.add", atMost: 3)
        for number in 1...5 { try add(number) }
        bench.host.finishBackground()
        #expect(memory.calls.map { $0.arguments[0] } == [3, 4, 5])
        memory.follow { [trace] call in trace.note(call.arguments[0].json) }
        #expect(trace.text == "345")
        for number in 6...9 { try add(number) }
        bench.host.finishBackground()
        #expect(trace.text == "3456789")
        #expect(memory.calls.map { $0.arguments[0] } == [7, 8, 9])
    }

    @Test("are no more once it stops")
    func stop() throws {
        let memory = try bench.host.remember("probe.add")
        try add(1)
        bench.host.finishBackground()
        #expect(memory.stop() && !memory.stop())
        try add(2)
        bench.host.finishBackground()
        #expect(memory.calls.map { $0.arguments[0] } == [1])
        #expect(message { _ = try bench.host.remember("probe.ad") } == "\"probe.ad\" matches no action")
    }

    @Test("can be read, and followed by another closure, inside of one that follows")
    func nested() throws {
        let memory = try bench.host.remember("probe.add")
        try add(1)
        bench.host.finishBackground()
        memory.follow { [trace, memory] call in
            trace.note("\(call.arguments[0].json)of\(memory.calls.count) ")
            if memory.calls.count == 1 { memory.follow { trace.note("\($0.arguments[0].json)") } }
        }
        #expect(trace.text == "1of1 1")
        try add(2)
        bench.host.finishBackground()
        #expect(trace.text == "1of1 1" + "2" + "2of2 ")
    }
}
