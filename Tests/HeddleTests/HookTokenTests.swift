// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import Synchronization
import Testing

@Suite("A host in Swift: hooks that pause, run once and go")
struct HookTokenTests {
    private let bench: Bench
    private let trace = Trace()

    init() throws { bench = try Bench("probe") }

    /// Adds one to another and returns what hooks wrote meanwhile.
    private func log(_ bench: Bench? = nil) throws -> String {
        let before = trace.text.count
        #expect(try (bench ?? self.bench).call("add", .integer(3), .integer(4)).result == .integer(7))
        return String(trace.text.dropFirst(before))
    }

    @Test("A paused hook is passed over and keeps its place")
    func pausing() throws {
        let tokens = try ["a", "b"].map { letter in
            try bench.host.hook("probe.*", .before) { [trace] _ in trace.note(letter) }
        }
        #expect(!tokens[0].resume())
        #expect(tokens[0].pause() && !tokens[0].pause())
        #expect(try log() == "b")
        #expect(tokens[0].resume() && !tokens[0].resume())
        #expect(try log() == "ab")
        tokens[0].pause()
        #expect(tokens[0].remove())
        #expect(!tokens[0].pause() && !tokens[0].resume() && !tokens[0].remove())
        #expect(try log() == "b")
    }

    @Test("A hook that was paused before its action is bound is paused there too")
    func pausedEarly() throws {
        let bench = try Bench()
        let token = try bench.host.hook("probe.add", .before) { [trace] _ in trace.note("a") }
        token.pause()
        try bench.host.module("probe")
        #expect(try log(bench) == "")
        #expect(token.resume())
        #expect(try log(bench) == "a")
    }

    @Test("A hook that runs once does so in one call of all the actions that it matches, and is gone then")
    func once() throws {
        try bench.host.module("other", library: "probe")
        _ = try bench.host.call(ActionName(module: "other", action: "add"), with: [.integer(1), .integer(1)])
        let token = try bench.host.hook("*.add", .after, once: true) { [trace] call in trace.note("\(call.name)") }
        #expect(try log() == "probe.add")
        _ = try bench.host.call(ActionName(module: "other", action: "add"), with: [.integer(1), .integer(1)])
        #expect(try log() == "")
        #expect(!token.remove())
    }

    @Test("A hook of a behaviour may run once")
    func onceInABehaviour() throws {
        let bench = try Bench()
        let plan = try bench.plan(
            """
            { "call": "probe.add", "with": [3, 4], "expect": { "result": 12 } },
            { "call": "probe.add", "with": [3, 4], "expect": { "result": 7 } }
            """, rest: #", "hooks": [{ "on": "probe.add", "instead": "probe.multiply", "once": true }]"#)
        #expect(bench.run(plan).events.story.filter { $0.hasPrefix("result") } == ["result held", "result held"])
    }

    @Test("A behaviour whose hooks do not fit leaves the host's own around the action")
    func refusedBehaviour() throws {
        try bench.host.hook("probe.add", .before) { [trace] _ in trace.note("a") }
        #expect(throws: Diagnostics.self) {
            try bench.plan(
                #"{ "call": "probe.add", "with": [1, 2] }"#,
                rest: #", "hooks": [{ "on": "probe.add", "before": "probe.see_text" }]"#)
        }
        #expect(try log() == "a")
    }

    @Test("What a hook holds may use the host when it goes")
    func release() throws {
        let other = try bench.host.hook("probe.add", .before) { [trace] _ in trace.note("b") }
        let first = try hold { other.remove() }
        #expect(first.remove())
        #expect(try log() == "")
    }

    @Test("What a hook holds that has removed itself may use the host when another is added")
    func releaseLater() throws {
        let other = try bench.host.hook("probe.add", .before) { [trace] _ in trace.note("b") }
        let removal = Removal()
        removal.token = try hold(removal) { other.remove() }
        #expect(try log() == "b")
        removal.token = nil
        for _ in 0..<100 { try bench.host.hook("probe.add", .before) { _ in }.remove() }
        #expect(try log() == "")
    }

    /// A hook that removes itself where it is told to, and holds something that does what `end` says.
    private func hold(_ removal: Removal? = nil, _ end: @escaping @Sendable () -> Void) throws -> HookToken {
        let witness = Witness(end)
        return try bench.host.hook("probe.add", .before) { _ in
            withExtendedLifetime(witness) {}
            removal?.token?.remove()
        }
    }
}

/// Where a hook finds what it removes itself by.
private final class Removal: Sendable {
    private let state = Mutex<HookToken?>(nil)
    var token: HookToken? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// Does something when it goes.
private final class Witness: Sendable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
}
