// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleForeign
import Glibc
import Heddle
import Synchronization
import Testing

@Suite("Several hosts in one process", .serialized)
struct HostIndependenceTests {
    private let trace = Trace()

    @Test("have modules and hooks of their own, also of the same library")
    func independent() throws {
        let (first, second) = (try Bench("probe"), try Bench("probe"))
        try first.host.hook("probe.add", .before) { [trace] _ in trace.note("a") }
        try second.host.hook("probe.add", .before) { [trace] _ in trace.note("b") }
        for _ in 0..<2 {
            #expect(try first.call("add", 1, 2).result == 3)
            #expect(try second.call("add", 1, 2).result == 3)
        }
        #expect(trace.text == "abab")
        #expect(second.host.close("probe"))
        #expect(try first.call("add", 1, 2).result == 3)
        #expect(trace.text == "ababa")
    }

    @Test("release what their hooks hold when they end, whatever kind these are of")
    func release() throws {
        let alive = Count()
        for round in 0..<20 {
            let bench = try Bench("probe")
            let held = Held(alive)
            let code: @Sendable (borrowing HookedCall) -> Void = { _ in withExtendedLifetime(held) {} }
            try bench.host.hook([
                CallHook(on: "probe.*").before(code),
                CallHook(on: "probe.add").tolerated(pausingAfter: 3).after(code),
                CallHook(on: "probe.add").instead(.aspect("retry", ["attempts": 2, "force": true])).instead { call in
                    code(call)
                    call.proceed()
                },
                CallHook(on: "probe.add").once().before(code),
                CallHook(on: "probe.add").inBackground { _ in withExtendedLifetime(held) {} },
            ])
            _ = try bench.call("add", .integer(Int128(round)), 2)
            bench.host.finishBackground()
        }
        // The thread of a background hook lets go of it at its end.
        for _ in 0..<10_000 where alive.number > 0 { usleep(1000) }
        #expect(alive.number == 0)
    }
}

private final class Count: Sendable {
    private let count = Atomic(0)
    var number: Int { count.load(ordering: .acquiring) }
    func add(_ step: Int) { count.add(step, ordering: .relaxed) }
}

private final class Held: Sendable {
    private let alive: Count

    init(_ alive: Count) {
        self.alive = alive
        alive.add(1)
    }

    deinit { alive.add(-1) }
}
