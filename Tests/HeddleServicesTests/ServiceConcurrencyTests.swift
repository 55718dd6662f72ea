// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleServices
import Synchronization
import Testing

@Suite("A service in many tasks")
struct ServiceConcurrencyTests {
    /// How many calls returned, and how many failed with each code.
    private func endings(
        _ service: some Service<Int, Int>, calls: Int = 400
    ) async -> [String: Int] {
        await withTaskGroup(of: String.self) { group in
            for number in 0..<calls {
                group.addTask { await failureCode { try await service(number) } ?? "returned" }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test("limited lets no more calls run at once, and makes room when they end")
    func atOnce() async {
        let highest = Mutex((now: 0, most: 0))
        let service = AnyService("test.busy") { (number: Int) in
            highest.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            await Task.yield()
            highest.withLock { $0.now -= 1 }
            return number
        }
        let limited = service.limited(atOnce: 3)
        let endings = await endings(limited)
        #expect(highest.withLock { $0.most } <= 3)
        #expect(endings["returned", default: 0] >= 3)
        #expect(endings["returned", default: 0] + endings["limited", default: 0] == 400)
        #expect(limited.findings[0]["passed"] == endings["returned"])
        #expect(await failureCode { try await limited(1) } == nil)
    }

    @Test("limited makes room also after calls that failed or were cancelled")
    func room() async throws {
        let clock = TestClock(isManual: true)
        let service = AnyService("test.sleep") { (number: Int) in
            try await clock.sleep(for: .seconds(1))
            return number
        }
        let limited = service.limited(atOnce: 1)
        let task = Task { try await limited(1) }
        await clock.sleepers(1)
        #expect(await failureCode { try await limited(2) } == "limited")
        task.cancel()
        _ = await task.result
        let next = Task { try await limited(3) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(try await next.value == 3)
    }

    @Test("limited is exact however many come at once")
    func rate() async {
        let service = AnyService("test.same") { (number: Int) in number }
        #expect(await endings(service.limited(to: 100, per: .seconds(3600))) == ["returned": 100, "limited": 300])
    }

    @Test("once runs one call; what comes while it runs fails")
    func once() async {
        let runs = Mutex(0)
        let service = AnyService("test.start") { (number: Int) in
            runs.withLock { $0 += 1 }
            await Task.yield()
            return number
        }
        let endings = await endings(service.once())
        #expect(runs.withLock { $0 } == 1)
        #expect(endings["returned", default: 0] + endings["stillRunning", default: 0] == 400)
    }

    @Test("answers are given once each, and counts are exact")
    func counts() async {
        let service = AnyService("test.same") { (number: Int) in number }
            .answering(Array(0..<300), then: .fail).counted().faulty(every: 10).counted()
        _ = await endings(service)
        #expect(service.findings.map(\.aspect) == ["count", "fault", "count", "answer"])
        #expect(service.findings[0]["entered"] == 400)
        #expect(service.findings[0]["failed"] == 40 + 60)
        #expect(service.findings[2]["returned"] == 300)
    }

    @Test("an action of a module is called from many tasks at a time")
    func native() async throws {
        let host = try ModuleHost.ofProbes()
        let add = try host.service("probe.add", taking: Int32.self, Int32.self, returning: Int.self).counted()
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 as Range<Int32> { group.addTask { try await add(number, number) } }
            return try await group.reduce(0, +)
        }
        #expect(sums == 199 * 200)
        #expect(add.findings[0]["returned"] == 200)
    }
}
