// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Synchronization
import Testing

/// The calls that pass a hook, as it sees them.
final class Recorder: Interceptor {
    private let seen = Mutex<(arguments: [[Value]], outcomes: [Outcome?])>(([], []))

    var arguments: [[Value]] { seen.withLock { $0.arguments } }
    var outcomes: [Outcome?] { seen.withLock { $0.outcomes } }

    func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        let before = call.view.arguments
        call.proceed()
        let (after, outcome) = (call.view.arguments, call.view.outcome)
        seen.withLock {
            $0.arguments += [before, after]
            $0.outcomes.append(outcome)
        }
    }
}

/// An aspect that only looks, as an `instead`.
private struct Watching: Interceptor {
    let observer: any Observer

    func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        let entered = observer.see(call.view)
        call.proceed()
        observer.see(call.view, since: entered)
    }
}

extension Observer {
    fileprivate func see(_ call: any ObservedCall) -> UInt64 { entered(call) }
    fileprivate func see(_ call: any ObservedCall, since state: UInt64) { left(call, since: state) }
}

@Suite("Aspects together")
struct CompositionTests {
    private let clock = FakeClock()
    private let catalog: AspectCatalog

    init() {
        catalog = AspectCatalog(clock: clock)
    }

    /// One of each aspect, with options that let calls through now and then.
    private static let all: [(name: String, options: Value?)] = [
        ("log", nil), ("time", nil), ("count", nil), ("trace", nil), ("track", .options(["label": "l"])),
        ("expectCalls", .options(["times": 3])), ("once", nil),
        ("guard", .options(["where": .options(["argument.a": .options(["lt": 8])])])),
        ("limit", .options(["calls": 3, "per": "1 us"])), ("cache", .options(["capacity": 2])),
        ("delay", .options(["for": "7 ns"])), ("retry", .options(["attempts": 2, "force": true])),
        ("timeout", .options(["after": "100 ns"])), ("fault", .options(["every": 3])),
        ("answer", .options(["results": .integers(5), "then": "proceed"])),
        ("rewrite", .options(["arguments": .options(["b": 9])])),
    ]

    private func make(_ name: String, _ options: Value? = nil) throws -> any Interceptor {
        switch try catalog.make(name, options: options, for: .instead).role {
        case .interceptor(let make, _): try make(FakeTarget())
        case .observer(let observer, _): Watching(observer: observer)
        }
    }

    @Test("every aspect of the catalog has its place in these tests")
    func complete() {
        #expect(Set(Self.all.map(\.name)) == Set(catalog.names))
    }

    @Test("every ordered pair ends every call, with what one of the two or the action gave")
    func pairs() throws {
        let codes: Set = ["refused", "limited", "fault", "timedOut", "outOfStock", "stillRunning"]
        for outer in Self.all {
            for inner in Self.all {
                let (first, second) = (try make(outer.name, outer.options), try make(inner.name, inner.options))
                let isOnce = [outer.name, inner.name].contains("once")
                for number in 0..<10 as Range<Int128> {
                    let outcome = FakeInterception.run(FakeTarget(), [.integer(number), 2], through: first, second) {
                        $0[0] == 4 ? failed : .returned($0[0])
                    }
                    switch outcome {
                    case .returned(let result):
                        #expect(result == .integer(number) || result == 5 || isOnce, "\(outer.name), \(inner.name)")
                    case .failed(let failure): #expect(codes.contains(failure.code), "\(outer.name), \(inner.name)")
                    }
                }
            }
        }
    }

    @Test(
        "an observer changes nothing, wherever it stands",
        arguments: ["log", "time", "count", "trace", "track", "expectCalls"])
    func observers(name: String) throws {
        let options = Self.all.first { $0.name == name }?.options
        for other in Self.all {
            var all: [[Outcome]] = []
            for isWatched in [false, true] {
                let aspect = try make(other.name, other.options)
                all.append(
                    (0..<10 as Range<Int128>).map { number in
                        let arguments: [Value] = [.integer(number), 2]
                        let body: FakeInterception.Body = { $0[0] == 4 ? failed : .returned($0[0]) }
                        guard isWatched, let outer = try? make(name, options), let inner = try? make(name, options)
                        else {
                            return FakeInterception.run(FakeTarget(), arguments, through: aspect, body: body)
                        }
                        return FakeInterception.run(FakeTarget(), arguments, through: outer, aspect, inner, body: body)
                    })
                clock.advance(by: 1_000_000)
            }
            #expect(all[0] == all[1], "\(other.name)")
        }
    }

    @Test("a cache outside of retry keeps what the retry came to, and asks no more")
    func cacheOverRetry() throws {
        let body = FakeBody(failed, .returned(7))
        let (cache, retry) = (try make("cache"), try make("retry", .options(["force": true])))
        for _ in 0..<3 {
            #expect(FakeInterception.run(through: cache, retry, body: body.run) == .returned(7))
        }
        #expect(body.calls.count == 2)
        #expect(numbers(retry.facts())["calls"] == 1)
    }

    @Test("retry outside of fault gets past it; inside of it never sees it")
    func retryAndFault() throws {
        let options = Value.options(["nth": .integers(1, 2)])
        let retry = Value.options(["force": true])
        #expect(FakeInterception.run(through: try make("retry", retry), try make("fault", options)) == .returned(7))
        let inner = try make("retry", retry)
        #expect(FakeInterception.run(through: try make("fault", options), inner) != .returned(7))
        #expect(numbers(inner.facts())["calls"] == 0)
    }

    // T30
    @Test("time outside of delay measures it, inside of it does not")
    func timeAndDelay() throws {
        for (isOutside, total) in [(true, 20), (false, 0)] as [(Bool, Int128)] {
            let observer = try catalog.observer("time")
            let delay = try make("delay", .options(["for": "20 ns"]))
            let time = Watching(observer: observer)
            _ = isOutside ? FakeInterception.run(through: time, delay) : FakeInterception.run(through: delay, time)
            #expect(numbers(observer.findings()[0].facts)["totalNs"] == total)
        }
    }

    @Test("limit outside of a cache counts what it answers, inside only what it asks")
    func limitAndCache() throws {
        let limit = Value.options(["calls": 2, "per": "1 s"])
        let (outer, cache) = (try make("limit", limit), try make("cache"))
        let outcomes = (0..<3).map { _ in FakeInterception.run(through: outer, cache) }
        #expect(outcomes.count { $0 == .returned(7) } == 2)
        let (other, inner) = (try make("cache"), try make("limit", limit))
        for _ in 0..<5 { #expect(FakeInterception.run(through: other, inner) == .returned(7)) }
        #expect(numbers(inner.facts())["passed"] == 1)
    }

    @Test("timeout outside of delay sees it; a cache outside of both remembers no late call")
    func timeoutAndDelay() throws {
        let (timeout, delay) = (
            try make("timeout", .options(["after": "10 ns"])), try make("delay", .options(["for": "20 ns"]))
        )
        let cache = try make("cache")
        for _ in 0..<2 {
            guard case .failed(let failure) = FakeInterception.run(through: cache, timeout, delay) else {
                Issue.record("it was in time")
                return
            }
            #expect(failure.code == "timedOut")
        }
        #expect(numbers(cache.facts())["misses"] == 2)
        #expect(FakeInterception.run(through: delay, timeout) == .returned(7))
    }

    @Test("a guard outside of a cache refuses also what is known")
    func guardOverCache() throws {
        let cache = try make("cache", .options(["key": .array(["b"])]))
        let barrier = try make("guard", .options(["where": .options(["argument.a": 1])]))
        #expect(FakeInterception.run(FakeTarget(), [1, 2], through: barrier, cache) == .returned(7))
        #expect(FakeInterception.run(FakeTarget(), [2, 2], through: barrier, cache) != .returned(7))
        #expect(FakeInterception.run(FakeTarget(), [2, 2], through: cache, barrier) == .returned(7))
    }

    @Test("an observer outside of an answer sees it, one inside sees no call")
    func answerAndCount() throws {
        let (outer, inner) = (try catalog.observer("count"), try catalog.observer("count"))
        let answer = try make("answer", .options(["result": 3]))
        #expect(
            FakeInterception.run(through: Watching(observer: outer), answer, Watching(observer: inner)) == .returned(3))
        #expect(outer.findings().count == 1)
        #expect(inner.findings().isEmpty)
    }

    @Test("retry inside of rewrite begins each attempt with what rewrite gave")
    func rewriteOverRetry() throws {
        let rewrite = try make("rewrite", .options(["arguments": .options(["a": 9])]))
        let body = FakeBody(failed, .returned(7))
        _ = FakeInterception.run(through: rewrite, try make("retry", .options(["force": true])), body: body.run)
        #expect(body.calls == [[9, 2], [9, 2]])
    }
}
