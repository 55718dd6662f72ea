// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleServices
import Synchronization
import Testing

@Suite("Aspects that look at the calls of a service")
struct ServiceObservingTests {
    private let asked = Asked<String, Int>(.success(7), .failure(failure("offline")))

    @Test("logged writes what a call is asked with and what it came to")
    func logged() async throws {
        let log = Log()
        let logged = asked.logged(to: log.logger, label: "shop")
        _ = try await logged("Ada")
        _ = await failureCode { try await logged("Eve") }
        #expect(
            log.lines == [
                "shop shop.price(\"Ada\")", "shop shop.price returned 7", "shop shop.price(\"Eve\")",
                "shop shop.price failed: offline: it is offline",
            ])
    }

    @Test("logged shows values of every kind of Swift")
    func kinds() async throws {
        struct Order: Sendable {
            let item: String
            let count: Int?
        }
        enum Colour: Sendable { case red }
        let log = Log()
        func show<Input: Sendable>(_ input: Input) async throws {
            _ = try await AnyService("test.show") { (_: Input) in }.logged(to: log.logger)(input)
        }
        try await show(Order(item: "pen", count: nil))
        try await show(Colour.red)
        try await show((1, "two", [3.5]))
        try await show(())
        try await show([Order(item: "ink", count: 2)])
        #expect(
            log.lines.filter { $0.contains("(") } == [
                "test.show({\"item\": \"pen\", \"count\": null})", "test.show(\"red\")", "test.show(1, \"two\", [3.5])",
                "test.show()", "test.show([{\"item\": \"ink\", \"count\": 2}])",
            ])
        #expect(log.lines.filter { !$0.contains("(") } == Array(repeating: "test.show returned", count: 5))
    }

    @Test("what is secret is left out by the profile")
    func secrets() async throws {
        struct LogIn: Service {
            var profile: ServiceProfile<String, Int> {
                ServiceProfile(name: "user.logIn", arguments: { _ in [.string("…")] })
            }
            func callAsFunction(_ password: String) async throws -> Int { password.count }
        }
        let log = Log()
        _ = try await LogIn().logged(to: log.logger)("1234")
        #expect(log.lines == ["user.logIn(\"…\")", "user.logIn returned 4"])
    }

    @Test("counted and timed say how many calls there were, and how long they took")
    func numbers() async throws {
        let clock = TestClock(isManual: true)
        let service = AnyService("test.slow") { (nanoseconds: Int) in clock.advance(by: .nanoseconds(nanoseconds)) }
        let watched = service.timed(quantiles: [0.9], clock: clock).counted()
        for nanoseconds in [10, 20, 30] { try await watched(nanoseconds) }
        #expect(watched.findings.map(\.aspect) == ["count", "time"])
        #expect(watched.findings[0]["returned"] == 3)
        let time = watched.findings[1]
        #expect(time.facts.map(\.name) == ["calls", "totalNs", "minNs", "medianNs", "p90Ns", "maxNs"])
        #expect([time["totalNs"], time["minNs"], time["medianNs"], time["maxNs"]] == [60, 10, 20, 30])
    }

    @Test("timed outside of delayed measures the delay, inside of it does not")
    func timeAndDelay() async throws {
        let clock = TestClock()
        let service = Asked<String, Int>(.success(7))
        let outside = service.delayed(by: .seconds(1), clock: clock).timed(clock: clock)
        let inside = service.timed(clock: clock).delayed(by: .seconds(1), clock: clock)
        _ = (try await outside("a"), try await inside("a"))
        #expect(outside.findings[0]["totalNs"] == 1_000_000_000)
        #expect(inside.findings[1]["totalNs"] == 0)
    }

    @Test("traced makes a span of each call, with the call around it as its parent, in whatever task that is")
    func traced() async throws {
        let spans = Mutex<[String]>([])
        let trace = ServiceTrace(clock: TestClock()) { span in spans.withLock { $0.append(span.json) } }
        let price = Asked<String, Int>(.success(7)).traced(by: trace)
        let cart = AnyService("shop.cart") { (names: [String]) in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for name in names { group.addTask { try await price(name) } }
                return try await group.reduce(0, +)
            }
        }.traced(by: trace)
        #expect(try await cart(["a", "b"]) == 14)
        _ = try await price("alone")
        let found = spans.withLock { $0 }
        let rest = "\"startNs\":0,\"ns\":0,\"status\":\"returned\"}"
        #expect(
            Set(found) == [
                "{\"span\":1,\"action\":\"shop.cart\",\(rest)",
                "{\"span\":2,\"parent\":1,\"action\":\"shop.price\",\(rest)",
                "{\"span\":3,\"parent\":1,\"action\":\"shop.price\",\(rest)",
                "{\"span\":4,\"action\":\"shop.price\",\(rest)",
            ])
        #expect(price.findings[0].facts.map(\.value) == [3, 1, 2])
    }

    @Test("tracked makes events with the parts that were chosen, of the calls that were chosen")
    func tracked() async throws {
        let events = Mutex<[String]>([])
        let tracked = asked.tracked(
            "purchase",
            data: [
                "name": { $0.input }, "total": { $0.output }, "page.name": { _ in "cart" },
                "code": { ($0.error as? Failure)?.code },
            ],
            when: { $0.input != "Bob" }
        ) { label, event in events.withLock { $0.append("\(label) \(event.json)") } }
        _ = try await tracked("Ada")
        for name in ["Eve", "Bob"] { #expect(await failureCode { try await tracked(name) } == "offline") }
        #expect(
            events.withLock { $0 } == [
                #"purchase {"action":"shop.price","data":{"name":"Ada","total":7,"page.name":"cart"}}"#,
                #"purchase {"action":"shop.price","data":{"name":"Eve","page.name":"cart","code":"offline"}}"#,
            ])
        #expect(tracked.findings[0]["events"] == 2)
        #expect(tracked.findings[0]["left"] == 1)
    }

    @Test("tracked hands each event to all providers; one that throws is named, and keeps it from no other")
    func providers() async throws {
        struct Full: Error {}
        let events = Mutex<[String]>([])
        let full = TrackingProvider("disk") { _, _ in throw Full() }
        let kept = TrackingProvider("web") { label, event in events.withLock { $0.append("\(label) \(event.json)") } }
        let bought = asked.tracked("bought", to: [full, kept, kept])
        let sold = Asked<String, Int>(.success(1)).tracked("sold", data: ["to": { $0.input }], to: [kept])
        _ = (try await bought("Ada"), try await sold("Eve"))
        let line = #"bought {"action":"shop.price","data":{}}"#
        #expect(
            events.withLock { $0 } == [line, line, #"sold {"action":"shop.price","data":{"to":"Eve"}}"#])
        #expect(bought.findings[0]["lost"] == 1)
        #expect(bought.findings[0].facts.last == Value.Member("reason", "disk: Full: Full()"))
        #expect(sold.findings[0]["events"] == 1)
    }

    @Test("tracked twice under one label makes one event of a call, and says so")
    func trackedTwice() async throws {
        let events = Mutex<[String]>([])
        let provider = TrackingProvider("web") { label, event in events.withLock { $0.append("\(label) \(event.json)") }
        }
        let inner = asked.tracked("bought", data: ["n": { _ in 1 }, "n": { _ in 2 }], to: [provider]).counted()
        let outer = AnyService(inner).named("shop.other").tracked("seen", to: [provider]).tracked(
            "bought", to: [provider])
        _ = try await outer("Ada")
        #expect(
            events.withLock { $0 }
                == [#"bought {"action":"shop.price","data":{"n":2}}"#, #"seen {"action":"shop.other","data":{}}"#])
        #expect(outer.findings[0].facts == [Value.Member("label", "bought"), Value.Member("repeated", true)])
        #expect(outer.findings.map { $0["events"] } == [nil, 1, nil, 1])
    }

    @Test("tracked loses no event of calls at the same time")
    func concurrentEvents() async throws {
        let received = Mutex(0)
        let tracked = AnyService("test.count") { (number: Int) in number }.tracked("l") { _, _ in
            received.withLock { $0 += 1 }
        }
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { for number in 0..<500 { _ = try? await tracked(number) } } }
        }
        #expect(received.withLock { $0 } == 4000)
        #expect(tracked.findings[0]["events"] == 4000)
    }

    @Test("expectingCalls says which calls are missing or too many")
    func expecting() async throws {
        let expecting = asked.expectingCalls(1).logged(to: Log().logger)
        let unmet = #expect(throws: UnmetExpectations.self) { try expecting.verify() }
        #expect(unmet?.objections == ["shop.price was called 0 times, expected 1"])
        _ = try await expecting("a")
        try expecting.verify()
        _ = await failureCode { try await expecting("b") }
        #expect(expecting.findings[1].objection == "shop.price was called 2 times, expected 1")
        let range = asked.expectingCalls(2...3).expectingCalls(1...)
        #expect(throws: UnmetExpectations.self) { try range.verify() }
        for _ in 0..<3 { _ = await failureCode { try await range("c") } }
        try range.verify()
    }
}
