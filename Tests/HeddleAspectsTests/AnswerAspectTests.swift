// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Testing

@Suite("answer")
struct AnswerAspectTests {
    private func outcomes(_ options: Value?, of calls: Int = 5) throws -> [Outcome] {
        let aspect = try AspectCatalog().interceptor("answer", options)
        return (0..<calls).map { _ in FakeInterception.run(through: aspect) { _ in .returned("action") } }
    }

    private let none = Outcome.failed(
        Failure(code: "noAnswer", message: "there are answers for 2 calls, not for more"))

    @Test("gives one result to every call, and the action is not called")
    func one() throws {
        #expect(try outcomes(.options(["result": 5])) == Array(repeating: .returned(5), count: 5))
    }

    @Test("gives results in their order, and then what is asked for")
    func several() throws {
        let results = Value.integers(1, 2)
        let begin = [Outcome.returned(1), .returned(2)]
        let endings: [(Value?, [Outcome])] = [
            (nil, [.returned(2), .returned(2), .returned(2)]), ("last", [.returned(2), .returned(2), .returned(2)]),
            ("repeat", [.returned(1), .returned(2), .returned(1)]),
            ("proceed", Array(repeating: .returned("action"), count: 3)), ("fail", [none, none, none]),
        ]
        for (ending, rest) in endings {
            let then = ending.map { [Value.Member("then", $0)] } ?? []
            #expect(try outcomes(.object([Value.Member("results", results)] + then)) == begin + rest)
        }
    }

    @Test("of a void action needs no result")
    func void() throws {
        let target = FakeTarget("void f(void)", name: "f")
        let aspect = try AspectCatalog().interceptor("answer", nil, around: target)
        #expect(FakeInterception.run(target, [], through: aspect) == .returned(nil))
        #expect(
            AspectCatalog().mistake("answer", .options(["result": 5]), around: target)
                == "error: \"result\" of answer does not fit z.f: it returns nothing")
    }

    @Test("null is a result")
    func null() throws {
        #expect(try outcomes(.options(["result": .null]), of: 1) == [.returned(.null)])
    }

    @Test("gives each result once under threads")
    func threads() async throws {
        let results = Value.array((0..<800).map { .integer(Int128($0)) })
        let aspect = try AspectCatalog().interceptor("answer", .options(["results": results, "then": "fail"]))
        let given = await withTaskGroup(of: [Outcome].self) { group in
            for _ in 0..<8 { group.addTask { (0..<100).map { _ in FakeInterception.run(through: aspect) } } }
            return await group.reduce(into: [Outcome]()) { $0 += $1 }
        }
        #expect(Set(given).count == 800)
    }

    @Test(
        "refuses what cannot be answered",
        arguments: [
            (nil, "answer does not fit z.add: it returns int, and no result is given"),
            (.options(["result": "misfit"]), "\"result\" of answer does not fit z.add: text \"misfit\""),
            (.options(["results": .array([1, "misfit"])]), "\"results\" of answer does not fit z.add"),
            (.options(["results": .array([])]), "expected at least one element"),
            (.options(["results": 5]), "expected a list"),
            (.options(["result": 5, "results": .integers(1)]), "cannot be combined with \"result\""),
            (.options(["result": 5, "then": "fail"]), "says what follows the last of the results"),
            (.options(["results": .integers(1), "then": "faill"]), "did you mean \"fail\"?"),
        ] as [(Value?, String)])
    func mistakes(options: Value?, words: String) {
        let found = AspectCatalog().mistake("answer", options)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }
}
