// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import HeddleDiagnostics
import Testing

@Suite("expectCalls")
struct ExpectCallsAspectTests {
    private static let actions = ["open", "read", "close"].map {
        WovenAction(ActionName(module: "z", action: $0), Signature(symbol: $0, result: .void, parameters: []))
    }

    /// The expectations that do not hold after some calls.
    private func objections(_ options: Value, _ calls: String...) throws -> [String] {
        let aspect = try AspectCatalog().observer("expectCalls", options)
        try aspect.check(Self.actions)
        for call in calls { aspect.left(FakeCall(call, outcome: failed), since: aspect.entered(FakeCall(call))) }
        return aspect.findings().compactMap(\.objection)
    }

    @Test("holds where every action was called as often as expected")
    func held() throws {
        #expect(try objections(.options(["times": 1]), "close", "open", "read").isEmpty)
        #expect(try objections(.options(["times": 0])).isEmpty)
        #expect(try objections(.options(["times": .options(["atLeast": 1])]), "open", "open", "read", "close").isEmpty)
        #expect(try objections(.options(["times": .options(["atMost": 1])]), "open").isEmpty)
    }

    @Test("says of each action how often it was called, those that never were among them")
    func times() throws {
        #expect(
            try objections(.options(["times": 1]), "open", "open", "read") == [
                "z.open was called 2 times, expected 1", "z.close was called 0 times, expected 1",
            ])
        #expect(
            try objections(.options(["times": .options(["atLeast": 1, "atMost": 2])]), "open", "open", "open", "read")
                == ["z.open was called 3 times, expected 1 to 2", "z.close was called 0 times, expected 1 to 2"])
        #expect(
            try objections(.options(["times": .options(["atLeast": 1])]), "open", "read")
                == ["z.close was called 0 times, expected 1 or more"])
    }

    @Test("holds where the calls came in their order, others between them left aside")
    func order() throws {
        let options = Value.options(["order": .array(["z.open", "z.close", "z.open"])])
        #expect(try objections(options, "open", "read", "close", "read", "open").isEmpty)
    }

    @Test("says which call came out of order first, and which never came")
    func disorder() throws {
        let options = Value.options(["order": .array(["z.open", "z.close"])])
        #expect(try objections(options, "close", "open") == ["z.close was called out of order, expected z.open"])
        #expect(
            try objections(options, "open", "close", "open")
                == ["z.open was called out of order, expected no further call"])
        #expect(try objections(options, "open") == ["z.close was not called after z.open"])
        #expect(try objections(options) == ["z.open was not called"])
    }

    @Test("tells how often each action was called")
    func facts() throws {
        let aspect = try AspectCatalog().observer("expectCalls", .options(["times": 2]), .before)
        try aspect.check(Self.actions)
        _ = aspect.entered(FakeCall("read"))
        #expect(aspect.findings().map { numbers($0.facts) } == [["calls": 0], ["calls": 1], ["calls": 0]])
    }

    @Test("refuses an order of actions that it does not see")
    func unknown() throws {
        let aspect = try AspectCatalog().observer("expectCalls", .options(["order": .array(["z.opne"])]))
        #expect(throws: AspectError.self) { try aspect.check(Self.actions) }
    }

    @Test(
        "refuses options that make no sense",
        arguments: [
            (.options([:]), .before, "expectCalls needs \"times\" or \"order\", found none of them"),
            (.options(["times": -1]), .before, "expected a whole number from 0"),
            (.options(["times": .options([:])]), .before, "expected \"atLeast\" or \"atMost\", or both"),
            (
                .options(["times": .options(["atLeast": 2, "atMost": 1])]), .before,
                "expected \"atLeast\" that is not more than \"atMost\""
            ),
            (.options(["times": .options(["least": 2])]), .before, "\"times\" has no key \"least\""),
            (.options(["order": "z.f"]), .before, "expected a list"),
            (.options(["times": 1]), .after, "expectCalls makes no sense as after"),
        ] as [(Value, HookPosition, String)])
    func mistakes(options: Value, position: HookPosition, words: String) {
        let found = AspectCatalog().mistake("expectCalls", options, position)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }
}
