// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Dispatch
import HeddleForeign
import HeddleSystem
import Heddle
import Synchronization
import Testing

@Suite("A host in Swift: hooks in the background")
struct BackgroundHookTests {
    private let bench: Bench
    private let seen = Calls()

    init() throws { bench = try Bench("probe") }

    private func add(_ left: Int128, _ right: Int128) throws -> CallResult {
        try bench.call("add", .integer(left), .integer(right))
    }

    /// Holds the hook's thread until it is let go.
    private func hold(_ gate: Gate, background: Background = .standard) throws -> HookToken {
        try bench.host.hook("probe.add", background: background) { [seen] call in
            gate.pass()
            seen.note(call)
        }
    }

    @Test("No call waits for it, and it sees them all, in their order")
    func order() throws {
        let gate = Gate()
        _ = try hold(gate)
        for number in 0..<100 { #expect(try add(Int128(number), 1).result == .integer(Int128(number) + 1)) }
        #expect(seen.all.isEmpty)
        gate.open()
        let report = bench.host.finishBackground()
        #expect(seen.all.map(\.arguments) == (0..<100).map { [.integer($0), .integer(1)] })
        #expect(report.map(\.isDone) == [true])
        #expect(report.first?.origin.hasSuffix("swift:24 on \"probe.add\"") == true)
        #expect(report.first?.counts.map { [$0.seen, $0.dropped, $0.failed] } == [[100, 0, 0]])
        #expect(bench.host.finishBackground().first?.counts == [])
    }

    @Test("It sees a copy of the call: arguments, those that the caller gave, outcome, errno and declaration")
    func copies() throws {
        try bench.host.hook("probe.add", .before) { call in try? call.setArgument(1, to: .integer(40)) }
        try bench.host.hook("probe.*", background: .standard) { [seen] in seen.note($0) }
        _ = try add(3, 4)
        _ = try bench.call("leave_errno", .integer(11))
        _ = try bench.call("same_text", .string("first"))
        _ = try bench.call("same_text", .string("second"))
        _ = try bench.call("divide", .integer(1), .integer(0))
        bench.host.finishBackground()
        let calls = seen.all
        #expect(calls.map(\.action.action) == ["add", "leave_errno", "same_text", "same_text", "divide"])
        #expect(calls[0].arguments == [.integer(3), .integer(40)])
        #expect(calls[0].originalArguments == [.integer(3), .integer(4)])
        #expect(calls[0].outcome == .returned(.integer(43)))
        #expect(calls[1].savedErrno == 11)
        #expect(calls[1].signature.symbol == "leave_errno")
        // The action answers both with the same memory.
        #expect(calls[2].outcome == .returned(.string("first")))
        #expect(calls[3].outcome == .returned(.string("second")))
        #expect(calls[4].outcome == .failed(Failure(code: "byZero", message: "nothing is divided by 0")))
    }

    @Test("It runs on a thread of its own, the same for all of its calls")
    func thread() throws {
        let threads = Threads()
        try bench.host.hook("probe.*", background: .standard) { _ in threads.noteCurrent() }
        for _ in 0..<10 { _ = try add(1, 1) }
        bench.host.finishBackground()
        #expect(threads.all.count == 1)
        #expect(!threads.all.contains(CurrentThread.number))
    }

    @Test("Of concurrent callers it sees each one's calls in that one's order, one at a time")
    func concurrentCallers() async throws {
        let turnstile = Turnstile()
        try bench.host.hook("probe.add", background: .standard) { [seen] call in
            turnstile.pass { seen.note(call) }
        }
        await withTaskGroup { group in
            for caller in 0..<4 {
                group.addTask { for number in 0..<500 { _ = try? add(Int128(caller), Int128(number)) } }
            }
        }
        bench.host.finishBackground()
        #expect(seen.all.count == 2000)
        for caller in 0..<4 {
            let numbers = seen.all.filter { $0.arguments[0] == .integer(Int128(caller)) }.map { $0.arguments[1] }
            #expect(numbers == (0..<500).map { .integer($0) })
        }
        #expect(turnstile.overlaps.load(ordering: .relaxed) == 0)
    }

    @Test("Beyond its limit the newest calls are dropped and counted")
    func limit() throws {
        let gate = Gate()
        _ = try hold(gate, background: Background(limit: 3))
        _ = try add(0, 0)
        gate.waitForVisitor()
        for number in 1...10 { _ = try add(Int128(number), 0) }
        gate.open()
        let counts = bench.host.finishBackground().first?.counts.first
        #expect(counts.map { [$0.seen, $0.dropped] } == [4, 7])
        #expect(seen.all.map { $0.arguments[0] } == [.integer(0), .integer(1), .integer(2), .integer(3)])
    }

    @Test("What it calls itself meets no background hook, and all other hooks")
    func calling() throws {
        let host = bench.host
        try host.hook("probe.*", background: .standard) { [seen] call in
            seen.note(call)
            _ = try? host.call(ActionName(module: "probe", action: "add"), with: [.integer(9), .integer(9)])
            _ = try? host.call(ActionName(module: "probe", action: "negate"), with: [.bool(true)])
        }
        let foreground = Trace()
        try host.hook("probe.negate", .after) { _ in foreground.note("n") }
        _ = try add(1, 2)
        host.finishBackground()
        #expect(seen.all.map(\.arguments) == [[.integer(1), .integer(2)]])
        #expect(foreground.text == "n")
    }

    @Test("once is for one call, and is not used up by what background hooks call")
    func once() throws {
        let host = bench.host
        try host.hook("probe.negate", background: .standard) { _ in
            _ = try? host.call(ActionName(module: "probe", action: "add"), with: [.integer(9), .integer(9)])
        }
        try host.hook("probe.add", background: .standard, once: true) { [seen] in seen.note($0) }
        _ = try bench.call("negate", .bool(true))
        host.finishBackground()
        for number in 1...3 { _ = try add(Int128(number), 0) }
        host.finishBackground()
        #expect(seen.all.map { $0.arguments[0] } == [.integer(1)])
    }

    @Test("Removed, it still sees what has ended by then; paused, it sees nothing")
    func removing() throws {
        let gate = Gate()
        let token = try hold(gate)
        _ = try add(1, 0)
        token.pause()
        _ = try add(2, 0)
        token.resume()
        _ = try add(3, 0)
        gate.waitForVisitor()
        #expect(token.remove())
        _ = try add(4, 0)
        gate.open()
        #expect(bench.host.finishBackground().map(\.isDone) == [true])
        #expect(bench.host.finishBackground() == [])
        #expect(seen.all.map { $0.arguments[0] } == [.integer(1), .integer(3)])
    }

    @Test("One that never returns does not hold the host up, and what waits for it is dropped")
    func stuck() throws {
        let gate = Gate()
        // Long enough for a machine that runs all other tests meanwhile.
        _ = try hold(gate, background: Background(patience: .seconds(1)))
        _ = try add(1, 0)
        gate.waitForVisitor()
        _ = try add(2, 0)
        let report = bench.host.finishBackground()
        #expect(report.map(\.isDone) == [false])
        #expect(report.first?.counts.map { [$0.seen, $0.dropped] } == [[1, 1]])
        gate.open()
        // It goes on with calls that come after that.
        _ = try add(3, 0)
        #expect(bench.host.finishBackground().map(\.isDone) == [true])
        #expect(seen.all.map { $0.arguments[0] } == [.integer(1), .integer(3)])
    }

    @Test("One that is slow, but goes on, is waited for however long that takes")
    func slow() throws {
        try bench.host.hook("probe.add", background: Background(patience: .milliseconds(500))) { [seen] call in
            CurrentThread.sleep(forNanoseconds: 20_000_000)
            seen.note(call)
        }
        for number in 0..<50 { _ = try add(Int128(number), 0) }
        #expect(bench.host.finishBackground().map(\.isDone) == [true])
        #expect(seen.all.count == 50)
    }

    @Test("A host goes with its hooks, and the thread goes with it")
    func released() throws {
        let released = Gate()
        do {
            let bench = try Bench("probe")
            let witness = Witness { released.open() }
            try bench.host.hook("probe.add", background: .standard) { _ in witness.touch() }
            _ = try bench.call("add", .integer(1), .integer(2))
            bench.host.finishBackground()
        }
        #expect(released.opensSoon())
    }

    @Test("A handle that was released by then is still the handle that it was")
    func handles() throws {
        let gate = Gate()
        try bench.host.hook("probe.box_*", background: .standard) { [seen] call in
            gate.pass()
            seen.note(call)
        }
        let box = try bench.result("box_make", .integer(5))
        _ = try bench.call("box_free", box)
        gate.open()
        bench.host.finishBackground()
        #expect(seen.all.map(\.outcome).first == .returned(box))
        #expect(seen.all.last?.arguments == [box])
    }
}

/// Calls that hooks have seen, from any thread.
private final class Calls: Sendable {
    private let calls = Mutex<[EndedCall]>([])

    var all: [EndedCall] { calls.withLock { $0 } }

    func note(_ call: EndedCall) {
        calls.withLock { $0.append(call) }
    }
}

/// Holds all who come until it is opened.
private final class Gate: Sendable {
    private let visitors = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    func pass() {
        visitors.signal()
        opened.wait()
        opened.signal()
    }

    func open() { opened.signal() }
    func waitForVisitor() { visitors.wait() }
    func opensSoon() -> Bool { opened.wait(timeout: .now() + 60) == .success }
}

/// Says when it goes.
private final class Witness: Sendable {
    private let whenGone: @Sendable () -> Void

    init(_ whenGone: @escaping @Sendable () -> Void) {
        self.whenGone = whenGone
    }

    deinit { whenGone() }

    func touch() {}
}

/// The threads on which something ran.
private final class Threads: Sendable {
    private let numbers = Mutex<Set<UInt64>>([])

    var all: Set<UInt64> { numbers.withLock { $0 } }
    func noteCurrent() { numbers.withLock { _ = $0.insert(CurrentThread.number) } }
}

/// Counts how often two were inside at once.
private final class Turnstile: Sendable {
    let overlaps = Atomic(0)
    private let inside = Atomic(0)

    func pass(_ body: () -> Void) {
        if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
        body()
        inside.subtract(1, ordering: .relaxed)
    }
}
