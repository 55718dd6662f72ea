// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Testing

@Suite("cache")
struct CacheAspectTests {
    private let clock = FakeClock()
    private let body = FakeBody(.returned(7))

    private func make(_ options: Value? = nil, around target: FakeTarget = FakeTarget()) throws -> any Interceptor {
        try AspectCatalog(clock: clock).interceptor("cache", options, around: target)
    }

    private func run(_ aspect: any Interceptor, _ arguments: Value...) -> Outcome {
        FakeInterception.run(FakeTarget(), arguments, through: aspect, body: body.run)
    }

    @Test("answers what was asked before, and asks only what was not")
    func hits() throws {
        let aspect = try make()
        for _ in 0..<3 { #expect(run(aspect, 1, 2) == .returned(7)) }
        #expect(run(aspect, 2, 1) == .returned(7))
        #expect(body.calls == [[1, 2], [2, 1]])
        #expect(numbers(aspect.facts()) == ["hits": 2, "misses": 2, "evicted": 0, "expired": 0])
    }

    @Test("keeps no failure")
    func failures() throws {
        let aspect = try make()
        let body = FakeBody(failed, failed, .returned(7))
        let outcomes = (0..<4).map { _ in FakeInterception.run(through: aspect, body: body.run) }
        #expect(outcomes == [failed, failed, .returned(7), .returned(7)])
        #expect(body.calls.count == 3)
    }

    @Test("forgets what is older than its time to live, counted from the call that gave it")
    func life() throws {
        let aspect = try make(.options(["ttl": "100 ns"]))
        for time in [0, 99, 100, 150, 199, 200] as [UInt64] {
            clock.set(time)
            _ = run(aspect, 1, 2)
        }
        #expect(body.calls.count == 3)
        #expect(numbers(aspect.facts())["expired"] == 2)
    }

    @Test("lets the answer go that was longest not asked for")
    func capacity() throws {
        let aspect = try make(.options(["capacity": 2]))
        for number in [1, 2, 1, 3, 1, 2] as [Value] { _ = run(aspect, number, 0) }
        #expect(body.calls.map { $0[0] } == [1, 2, 3, 2])
        #expect(numbers(aspect.facts())["evicted"] == 2)
    }

    @Test("tells structures apart by the bytes behind their texts")
    func keptBytes() throws {
        let aspect = try make()
        for last in [1, 2, 1] as [UInt8] {
            _ = run(aspect, .object([.init("hidden", "a", keeping: [97, 0, last])]), 0)
        }
        #expect(body.calls.count == 2)
    }

    @Test("tells calls apart by the arguments that are named")
    func key() throws {
        let aspect = try make(.options(["key": .array(["b"])]))
        for number in [1, 2, 3] as [Value] { _ = run(aspect, number, 5) }
        _ = run(aspect, 1, 6)
        #expect(body.calls == [[1, 5], [1, 6]])
    }

    @Test("tells texts apart that are the same only to Unicode, and values that are only written alike")
    func exactness() throws {
        let target = FakeTarget("int f(const char *a, const char *b)")
        let aspect = try make(around: target)
        for text in ["\u{E9}", "e\u{301}", "e", "1"] as [Value] {
            _ = FakeInterception.run(target, [text, ""], through: aspect, body: body.run)
        }
        _ = FakeInterception.run(target, [1, ""], through: aspect, body: body.run)
        #expect(body.calls.count == 5)
    }

    @Test("takes variadic arguments into the key, whatever is named")
    func further() throws {
        let target = FakeTarget("int f(int a, int b, ...)")
        let aspect = try make(.options(["key": .array(["a"])]), around: target)
        for arguments in [[1, 2], [1, 3], [1, 2, 4], [1, 2, 5]] as [[Value]] {
            _ = FakeInterception.run(target, arguments, through: aspect, body: body.run)
        }
        #expect(body.calls == [[1, 2], [1, 2, 4], [1, 2, 5]])
    }

    @Test("asks the action where what it kept cannot be given as a result")
    func misfit() throws {
        let aspect = try make()
        let body = FakeBody(.returned("misfit"))
        for _ in 0..<2 { #expect(FakeInterception.run(through: aspect, body: body.run) == .returned("misfit")) }
        #expect(body.calls.count == 2)
    }

    @Test("of one action answers for no other, even from one recipe")
    func apart() throws {
        guard case .interceptor(let make, _) = try AspectCatalog().make("cache", options: nil, for: .instead).role
        else {
            return
        }
        let (first, second) = (try make(FakeTarget()), try make(FakeTarget("int g(int a, int b)", name: "g")))
        _ = run(first, 1, 2)
        _ = run(second, 1, 2)
        #expect(body.calls.count == 2)
    }

    @Test("loses nothing and mixes nothing up under threads")
    func threads() async throws {
        let aspect = try make(.options(["capacity": 16]))
        let wrong = await withTaskGroup(of: Int.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    (0..<2000).count { turn in
                        let number = Value.integer(Int128((turn * (thread + 1)) % 40))
                        return FakeInterception.run(FakeTarget(), [number, 0], through: aspect) { .returned($0[0]) }
                            != .returned(number)
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
        let facts = numbers(aspect.facts())
        #expect((facts["hits"] ?? 0) + (facts["misses"] ?? 0) == 16_000)
    }

    @Test("does not fit what it would answer wrongly")
    func unfit() {
        let catalog = AspectCatalog()
        #expect(
            catalog.mistake("cache", nil, around: FakeTarget("void f(int a)", name: "f"))
                == "error: cache does not fit z.f: it returns nothing to keep")
        var writing = FakeTarget()
        writing.affectsArguments = true
        #expect(catalog.mistake("cache", nil, around: writing)?.contains("it writes to its arguments") == true)
        var handing = FakeTarget()
        handing.resultObstacle = "it returns a handle"
        #expect(catalog.mistake("cache", nil, around: handing)?.contains("it returns a handle") == true)
    }

    @Test("has no pointer in its key")
    func pointers() throws {
        let target = FakeTarget("int f(struct box *box, int a)", name: "f")
        let catalog = AspectCatalog()
        #expect(
            catalog.mistake("cache", nil, around: target) == """
                error: cache does not fit z.f: argument box is a pointer, and an address does not tell calls apart
                 = name the arguments that tell calls apart, as in "key": ["NAME"]
                """)
        #expect(
            catalog.mistake("cache", .options(["key": .array(["box"])]), around: target)?
                .contains("\"key\" of cache does not fit z.f: argument box is a pointer") == true)
        #expect(catalog.mistake("cache", .options(["key": .array(["a"])]), around: target) == nil)
    }

    @Test(
        "refuses options that make no sense",
        arguments: [
            (.options(["capacity": 0]), "expected a whole number from 1"),
            (.options(["ttl": 60]), "expected a duration"),
            (.options(["key": "a"]), "expected a list"),
            (.options(["key": .array([])]), "expected at least one element"),
            (.options(["key": .array([1])]), "expected text"),
            (.options(["key": .array(["a", "a"])]), "has \"a\" twice"),
            (.options(["key": .array(["amuont"])]), "add takes no argument \"amuont\""),
            (.options(["capcity": 5]), "did you mean \"capacity\"?"),
        ] as [(Value, String)])
    func mistakes(options: Value, words: String) {
        let found = AspectCatalog().mistake("cache", options)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }
}
