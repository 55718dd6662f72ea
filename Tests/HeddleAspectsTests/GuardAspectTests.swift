// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Synchronization
import Testing

@Suite("guard")
struct GuardAspectTests {
    private let smallOnly = Value.options(["where": .options(["argument.a": .options(["le": 10])])])

    /// A catalog that knows the action `shop.isPremium`, which answers as it is told.
    private func catalog(
        _ declaration: String = "_Bool isPremium(int a)", answers: @escaping @Sendable ([Value]) -> Outcome
    ) -> AspectCatalog {
        let signature = FakeTarget(declaration).signature
        return AspectCatalog(
            services: AspectServices(action: {
                $0 == "shop.isPremium" ? AskedAction(signature: signature, call: answers) : nil
            }))
    }

    @Test("lets calls pass whose arguments meet the condition, and no others", arguments: [9, 10, 11] as [Int128])
    func condition(number: Int128) throws {
        let aspect = try AspectCatalog().interceptor("guard", smallOnly)
        let body = FakeBody(.returned(7))
        let outcome = FakeInterception.run(FakeTarget(), [.integer(number), 2], through: aspect, body: body.run)
        if number <= 10 {
            #expect(outcome == .returned(7))
            #expect(body.calls == [[.integer(number), 2]])
        } else {
            #expect(
                outcome == .failed(Failure(code: "refused", message: "argument.a is 11, expected at most 10")))
            #expect(body.calls.isEmpty)
        }
    }

    @Test("as a before refuses without touching what comes after it")
    func before() throws {
        let aspect = try AspectCatalog().interceptor("guard", smallOnly, .before)
        #expect(FakeInterception.pass(aspect, [5, 0]).outcome == nil)
        guard case .failed(let failure)? = FakeInterception.pass(aspect, [50, 0]).outcome else {
            Issue.record("it passed")
            return
        }
        #expect(failure.code == "refused")
        #expect(numbers(aspect.facts()) == ["passed": 1, "refused": 1])
    }

    @Test("fails with the code and message that are asked for")
    func words() throws {
        let options = Value.options(["where": .options(["argument.a": 0]), "code": "tooMuch", "message": "no"])
        let aspect = try AspectCatalog().interceptor("guard", options)
        #expect(FakeInterception.run(through: aspect) == .failed(Failure(code: "tooMuch", message: "no")))
    }

    @Test(
        "asks an action, with as many of the first arguments as that takes",
        arguments: [
            (.returned(true), true), (.returned(1), true), (.returned(-1), true), (.returned(false), false),
            (.returned(0), false), (.returned(nil), false), (.returned("yes"), false),
        ] as [(Outcome, Bool)])
    func question(answer: Outcome, isYes: Bool) throws {
        let asked = FakeBody(answer)
        let aspect = try catalog(answers: asked.run).interceptor("guard", .options(["action": "shop.isPremium"]))
        let outcome = FakeInterception.run(FakeTarget(), [3, 4], through: aspect)
        #expect(asked.calls == [[3]])
        let refusal = Outcome.failed(Failure(code: "refused", message: "shop.isPremium says no"))
        #expect(outcome == (isYes ? .returned(7) : refusal))
    }

    @Test("refuses where the action cannot say, and keeps why")
    func noAnswer() throws {
        let failure = Failure(code: "offline", message: "no answer")
        let aspect = try catalog(answers: { _ in .failed(failure) })
            .interceptor("guard", .options(["action": "shop.isPremium"]))
        #expect(
            FakeInterception.run(through: aspect)
                == .failed(
                    Failure(code: "refused", message: "shop.isPremium could not be called", suppressed: [failure])))
    }

    @Test("asks only where the condition holds")
    func both() throws {
        let asked = FakeBody(.returned(true))
        let options = Value.options(["where": .options(["argument.a": 1]), "action": "shop.isPremium"])
        let aspect = try catalog(answers: asked.run).interceptor("guard", options)
        #expect(FakeInterception.run(FakeTarget(), [1, 2], through: aspect) == .returned(7))
        #expect(FakeInterception.run(FakeTarget(), [2, 2], through: aspect) != .returned(7))
        #expect(asked.calls.count == 1)
    }

    @Test(
        "refuses options that make no sense",
        arguments: [
            (.options([:]), "error: guard needs \"where\" or \"action\", found none of them"),
            (.options(["where": 5]), "\"where\" of guard: a condition is an object"),
            (.options(["where": .options([:])]), "found an empty object"),
            (.options(["where": .options(["result": 5])]), "\"result\" is not known before the call has run"),
            (.options(["where": .options(["argument.c": 5])]), "does not fit z.add: add takes no argument \"c\""),
            (.options(["where": .options(["args.a": 5])]), "write argument.NAME"),
            (.options(["where": .options(["argument.a": .options(["le": .null])])]), "not with null"),
            (.options(["where": .options(["argument.a": .options(["lte": 5])])]), "did you mean \"le\"?"),
            (.options(["where": .options(["argument.a": .options(["le": 5, "x": 5])])]), "\"x\" is not an operator"),
            (.options(["where": .options(["argument.a": .options(["matches": "["])])]), "not a regular expression"),
            (.options(["action": "shop.isPremum"]), "there is no action \"shop.isPremum\""),
            (.options(["action": 5]), "\"action\" of guard is a number, expected text"),
        ] as [(Value, String)])
    func mistakes(options: Value, words: String) throws {
        let found = catalog(answers: { _ in .returned(true) }).mistake("guard", options)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }

    @Test(
        "refuses an action that cannot be asked",
        arguments: [
            ("double isPremium(int a)", "returns double, expected a bool or a whole number"),
            ("int isPremium(double a)", "takes double where it takes int"),
            ("int isPremium(int a, int b, int c)", "takes more arguments than it"),
            ("int isPremium(int a, ...)", "takes more arguments than it"),
        ])
    func unfit(declaration: String, words: String) {
        let found = catalog(declaration, answers: { _ in .returned(true) })
            .mistake("guard", .options(["action": "shop.isPremium"]))
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }
}
