// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Testing

@Suite("retry")
struct RetryAspectTests {
    private let clock = FakeClock()
    private let other = Outcome.failed(Failure(code: "other", message: ""))

    private func make(_ members: KeyValuePairs<String, Value>) throws -> any Interceptor {
        let options = Value.object(members.map { Value.Member($0, $1) } + [Value.Member("force", true)])
        return try AspectCatalog(clock: clock).interceptor("retry", options)
    }

    @Test("tries again until the body returns, each time with the first arguments")
    func recovers() throws {
        let aspect = try make([:])
        let body = FakeBody(failed, failed, .returned(7))
        #expect(FakeInterception.run(through: aspect, body: body.run) == .returned(7))
        #expect(body.calls == [[1, 2], [1, 2], [1, 2]])
        #expect(numbers(aspect.facts()) == ["calls": 1, "retries": 2, "recovered": 1, "gaveUp": 0])
    }

    @Test("gives up after its attempts, with what the last one came to", arguments: [2, 3, 7] as [Int128])
    func givesUp(attempts: Int128) throws {
        let aspect = try make(["attempts": .integer(attempts)])
        let body = FakeBody(failed, other)
        #expect(FakeInterception.run(through: aspect, body: body.run) == other)
        #expect(body.calls.count == Int(attempts))
        #expect(numbers(aspect.facts())["gaveUp"] == 1)
    }

    @Test("tries again only after the failures that are named")
    func codes() throws {
        let aspect = try make(["on": .array(["outOfStock"]), "attempts": 5])
        let body = FakeBody(failed, other, .returned(7))
        #expect(FakeInterception.run(through: aspect, body: body.run) == other)
        #expect(body.calls.count == 2)
    }

    @Test("pauses longer each time, up to the longest pause, and not after the last attempt")
    func backoff() throws {
        let aspect = try make(["attempts": 6, "backoff": "10 ms", "factor": 3, "most": "100 ms"])
        _ = FakeInterception.run(through: aspect) { _ in failed }
        #expect(clock.naps == [10, 30, 90, 100, 100].map { $0 * 1_000_000 })
    }

    @Test("by chance pauses longer or shorter, the same in each run of a seed")
    func jitter() throws {
        var all: [[UInt64]] = []
        for seed in [1, 1, 2] as [Value] {
            let clock = FakeClock()
            let options = Value.options([
                "attempts": 20, "backoff": "1 ms", "factor": 1, "jitter": 0.5, "seed": seed, "force": true,
            ])
            let aspect = try AspectCatalog(clock: clock).interceptor("retry", options)
            _ = FakeInterception.run(through: aspect) { _ in failed }
            all.append(clock.naps)
        }
        #expect(all[0] == all[1])
        #expect(all[0] != all[2])
        #expect(Set(all[0]).count > 10)
        #expect(all[0].allSatisfy { (500_000...1_500_000).contains($0) })
    }

    @Test("never overflows, however long it goes on")
    func overflow() throws {
        let aspect = try make(["attempts": 1000, "backoff": "1 ns", "factor": 100, "most": "1 us"])
        _ = FakeInterception.run(through: aspect) { _ in failed }
        #expect(clock.naps == [1, 100] + Array(repeating: 1000, count: 997))
        #expect(RetrySchedule(attempts: 1000, backoff: .max, factor: 100).pause(before: 1000) == .max)
    }

    @Test("fits only what may run twice")
    func idempotent() {
        let catalog = AspectCatalog()
        #expect(
            catalog.mistake("retry", nil) == """
                error: retry does not fit z.add: its declaration does not say that it may run twice
                 = declare it with _Idempotent_, or set "force": true
                """)
        #expect(catalog.mistake("retry", .options(["force": false])) != nil)
        #expect(catalog.mistake("retry", .options(["force": true])) == nil)
        #expect(catalog.mistake("retry", nil, around: FakeTarget("_Idempotent_ int f(int a)")) == nil)
    }

    @Test(
        "refuses options that make no sense",
        arguments: [
            (.options(["attempts": 1]), "expected a whole number from 2 to 1000"),
            (.options(["factor": 0.5]), "expected a number from 1 to 100"),
            (.options(["jitter": 2]), "expected a number from 0 to 1"),
            (.options(["on": "fault"]), "expected a list"),
            (.options(["backoff": "-1 s"]), "expected a duration"),
            (.options(["backoff": "0 s"]), "\"backoff\" of retry is \"0 s\", expected a duration longer than 0"),
            (.options(["backoff": "2 ms", "most": "1 ms"]), "the longest pause is shorter than backoff"),
            (.options(["factor": 3]), "\"factor\" is about the pauses between attempts, found no \"backoff\""),
            (.options(["most": "1 s"]), "found no \"backoff\""),
            (.options(["force": 1]), "expected true or false"),
            (.options(["seed": -1]), "expected a whole number from 0"),
            (.options(["attempt": 3]), "did you mean \"attempts\"?"),
        ] as [(Value, String)])
    func mistakes(options: Value, words: String) {
        let found = AspectCatalog().mistake("retry", options)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }
}
