// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Synchronization
import Testing

@Suite("limit")
struct LimitAspectTests {
    private let clock = FakeClock()

    private func make(_ options: Value) throws -> any Interceptor {
        try AspectCatalog(clock: clock).interceptor("limit", options)
    }

    @Test("lets no more calls pass in any span of its length")
    func rate() throws {
        let aspect = try make(.options(["calls": 2, "per": "100 ns"]))
        var passed: [UInt64] = []
        for time in [0, 50, 60, 99, 100, 149, 150, 151, 260] as [UInt64] {
            clock.set(time)
            if FakeInterception.run(through: aspect) == .returned(7) { passed.append(time) }
        }
        #expect(passed == [0, 50, 100, 150, 260])
        #expect(numbers(aspect.facts()) == ["passed": 5, "refused": 4])
    }

    @Test("says why it refuses")
    func words() throws {
        let aspect = try make(.options(["calls": 1, "per": "1.5 s", "code": "tooMany"]))
        _ = FakeInterception.run(through: aspect)
        #expect(
            FakeInterception.run(through: aspect)
                == .failed(
                    Failure(code: "tooMany", message: "1 calls have passed within 1500 ms, the maximum")))
    }

    @Test("lets no more calls run at once, those inside of each other among them")
    func atOnce() throws {
        let aspect = try make(.options(["atOnce": 1]))
        let inner = Mutex<Outcome?>(nil)
        let outer = FakeInterception.run(through: aspect) { _ in
            inner.withLock { $0 = FakeInterception.run(through: aspect) }
            return .returned(7)
        }
        #expect(outer == .returned(7))
        guard case .failed(let failure)? = inner.withLock({ $0 }) else {
            Issue.record("it passed")
            return
        }
        #expect(failure.code == "limited")
        #expect(FakeInterception.run(through: aspect) == .returned(7), "a call that has ended makes room")
    }

    @Test("makes room again after a call that failed")
    func failures() throws {
        let aspect = try make(.options(["atOnce": 1]))
        for _ in 0..<3 { #expect(FakeInterception.run(through: aspect) { _ in failed } == failed) }
    }

    @Test("is exact under threads")
    func threads() async throws {
        let aspect = try make(.options(["calls": 100, "per": "1 h"]))
        let passed = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<100).count { _ in FakeInterception.run(through: aspect) == .returned(7) } }
            }
            return await group.reduce(0, +)
        }
        #expect(passed == 100)
        #expect(numbers(aspect.facts()) == ["passed": 100, "refused": 700])
    }

    @Test(
        "refuses options that make no sense",
        arguments: [
            (.options([:]), "limit needs \"calls\", \"per\" or \"atOnce\""),
            (.options(["calls": 5]), "limit needs the key \"per\" beside \"calls\""),
            (.options(["per": "1 s"]), "limit needs the key \"calls\" beside \"per\""),
            (.options(["atOnce": 2, "per": "1 s"]), "limit needs the key \"calls\""),
            (.options(["calls": 0, "per": "1 s"]), "is 0, expected a whole number from 1 to 1000000"),
            (.options(["calls": 1.5, "per": "1 s"]), "expected a whole number"),
            (.options(["calls": 1, "per": "1 sec"]), "expected a duration such as \"20 ms\""),
            (.options(["atOnce": "2"]), "expected a whole number"),
            (.options(["calls": 1, "per": "0 s"]), "\"per\" of limit is \"0 s\", expected a duration longer than 0"),
            (.options(["atOnce": 1, "code": ""]), "\"code\" of limit is \"\", expected text that is not empty"),
        ] as [(Value, String)])
    func mistakes(options: Value, words: String) {
        let found = AspectCatalog().mistake("limit", options)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }
}
