// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Testing

@Suite("time")
struct TimeAspectTests {
    private let clock = FakeClock()

    private func make() throws -> any Observer {
        try AspectCatalog(clock: clock).observer("time", nil, .after)
    }

    private func see(_ observer: any Observer, _ action: String, for nanoseconds: UInt64) {
        clock.set(1000)
        let entered = observer.entered(FakeCall(action))
        clock.set(1000 + nanoseconds)
        observer.left(FakeCall(action, outcome: nanoseconds % 2 == 0 ? returnedNothing : failed), since: entered)
    }

    @Test("says how many calls, how long together, the shortest, the median and the longest, however they ended")
    func facts() throws {
        let observer = try make()
        for nanoseconds in [10, 31, 20, 50, 41] as [UInt64] { see(observer, "a", for: nanoseconds) }
        see(observer, "b", for: 7)
        let findings = observer.findings()
        #expect(findings.map(\.action.action) == ["a", "b"])
        #expect(
            findings[0].facts == [
                Value.Member("calls", .integer(5)), Value.Member("totalNs", .integer(152)),
                Value.Member("minNs", .integer(10)), Value.Member("medianNs", .integer(31)),
                Value.Member("maxNs", .integer(50)),
            ])
        #expect(numbers(findings[1].facts) == ["calls": 1, "totalNs": 7, "minNs": 7, "medianNs": 7, "maxNs": 7])
    }

    @Test("says the time that a part of the calls did not exceed, for each part that is asked for")
    func quantiles() throws {
        let catalog = AspectCatalog(clock: clock)
        let observer = try catalog.observer("time", .options(["quantiles": .array([0.9, 0.99, 1])]), .after)
        for nanoseconds in (1...50 as ClosedRange<UInt64>).shuffled() { see(observer, "a", for: nanoseconds) }
        let facts = numbers(try #require(observer.findings().first).facts)
        #expect([facts["p90Ns"], facts["p99Ns"], facts["p100Ns"]] == [45, 50, 50])
        #expect(catalog.mistake("time", .options(["quantiles": .array([2])]))?.contains("a number from 0 to 1") == true)
    }

    @Test("calls within calls are measured each from its own start")
    func nested() throws {
        let observer = try make()
        clock.set(100)
        let outer = observer.entered(FakeCall())
        clock.set(150)
        let inner = observer.entered(FakeCall())
        clock.set(170)
        observer.left(FakeCall(outcome: returnedNothing), since: inner)
        clock.set(200)
        observer.left(FakeCall(outcome: returnedNothing), since: outer)
        let facts = numbers(try #require(observer.findings().first).facts)
        #expect(facts["totalNs"] == 120)
        #expect(facts["minNs"] == 20)
        #expect(facts["maxNs"] == 100)
    }

    @Test("survives a clock that goes back, and sums that no 64 bits can hold")
    func oddClocks() throws {
        let observer = try make()
        clock.set(5)
        observer.left(FakeCall(outcome: returnedNothing), since: 9)
        clock.set(.max)
        for _ in 0..<3 { observer.left(FakeCall(outcome: returnedNothing), since: 0) }
        let facts = numbers(try #require(observer.findings().first).facts)
        #expect(facts["minNs"] == 0)
        #expect(facts["maxNs"] == Int128(UInt64.max))
        #expect(facts["totalNs"] == 3 * Int128(UInt64.max))
    }

    @Test("loses no call under threads")
    func threads() async throws {
        let observer = try make()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<2000 {
                        observer.left(FakeCall(outcome: returnedNothing), since: observer.entered(FakeCall()))
                    }
                }
            }
        }
        #expect(numbers(try #require(observer.findings().first).facts)["calls"] == 16_000)
    }
}
