// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import Testing
import Workbench

@Suite("Recorded answers in any order")
struct UnorderedAnswerTests {
    private func interceptor(_ calls: [Value]) throws -> any Interceptor {
        try AspectCatalog().interceptor("answer", .options(["calls": .array(calls), "ordered": false]))
    }

    @Test("are found among thousands, by position and by name", .timeLimit(.minutes(30)))
    func many() throws {
        let count: Int128 = 1000
        let answers = (0..<count).map { number -> Value in
            let with: Value = number.isMultiple(of: 2) ? .integers(number, 7) : .options(["a": .integer(number)])
            return .options(["call": "z.add", "with": with, "result": .integer(number + 1)])
        }
        let answer = try interceptor(answers)
        for number in (0..<count).reversed() {
            let outcome = FakeInterception.run(FakeTarget(), [.integer(number), .integer(7)], through: answer)
            #expect(outcome == .returned(.integer(number + 1)))
        }
        for _ in 0..<200 {
            guard case .failed(let failure) = FakeInterception.run(FakeTarget(), [9, 9], through: answer) else {
                Issue.record("a call was answered twice")
                return
            }
            #expect(failure.code == "unexpectedCall")
        }
        #expect(numbers(answer.facts()) == ["calls": count + 200, "left": 0])
    }

    @Test("are the first that fits and is not used up")
    func agreement() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            // The required arguments of a call; nil if any will do.
            let wanted = (0..<12).map { _ in
                [Int128?.none, 0, 1].shuffled(using: &random).prefix(2).map(\.self)
            }
            let answers = wanted.enumerated().map { index, arguments -> Value in
                var call: [Value.Member] = [.init("call", "z.add"), .init("result", .integer(Int128(index)))]
                if let first = arguments[0], let second = arguments[1] {
                    call.append(.init("with", .integers(first, second)))
                } else {
                    let named = zip(["a", "b"], arguments).compactMap { name, value in
                        value.map { Value.Member(name, .integer($0)) }
                    }
                    call.append(.init("with", .object(named)))
                }
                return .object(call)
            }
            let answer = try interceptor(answers)
            var isUsed = Set<Int>()
            for _ in 0..<14 {
                let given = (0..<2).map { _ in Int128.random(in: 0...1, using: &random) }
                let expected = wanted.indices.first { index in
                    !isUsed.contains(index) && zip(wanted[index], given).allSatisfy { $0 ?? $1 == $1 }
                }
                let outcome = FakeInterception.run(FakeTarget(), given.map { .integer($0) }, through: answer)
                guard let expected else {
                    if case .failed = outcome { continue }
                    Issue.record("a call was answered that none fits")
                    return
                }
                isUsed.insert(expected)
                #expect(outcome == .returned(.integer(Int128(expected))))
            }
        }
    }

    @Test("fit numbers by what they are worth, however they are written")
    func worth() throws {
        func key(_ value: Value) -> EqualityKey? { EqualityKey(value) }
        #expect(key(.number(.integer(1))) == key(.number(.decimal("1.0"))))
        #expect(key(.number(.decimal("10e-1"))) == key(.number(.floating(.double(1)))))
        #expect(key(.number(.floating(.float(0.1)))) == key(.number(.decimal("0.1"))))
        #expect(key(.number(.integer(1))) != key(.string("1")))
        #expect(key(.number(.floating(.float(123_456_792)))) == nil)
        #expect(key(.array([1, .object([])])) == nil)
    }
}
