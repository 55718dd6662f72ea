// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Testing

@Suite("delay and timeout")
struct DelayAspectTests {
    private let clock = FakeClock()

    private func make(_ name: String, _ options: Value, _ position: HookPosition = .instead) throws -> any Interceptor {
        try AspectCatalog(clock: clock).interceptor(name, options, position)
    }

    @Test("A delay waits, and then makes the call")
    func delay() throws {
        let aspect = try make("delay", .options(["for": "20 ms"]))
        let clock = clock
        #expect(
            FakeInterception.run(through: aspect) { _ in .returned(.integer(Int128(clock.now))) }
                == .returned(20_000_000))
    }

    @Test(
        "A delay waits at its place before and after a call, and changes nothing",
        arguments: [.before, .after] as [HookPosition])
    func places(position: HookPosition) throws {
        let aspect = try make("delay", .options(["for": "3 ns"]), position)
        #expect(
            FakeInterception.pass(aspect, outcome: position == .after ? failed : nil).outcome
                == (position == .after ? failed : nil))
        #expect(clock.naps == [3])
    }

    @Test("A delay varies by chance, within its part and the same for a seed")
    func jitter() throws {
        let aspect = try make("delay", .options(["for": "1 us", "jitter": 0.1, "seed": 7]))
        for _ in 0..<50 { _ = FakeInterception.run(through: aspect) }
        #expect(clock.naps.allSatisfy { (900...1100).contains($0) })
        #expect(Set(clock.naps).count > 20)
    }

    @Test(
        "A timeout fails what came back too late, and says how late; it is not cut short",
        arguments: [50, 51] as [UInt64])
    func timeout(elapsed: UInt64) throws {
        let aspect = try make("timeout", .options(["after": "50 ns"]))
        let clock = clock
        let outcome = FakeInterception.run(through: aspect) { _ in
            clock.advance(by: elapsed)
            return .returned(7)
        }
        let late = Failure(
            code: "timedOut", message: "it took 51 ns, its limit is 50 ns; it ran to its end")
        #expect(outcome == (elapsed > 50 ? .failed(late) : .returned(7)))
        #expect(numbers(aspect.facts()) == (elapsed > 50 ? ["inTime": 0, "late": 1] : ["inTime": 1, "late": 0]))
    }

    @Test("A timeout leaves a call that failed its own failure")
    func failure() throws {
        let aspect = try make("timeout", .options(["after": "1 ns", "code": "slow"]))
        let clock = clock
        let outcome = FakeInterception.run(through: aspect) { _ in
            clock.advance(by: 100)
            return failed
        }
        #expect(outcome == failed)
    }

    @Test(
        "They refuse options that make no sense",
        arguments: [
            ("delay", .options([:]), "delay needs the key \"for\""),
            ("delay", .options(["for": 5]), "expected a duration"),
            ("delay", .options(["for": "5"]), "expected a duration"),
            ("delay", .options(["for": ".5 s"]), "expected a duration"),
            ("delay", .options(["for": "1. s"]), "expected a duration"),
            ("delay", .options(["for": "1e3 s"]), "expected a duration"),
            ("delay", .options(["for": "99999999999999999999 h"]), "expected a duration"),
            ("delay", .options(["for": "1 s", "jitter": -1]), "expected a number from 0 to 1"),
            ("delay", .options(["for": "0 s"]), "\"for\" of delay is \"0 s\", expected a duration longer than 0"),
            ("timeout", .options([:]), "timeout needs the key \"after\""),
            ("timeout", .options(["after": "0 ms"]), "expected a duration longer than 0"),
            ("timeout", .options(["after": "1 s", "code": ""]), "expected text that is not empty"),
        ] as [(String, Value, String)])
    func mistakes(name: String, options: Value, words: String) {
        let found = AspectCatalog().mistake(name, options)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }

    @Test(
        "Durations are exact in every unit",
        arguments: [
            ("7ns", 7), ("1 us", 1000), ("1 µs", 1000), ("1.5ms", 1_500_000), ("0.000000001 s", 1),
            ("2 s", 2_000_000_000),
            ("1 min", 60_000_000_000), ("0.5 h", 1_800_000_000_000),
        ] as [(Value, UInt64)])
    func units(text: Value, nanoseconds: UInt64) throws {
        _ = FakeInterception.run(through: try make("delay", .options(["for": text])))
        #expect(clock.naps == [nanoseconds])
    }
}
