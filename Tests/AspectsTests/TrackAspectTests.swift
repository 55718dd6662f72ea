// SPDX-License-Identifier: Apache-2.0

import Aspects
import Declarations
import Diagnostics
import Testing

@Suite("track")
struct TrackAspectTests {
    private let events = EmittedEvents()
    private let signature = FakeTarget("int buy(const char *item, int amount)").signature

    private func call(_ amount: Value, _ outcome: Outcome? = .returned(3)) -> FakeCall {
        FakeCall("buy", ["book", amount], outcome: outcome, signature: signature)
    }

    private func make(_ options: Value, _ position: HookPosition = .after) throws -> any Observer {
        try AspectCatalog(services: events.services).observer("track", options, position)
    }

    @Test("tells of the parts that are chosen, under its label")
    func data() throws {
        let aspect = try make(
            .options([
                "label": "purchase",
                "data": .options([
                    "amount": "argument.amount", "total": "result", "category": .options(["value": "UX"]),
                    "why": "failure.code",
                ]),
            ]))
        aspect.left(call(5), since: aspect.entered(call(5, nil)))
        aspect.left(call(6, failed), since: 0)
        #expect(
            events.lines == [
                #"purchase {"action":"z.buy","data":{"amount":5,"total":3,"category":"UX"}}"#,
                #"purchase {"action":"z.buy","data":{"amount":6,"category":"UX","why":"outOfStock"}}"#,
            ])
        #expect(numbers(aspect.findings()[0].facts) == ["events": 2, "left": 0, "lost": 0])
    }

    @Test("tells of nothing but what meets its condition")
    func condition() throws {
        let aspect = try make(
            .options([
                "label": "large",
                "when": .options(["argument.amount": .options(["ge": 10]), "status": "returned"]),
            ]))
        for (amount, outcome) in [(9, .returned(1)), (10, .returned(1)), (11, failed)] as [(Value, Outcome)] {
            aspect.left(call(amount, outcome), since: 0)
        }
        #expect(events.lines == [#"large {"action":"z.buy","data":{}}"#])
        #expect(numbers(aspect.findings()[0].facts)["left"] == 2)
    }

    @Test("as a before tells before the body has run")
    func before() throws {
        let aspect = try make(.options(["label": "l", "data": .options(["a": "argument.amount"])]), .before)
        _ = aspect.entered(call(1, nil))
        aspect.left(call(1), since: 0)
        #expect(events.lines == [#"l {"action":"z.buy","data":{"a":1}}"#])
    }

    @Test("hands the event to an action, whose failures are counted and change nothing")
    func receiver() throws {
        let body = FakeBody(.returned(nil), failed)
        var services = events.services
        let taker = FakeTarget("void take(const char *label, const char *json)").signature
        services.action = { $0 == "analytics.take" ? AskedAction(signature: taker, call: body.run) : nil }
        let options = Value.options(["label": "l", "action": "analytics.take"])
        let aspect = try AspectCatalog(services: services).observer("track", options, .after)
        for _ in 0..<2 { aspect.left(call(1), since: 0) }
        let json: Value = #"{"label":"l","action":"z.buy","data":{}}"#
        #expect(body.calls == [["l", json], ["l", json]])
        #expect(events.lines.isEmpty)
        #expect(numbers(aspect.findings()[0].facts) == ["events": 1, "left": 0, "lost": 1])
    }

    @Test("refuses parts that an action does not have")
    func unfit() throws {
        func mistake(_ options: Value) throws -> String? {
            let aspect = try make(options)
            do {
                try aspect.check([WovenAction(ActionName(module: "z", action: "buy"), signature)])
                return nil
            } catch { return error.diagnostic(at: nil).render() }
        }
        #expect(
            try mistake(.options(["label": "l", "data": .options(["a": "argument.amuont"])])) == """
                error: option data of track does not fit z.buy: buy takes no argument "amuont"
                 = did you mean "amount"?
                """)
        let condition = Value.options(["label": "l", "when": .options(["argument.x": 1])])
        #expect(try mistake(condition)?.contains("option when of track does not fit z.buy") == true)
        #expect(try mistake(.options(["label": "l", "data": .options(["a": "argument.amount"])])) == nil)
    }

    @Test(
        "refuses options that make no sense",
        arguments: [
            (.options([:]), .after, "track needs the option label"),
            (.options(["label": "l", "data": .options(["a": "amount"])]), .after, "is no part of a call"),
            (.options(["label": "l", "data": .options(["a": 5])]), .after, "it must be a part of the call"),
            (
                .options(["label": "l", "data": .options(["a": "result"])]), .before,
                "result is not known before the call"
            ),
            (.options(["label": "l", "when": .options(["result": 1])]), .before, "is not known before the call"),
            (.options(["label": "l", "action": "a.b"]), .after, "there is no action \"a.b\""),
            (.options(["lable": "l"]), .after, "did you mean \"label\"?"),
        ] as [(Value, HookPosition, String)])
    func mistakes(options: Value, position: HookPosition, words: String) {
        let found = AspectCatalog().mistake("track", options, position)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }

    @Test("refuses to hand events to what does not take two texts")
    func badReceiver() {
        let taker = FakeTarget("void take(const char *label, int json)").signature
        let services = AspectServices(action: { _ in AskedAction(signature: taker) { _ in .returned(nil) } })
        let found = AspectCatalog(services: services)
            .mistake("track", .options(["label": "l", "action": "a.take"]), .after)
        #expect(found?.contains("it must take two texts: the label, and the event as JSON") == true)
    }
}
