// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleServices
import Synchronization
import Testing

@Suite("Aspects that change the calls of a service")
struct ServiceAspectTests {
    private actor User {
        var isPremium = false
        func pay() { isPremium = true }
    }

    @Test("guarded lets calls pass while its condition holds")
    func premium() async throws {
        let (user, asked) = (User(), Asked<String, Int>(.success(7)))
        let download = asked.guarded { await user.isPremium }
        #expect(
            await ending { try await download("film") }
                == .failure(Failure(code: "refused", message: "the guard says no")))
        #expect(asked.inputs.isEmpty)
        await user.pay()
        #expect(try await download("film") == 7)
        #expect(download.findings[0]["passed"] == 1)
        #expect(download.findings[0]["refused"] == 1)
    }

    @Test("guarded may look at the input, ask another service, and be around a service without an input")
    func guards() async throws {
        let asked = Asked<String, Int>(.success(7))
        let byInput = asked.guarded { $0 != "no" }
        #expect(try await byInput("yes") == 7)
        #expect(await failureCode { try await byInput("no") } == "refused")
        let question = AnyService("user.isPremium") { (name: String) in name == "Ada" }
        let byService = asked.guarded(by: question)
        #expect(try await byService("Ada") == 7)
        #expect(
            await ending { try await byService("Eve") }
                == .failure(Failure(code: "refused", message: "user.isPremium says no")))
        let now = AnyService("test.now") { () in 5 }
        #expect(try await now.guarded { true }() == 5)
        let isOpen = AnyService("shop.isOpen") { () in false }
        #expect(await failureCode { try await now.guarded(by: isOpen)() } == "refused")
        #expect(await failureCode { try await asked.guarded(by: isOpen)("Ada") } == "refused")
    }

    @Test("guarded throws the very error that its writer gives it, and counts the call as refused")
    func ownErrors() async throws {
        final class Locked: Error {}
        let (locked, thrown) = (Locked(), Locked())
        let asked = Asked<String, Int>(.success(7))
        let isNever = AnyService("shop.isNever") { (_: String) in false }
        let isSilent = AnyService("shop.isSilent") { (_: String) -> Bool in throw failure("offline") }
        let throwing = asked.guarded(else: Locked()) { _ in throw thrown }
        let refusing: [(any Service<String, Int>, Locked)] = [
            (asked.guarded(else: locked) { false }, locked), (asked.guarded(else: locked) { $0 != "x" }, locked),
            (asked.guarded(by: isNever, else: locked), locked), (asked.guarded(by: isSilent, else: locked), locked),
            (throwing, thrown), (asked.guarded { throw thrown }, thrown),
        ]
        for (service, expected) in refusing {
            let error = await #expect(throws: Locked.self) { try await service("x") }
            #expect(error === expected)
            #expect(service.findings[0]["refused"] == 1)
        }
        #expect(asked.inputs.isEmpty)
        let start = AnyService("test.start") { () in 5 }.guarded(else: locked) { false }
        await #expect(throws: Locked.self) { try await start() }
    }

    @Test("guarded by a service refuses where that cannot say, and keeps why")
    func silence() async {
        let asked = Asked<String, Int>(.success(7))
        let guarded = asked.guarded(by: AnyService("user.isPremium") { (_: String) in throw failure("offline") })
        let refusal = Failure(
            code: "refused", message: "user.isPremium could not be called", suppressed: [failure("offline")])
        #expect(await ending { try await guarded("x") } == .failure(refusal))
        #expect(asked.inputs.isEmpty)
    }

    @Test("cached answers what was asked before, by the input or by a key, and keeps no failures")
    func cached() async throws {
        let asked = Asked<String, Int>(.failure(failure("offline")), .success(7), .success(8))
        let cached = try asked.cached(capacity: 1)
        #expect(await failureCode { try await cached("a") } == "offline")
        #expect(try await cached("a") == 7)
        #expect(try await cached("a") == 7)
        #expect(try await cached("b") == 8)
        #expect(try await cached("a") == 8)
        #expect(asked.inputs == ["a", "a", "b", "a"])
        #expect(cached.findings[0]["evicted"] == 2)
        let byKey = try Asked<String, Int>(.success(1), .success(2)).cached { $0.count }
        #expect(try await byKey("aa") == 1)
        #expect(try await byKey("bb") == 1)
        #expect(try await byKey("b") == 2)
    }

    @Test("cached forgets after its time")
    func timeToLive() async throws {
        let clock = TestClock(isManual: true)
        let cached = try Asked<String, Int>(.success(1), .success(2)).cached(timeToLive: .seconds(5), clock: clock)
        #expect(try await cached("a") == 1)
        clock.advance(by: .seconds(5) - .nanoseconds(1))
        #expect(try await cached("a") == 1)
        clock.advance(by: .nanoseconds(1))
        #expect(try await cached("a") == 2)
    }

    @Test("once runs for the first call that returns")
    func once() async throws {
        let once = Asked<String, Int>(.failure(failure("offline")), .success(7), .success(8)).once()
        #expect(await failureCode { try await once("a") } == "offline")
        for input in ["b", "c"] { #expect(try await once(input) == 7) }
    }

    @Test("answering gives outputs in order, and then what is asked for")
    func answering() async throws {
        let endings: [(AnswerEnding, [Int?])] = [
            (.last, [1, 2, 2, 2, 2]), (.repeat, [1, 2, 1, 2, 1]), (.proceed, [1, 2, 9, 9, 9]),
            (.fail, [1, 2, nil, nil, nil]),
        ]
        for (ending, outputs) in endings {
            let stub = Asked<String, Int>(.success(9)).answering([1, 2], then: ending)
            var given: [Int?] = []
            for _ in outputs { given.append(try? await stub("a")) }
            #expect(given == outputs)
        }
        let one = Asked<String, Int>(.success(9)).answering(5)
        #expect(try await one("a") == 5)
        let none = Asked<String, Int>(.success(9)).answering([])
        #expect(await failureCode { try await none("a") } == "noAnswer")
    }

    @Test("null is an answer, and is kept")
    func null() async throws {
        let asked = Asked<String, String?>(.success(nil), .success("late"))
        let cached = try asked.cached()
        for _ in 0..<2 { #expect(try await cached("a") == nil) }
        #expect(try await asked.answering(nil)("a") == nil)
        #expect(asked.inputs.count == 1)
    }

    @Test("faulty fails all calls, or those of some numbers, or by chance, with any error")
    func faulty() async throws {
        struct Offline: Error {}
        let asked = Asked<Int, Int>(.success(7))
        #expect(await failureCode { try await asked.faulty()(1) } == "fault")
        await #expect(throws: Offline.self) { try await asked.faulty(error: Offline())(1) }
        func failing(_ service: some Service<Int, Int>) async -> [Int] {
            var failing: [Int] = []
            for number in 1...100 where await failureCode({ try await service(number) }) != nil {
                failing.append(number)
            }
            return failing
        }
        #expect(await failing(asked.faulty(every: 40)) == [40, 80])
        #expect(await failing(asked.faulty(calls: [1, 99])) == [1, 99])
        #expect(await failing(asked.faulty(probability: 0)) == [])
        let some = await failing(asked.faulty(probability: 0.5, seed: 3))
        #expect(await failing(asked.faulty(probability: 0.5, seed: 3)) == some)
        #expect((20...80).contains(some.count))
    }

    @Test("rewriting changes the input and the output; what it throws fails the call")
    func rewriting() async throws {
        let asked = Asked<String, Int>(.success(7), .failure(failure("offline")))
        let rewritten = asked.rewriting(input: { $0.uppercased() }).rewriting(output: { $0 + 1 })
        #expect(try await rewritten("a") == 8)
        #expect(await failureCode { try await rewritten("a") } == "offline")
        #expect(asked.inputs == ["A", "A"])
        let throwing = asked.rewriting(input: { _ in throw failure("tooLong") })
        #expect(await failureCode { try await throwing("a") } == "tooLong")
        #expect(asked.inputs.count == 2)
        let stub = asked.answering(1).rewriting(output: { _ in throw failure("tooLate") })
        #expect(await failureCode { try await stub("a") } == "tooLate")
    }

    @Test("limited refuses what comes too often")
    func limited() async throws {
        let clock = TestClock(isManual: true)
        let limited = Asked<String, Int>(.success(7)).limited(to: 2, per: .seconds(1), clock: clock)
        for _ in 0..<2 { #expect(try await limited("a") == 7) }
        #expect(
            await ending { try await limited("a") }
                == .failure(
                    Failure(code: "limited", message: "2 calls have passed within 1 s, the maximum")))
        clock.advance(by: .seconds(1))
        #expect(try await limited("a") == 7)
    }
}
