// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Testing

@Suite("fault")
struct FaultAspectTests {
    private let fault = Outcome.failed(FaultRule.defaultFailure)

    /// Which of the first calls fail.
    private func failing(_ options: Value?, of calls: Int = 12) throws -> [Int] {
        let aspect = try AspectCatalog().interceptor("fault", options)
        return (1...calls).filter { _ in FakeInterception.run(through: aspect) == fault }
    }

    @Test("fails every call, the action is not called")
    func always() throws {
        let aspect = try AspectCatalog().interceptor("fault")
        let body = FakeBody(.returned(7))
        #expect(FakeInterception.run(through: aspect, body: body.run) == fault)
        #expect(body.calls.isEmpty)
        #expect(numbers(aspect.facts()) == ["calls": 1, "failed": 1])
    }

    @Test("fails with the code and message that are asked for")
    func words() throws {
        let aspect = try AspectCatalog().interceptor("fault", .options(["code": "EIO", "message": "disk"]))
        #expect(FakeInterception.run(through: aspect) == .failed(Failure(code: "EIO", message: "disk")))
    }

    @Test("fails the calls of the numbers that are given")
    func numbered() throws {
        #expect(try failing(.options(["nth": 3])) == [3])
        #expect(try failing(.options(["nth": .integers(1, 5, 4)])) == [1, 4, 5])
        #expect(try failing(.options(["every": 5])) == [5, 10])
        #expect(try failing(.options(["every": 1])).count == 12)
    }

    @Test("fails by chance, the same calls in each run of a seed")
    func chance() throws {
        func failing(_ probability: Double, seed: Value) throws -> [Int] {
            try self.failing(.options(["probability": Value(probability), "seed": seed]), of: 1000)
        }
        let first = try failing(0.3, seed: 1)
        #expect(first == (try failing(0.3, seed: 1)))
        #expect(first != (try failing(0.3, seed: 2)))
        #expect((250...350).contains(first.count))
        #expect(try failing(0, seed: 1).isEmpty)
        #expect(try failing(1, seed: 1).count == 1000)
    }

    @Test("as an after replaces what the call came to, and keeps an earlier failure")
    func after() throws {
        let aspect = try AspectCatalog().interceptor("fault", nil, .after)
        #expect(FakeInterception.pass(aspect, outcome: .returned(7)).outcome == fault)
        guard case .failed(let failure)? = FakeInterception.pass(aspect, outcome: failed).outcome else { return }
        #expect(failure.suppressed.map(\.code) == ["outOfStock"])
    }

    @Test("fails exactly one call of the number under threads")
    func threads() async throws {
        let aspect = try AspectCatalog().interceptor("fault", .options(["nth": 500]))
        let count = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).count { _ in FakeInterception.run(through: aspect) == fault } }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 1)
    }

    @Test(
        "refuses options that make no sense",
        arguments: [
            (.options(["nth": 0]), "expected a whole number from 1"),
            (.options(["nth": .array([])]), "expected at least one element"),
            (.options(["nth": .array(["1"])]), "is text, expected a whole number from 1"),
            (.options(["nth": 1, "every": 2]), "\"every\" of fault cannot be combined with \"nth\""),
            (.options(["every": 2, "probability": 0.5]), "\"probability\" of fault cannot be combined with \"every\""),
            (.options(["probability": 1.5]), "expected a number from 0 to 1"),
            (.options(["seed": 1]), "found no \"probability\""),
            (.options(["mesage": "x"]), "did you mean \"message\"?"),
        ] as [(Value, String)])
    func mistakes(options: Value, words: String) {
        let found = AspectCatalog().mistake("fault", options)
        #expect(found?.contains(words) == true, "\(found ?? "")")
    }
}
