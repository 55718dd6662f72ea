// SPDX-License-Identifier: Apache-2.0

import Testing
import HeddleWeave
import Workbench

@Suite("Random chains")
struct RandomChainTests {
    /// SH-02: what 1,000 chains do is what the model says; each has up to 12 hooks with numbers and neighbours.
    @Test("run as the model says, or are refused with the way round their contradiction", arguments: 0..<8)
    func chains(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var refused = 0
        for _ in 0..<125 {
            let hooks = Self.hooks(&random)
            guard let standing = Standing.outermostFirst(hooks) else {
                refused += 1
                try checkRefusal(hooks)
                continue
            }
            let conduct = Conduct.allCases.randomElement(using: &random) ?? .returns
            try compare(hooks, standing: standing, conduct, WovenLetters(hooks))
        }
        #expect((5..<100).contains(refused))
    }

    /// The error's cycle is one: each hook in it stands, by its own or the next one's word, outside of the next.
    private func checkRefusal(_ hooks: [Standing]) throws {
        let error = #expect(throws: WeavingError.self) { try WovenLetters(hooks) }
        let cycle = try #require(error).cycle
        let path = try cycle.map { name in
            try #require(hooks.first { String(Unicode.Scalar($0.letter)) == name }, "\(name) is no hook")
        }
        #expect(cycle.count > 1 && cycle.first == cycle.last)
        #expect(Set(cycle).count == cycle.count - 1, "\(cycle) passes a hook twice")
        #expect(zip(path, path.dropFirst()).allSatisfy { $0.isOutside(of: $1) }, "\(cycle)")
    }

    @Test("stand in the first of all orders that keep their wishes", arguments: 0..<4)
    func firstOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: 100 + seed)
        for _ in 0..<20 {
            let hooks = (0..<5).map { Self.standing($0, of: 5, Script(before: .passes), &random) }
            let valid = permutations(of: hooks).filter(Self.keepsWishes)
            let first = valid.min { $0.lexicographicallyPrecedes($1) { $0.precedes($1) } }
            var found = try? WovenLetters(hooks)
            #expect(try found?.chain().befores.map(\.code) == first?.map(\.letter))
        }
    }

    private static func keepsWishes(_ order: [Standing]) -> Bool {
        order.indices.allSatisfy { inner in
            !order[...inner].contains { order[inner].isOutside(of: $0) }
        }
    }

    private static func hooks(_ random: inout SeededGenerator) -> [Standing] {
        let count = Int.random(in: 4...12, using: &random)
        // A few that call: each of them doubles what a call does.
        var callers = 0
        return (0..<count).map { number in
            var script = Mixes.everything.randomElement(using: &random) ?? .newcomer
            if script.multiplies {
                callers += 1
                if callers > 3 { script = .newcomer }
            }
            return standing(number, of: count, script, &random)
        }
    }

    private static func standing(
        _ number: Int, of count: Int, _ script: Script, _ random: inout SeededGenerator
    ) -> Standing {
        func neighbours() -> [Letter] {
            Int.random(in: 0..<2 * count, using: &random) < 3
                ? [letters[Int.random(in: 0..<count, using: &random)]] : []
        }
        return Standing(
            letter: letters[number], number: number, script: script,
            order: Double(Int.random(in: -2...2, using: &random)),
            outside: neighbours(), inside: neighbours())
    }
}

extension Script {
    /// True if a call may run others' code more than once.
    fileprivate var multiplies: Bool { [before, instead, after].contains { $0 == .reenters || $0 == .proceedsTwice } }
}
