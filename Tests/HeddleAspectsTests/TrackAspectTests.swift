// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import HeddleDiagnostics
import Synchronization
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
        let options = Value.options(["label": "l", "to": .options(["action": "analytics.take"])])
        let aspect = try AspectCatalog(services: services).observer("track", options, .after)
        for _ in 0..<2 { aspect.left(call(1), since: 0) }
        let json: Value = #"{"label":"l","action":"z.buy","data":{}}"#
        #expect(body.calls == [["l", json], ["l", json]])
        #expect(events.lines.isEmpty)
        #expect(numbers(aspect.findings()[0].facts) == ["events": 1, "left": 0, "lost": 1])
        #expect(aspect.findings()[0].facts.last == .init("reason", "outOfStock: nothing left"))
    }

    @Test("hands an action that takes one text the event alone")
    func oneText() throws {
        let body = FakeBody(.returned(nil))
        let taker = FakeTarget("void take(const char *json)").signature
        let services = AspectServices(action: { _ in AskedAction(signature: taker, call: body.run) })
        let options = Value.options(["label": "l", "to": .options(["action": "analytics.take"])])
        let aspect = try AspectCatalog(services: services).observer("track", options, .after)
        aspect.left(call(1), since: 0)
        #expect(body.calls == [[#"{"label":"l","action":"z.buy","data":{}}"#]])
    }

    @Test("writes its events to a file as lines; what cannot be written is counted and changes nothing")
    func file() throws {
        let file = FakeFile()
        let options = Value.options(["label": "l", "to": .options(["file": "events.jsonl"])])
        guard
            case .observer(let aspect, _) = try AspectCatalog().make(
                "track", options: AspectCatalog.node(options), for: .after, files: { path in file.opened(path) }
            ).role
        else { throw WrongKind(name: "track") }
        aspect.left(call(1), since: 0)
        file.fill()
        for _ in 0..<2 { aspect.left(call(2), since: 0) }
        #expect(file.paths == ["events.jsonl"])
        #expect(file.lines == [#"{"label":"l","action":"z.buy","data":{}}"#])
        #expect(numbers(aspect.findings()[0].facts) == ["events": 1, "left": 0, "lost": 2])
        #expect(aspect.findings()[0].facts.last == .init("reason", "disk full"))
    }

    @Test("hands each event to all its providers; one that refuses it is named, and keeps it from no other")
    func providers() throws {
        let (file, body) = (FakeFile(), FakeBody(failed, .returned(nil)))
        var services = events.services
        let taker = FakeTarget("void take(const char *json)").signature
        services.action = { _ in AskedAction(signature: taker, call: body.run) }
        let options = Value.options([
            "label": "l",
            "to": .array(["events", .options(["action": "a.take"]), .options(["file": "x"]), .options(["file": "y"])]),
        ])
        guard
            case .observer(let aspect, _) = try AspectCatalog(services: services).make(
                "track", options: AspectCatalog.node(options), for: .after, files: { path in file.opened(path) }
            ).role
        else { throw WrongKind(name: "track") }
        for _ in 0..<2 { aspect.left(call(1), since: 0) }
        let line = #"{"label":"l","action":"z.buy","data":{}}"#
        #expect(events.lines == Array(repeating: #"l {"action":"z.buy","data":{}}"#, count: 2))
        #expect(body.calls == Array(repeating: [.string(line)], count: 2))
        #expect(file.paths == ["x", "y"])
        #expect(file.lines == Array(repeating: line, count: 4))
        #expect(numbers(aspect.findings()[0].facts) == ["events": 1, "left": 0, "lost": 1])
        #expect(aspect.findings()[0].facts.last == .init("reason", "a.take: outOfStock: nothing left"))
    }

    @Test("tells what other actions return: one by its whole name, one of the module that is called")
    func calls() throws {
        let bodies = ["user.current": FakeBody(.returned("ada"), failed), "z.cart": FakeBody(.returned(3))]
        let asked = FakeTarget("const char *current(void)").signature
        var services = events.services
        services.action = { name in bodies[name].map { AskedAction(signature: asked, call: $0.run) } }
        let data = Value.options([
            "user": .options(["call": "user.current"]), "cart": .options(["call": "cart"]),
        ])
        let aspect = try AspectCatalog(services: services)
            .observer("track", .options(["label": "l", "data": data]), .after)
        try aspect.check([WovenAction(ActionName(module: "z", action: "buy"), signature)])
        for _ in 0..<2 { aspect.left(call(1), since: 0) }
        #expect(
            events.lines == [
                #"l {"action":"z.buy","data":{"user":"ada","cart":3}}"#, #"l {"action":"z.buy","data":{"cart":3}}"#,
            ])
        #expect(bodies["user.current"]?.calls == [[], []])
    }

    @Test(
        "refuses to ask what cannot be asked",
        arguments: [
            ("x.y", "there is no action \"x.y\""), ("other", "there is no action \"z.other\""),
            ("z.taking", "z.taking takes arguments, and there are none to give it"),
            ("z.nothing", "z.nothing returns nothing"),
        ])
    func badCalls(name: String, words: String) throws {
        var services = events.services
        let known = ["z.taking": "int taking(int a)", "z.nothing": "void nothing(void)"].mapValues {
            AskedAction(signature: FakeTarget($0).signature) { _ in .returned(nil) }
        }
        services.action = { known[$0] }
        let data = Value.options(["part": .options(["call": .string(name)])])
        let aspect = try AspectCatalog(services: services)
            .observer("track", .options(["label": "l", "data": data]), .after)
        let error = #expect(throws: AspectError.self) {
            try aspect.check([WovenAction(ActionName(module: "z", action: "buy"), signature)])
        }
        #expect(error?.diagnostic(at: nil).message == "\"data\" of track does not fit z.buy: \(words)")
    }

    @Test(
        "asks the called module for data, each action with the answer of the one before; without an answer says nothing"
    )
    func questions() throws {
        let bodies = [
            "z.current": FakeBody(.returned(7), .returned(.null), .returned(8), failed),
            "names.of": FakeBody(.returned("list"), .returned("")),
        ]
        let (current, name) = (
            FakeTarget("int current(void)").signature, FakeTarget("const char *of(int screen)").signature
        )
        var services = events.services
        services.action = { asked in
            bodies[asked].map { AskedAction(signature: asked == "z.current" ? current : name, call: $0.run) }
        }
        let data = Value.options(["screen": .options(["ask": .array(["current", "names.of"])])])
        let aspect = try AspectCatalog(services: services)
            .observer("track", .options(["label": "l", "data": data]), .after)
        try aspect.check([WovenAction(ActionName(module: "z", action: "buy"), signature)])
        for _ in 0..<4 { aspect.left(call(1), since: 0) }
        #expect(events.lines == [#"l {"action":"z.buy","data":{"screen":"list"}}"#])
        #expect(bodies["names.of"]?.calls == [[7], [8]])
        #expect(numbers(aspect.findings()[0].facts) == ["events": 1, "left": 3, "lost": 0])
    }

    @Test("does not track what is called for an event, with whichever aspect")
    func recursion() throws {
        let second = Slot()
        let taker = FakeTarget("void take(const char *json)").signature
        var services = events.services
        services.action = { [call = call(7)] _ in
            AskedAction(signature: taker) { _ in
                second.aspect?.left(call, since: 0)
                return .returned(nil)
            }
        }
        let catalog = AspectCatalog(services: services)
        second.aspect = try catalog.observer("track", .options(["label": "other"]), .after)
        let first = try catalog.observer(
            "track", .options(["label": "first", "to": .options(["action": "a.take"])]), .after)
        first.left(call(1), since: 0)
        #expect(events.lines == [])
        second.aspect?.left(call(2), since: 0)
        #expect(events.lines == [#"other {"action":"z.buy","data":{}}"#])
    }

    @Test("does not tell arguments that are declared secret")
    func secret() throws {
        let secret = FakeTarget("int buy(const char *item, _Secret_ const char *pin)").signature
        let aspect = try make(
            .options(["label": "l", "data": .options(["pin": "argument.pin", "item": "argument.item"])]))
        aspect.left(FakeCall("buy", ["book", "1234"], outcome: .returned(1), signature: secret), since: 0)
        #expect(events.lines == [#"l {"action":"z.buy","data":{"pin":"<secret>","item":"book"}}"#])
    }

    @Test("tells the milliseconds since another action of the module returned; a failed one starts nothing")
    func timer() throws {
        let clock = FakeClock()
        let aspect = try AspectCatalog(clock: clock, services: events.services)
            .observer("track", .options(["label": "l", "from": "begin"]), .after)
        let begin = FakeTarget("void begin(void)").signature
        func began(_ outcome: Outcome) {
            aspect.left(FakeCall("begin", [], outcome: outcome, signature: begin), since: 0)
        }
        aspect.left(call(1), since: 0)
        began(failed)
        aspect.left(call(1), since: 0)
        began(.returned(nil))
        clock.sleep(for: 2_500_000)
        aspect.left(call(1), since: 0)
        clock.sleep(for: 500_000)
        aspect.left(call(1), since: 0)
        #expect(
            events.lines.map { $0.split(separator: "\"data\":")[1] } == [
                "{}}", "{}}", "{\"ms\":2.5}}", "{\"ms\":3}}",
            ])
        let names = ["buy", "begin"].map { ActionName(module: "z", action: $0) }
        try aspect.check([WovenAction(names[0], signature), WovenAction(names[1], begin)])
        for (only, words) in [(names[0], "the hook is not around z.begin"), (names[1], "is around nothing else")] {
            let error = #expect(throws: AspectError.self) { try aspect.check([WovenAction(only, signature)]) }
            #expect(error?.diagnostic(at: nil).message.contains(words) == true)
        }
        #expect(aspect.backgroundObstacle == "it measures time from the call of begin")
        let taken = Value.options(["label": "l", "from": "begin", "data": .options(["ms": "result"])])
        #expect(AspectCatalog().mistake("track", taken, .after)?.contains("has the time since begin") == true)
    }

    @Test("tells parts of the configuration, and of secret settings only that they are")
    func configuration() throws {
        var services = events.services
        services.configuration = { module, path in
            switch path.description {
            case ".currency": .value("\(module) EUR")
            case ".none": .value(nil)
            case ".token": .secret
            default: .absent("there is no \(path)", suggestion: "did you mean \"currency\"?")
            }
        }
        func make(_ data: [(String, Value)]) throws -> any Observer {
            let data = Value.object(data.map { Value.Member($0, $1) })
            let aspect = try AspectCatalog(services: services)
                .observer("track", .options(["label": "l", "data": data]), .after)
            try aspect.check([WovenAction(ActionName(module: "z", action: "buy"), signature)])
            return aspect
        }
        let aspect = try make([("a", "config.currency"), ("b", "config.none"), ("c", "config.token")])
        aspect.left(call(1), since: 0)
        #expect(events.lines == [#"l {"action":"z.buy","data":{"a":"z EUR","c":"<secret>"}}"#])
        let error = #expect(throws: AspectError.self) { _ = try make([("a", "config.curency")]) }
        #expect(error?.diagnostic(at: nil).message == "\"data\" of track does not fit z.buy: there is no .curency")
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
                error: "data" of track does not fit z.buy: buy takes no argument "amuont"
                 = did you mean "amount"?
                """)
        let condition = Value.options(["label": "l", "when": .options(["argument.x": 1])])
        #expect(try mistake(condition)?.contains("\"when\" of track does not fit z.buy") == true)
        #expect(try mistake(.options(["label": "l", "data": .options(["a": "argument.amount"])])) == nil)
    }

    @Test(
        "refuses options that make no sense",
        arguments: [
            (.options([:]), .after, "track needs the key \"label\""),
            (.options(["label": "l", "data": .options(["a": "amount"])]), .after, "is not a part of a call"),
            (.options(["label": "l", "data": .options(["a": 5])]), .after, "expected a part of the call"),
            (
                .options(["label": "l", "data": .options(["a": "result"])]), .before,
                "\"result\" is not known before the call"
            ),
            (.options(["label": "l", "when": .options(["result": 1])]), .before, "is not known before the call"),
            (
                .options(["label": "l", "to": .options(["action": "a.b"])]), .after,
                "\"to\" of track: there is no action \"a.b\""
            ),
            (
                .options(["label": "l", "to": .options(["file": "x"])]), .after,
                "\"to\" of track: there are no files to write to, such as \"x\""
            ),
            (
                .options(["label": "l", "to": "x"]), .after,
                "\"to\" of track: there is no provider \"x\" in \"tracking\""
            ),
            (
                .options(["label": "l", "to": .options(["file": 1])]), .after,
                "\"file\" of a provider is a number, expected text"
            ),
            (
                .options(["label": "l", "to": .options(["file": "x", "action": "a.b"])]), .after,
                "expected {\"file\": \"path\"}, {\"action\": \"module.action\"}, {\"http\": \"URL\"}, {\"otlp\": \"URL\"}, "
            ),
            (
                .options(["label": "l", "to": .array([])]), .after,
                "\"to\" of track is [], expected at least one element"
            ),
            (
                .options(["label": "l", "to": .array([.options(["file": "x"]), 5])]), .after,
                "an element of \"to\" of track is a number, expected {\"file\": \"path\"}"
            ),
            (
                .options(["label": "l", "to": .array(["events", "events"])]), .after,
                "\"to\" of track: \"events\" stands there already"
            ),
            (.options(["label": "l", "action": "a.b"]), .after, "track has no key \"action\""),
            (
                .options(["label": "l", "data": .options(["a": .options(["call": 1])])]), .after,
                "\"call\" of a part is a number, expected text"
            ),
            (.options(["lable": "l"]), .after, "did you mean \"label\"?"),
        ] as [(Value, HookPosition, String)])
    func mistakes(options: Value, position: HookPosition, words: String) {
        let found = AspectCatalog().mistake("track", options, position)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }

    @Test(
        "refuses to hand events to what does not take them as text",
        arguments: [
            "void take(const char *label, int json)", "void take(void)", "void take(int json)",
            "void take(const char *format, ...)", "void take(const char *a, const char *b, const char *c)",
        ])
    func badReceiver(declaration: String) {
        let taker = FakeTarget(declaration).signature
        let services = AspectServices(action: { _ in AskedAction(signature: taker) { _ in .returned(nil) } })
        let found = AspectCatalog(services: services)
            .mistake("track", .options(["label": "l", "to": .options(["action": "a.take"])]), .after)
        #expect(found?.contains("it must take the event as JSON text, and may take the label") == true)
    }
}

/// A file that can become full.
private final class FakeFile: LineWriter, Sendable {
    private let state = Mutex((paths: [String](), lines: [String](), isFull: false))

    var paths: [String] { state.withLock { $0.paths } }
    var lines: [String] { state.withLock { $0.lines } }

    func opened(_ place: EventPlace) -> FakeFile {
        if case .file(let path) = place { state.withLock { $0.paths.append(path) } }
        return self
    }

    func fill() { state.withLock { $0.isFull = true } }

    func flush() {}

    func append(_ line: [UInt8], _ number: UInt64, from losses: EventLosses?) -> String? {
        state.withLock { state in
            if state.isFull { return "disk full" }
            state.lines.append(String(decoding: line.dropLast(), as: UTF8.self))
            return nil
        }
    }
}

/// A place for an aspect that another one refers to.
private final class Slot: Sendable {
    private let kept = Mutex<(any Observer)?>(nil)

    var aspect: (any Observer)? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }
}
