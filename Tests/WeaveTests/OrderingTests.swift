// SPDX-License-Identifier: Apache-2.0

import Testing
import Weave

@Suite("Hooks stand")
struct OrderingTests {
    private func hook(
        _ name: String?, order: Double = 0, outside: [String] = [], inside: [String] = []
    ) -> Hook<String> {
        Hook(name: name, id: 0, constraints: Constraints(order: order, outside: outside, inside: inside))
    }

    private func names(_ hooks: Hook<String>...) throws -> String {
        try Chain(hooks).names.map { $0 ?? "-" }.joined()
    }

    private func cycle(_ hooks: Hook<String>...) throws -> [String] {
        let error = #expect(throws: WeavingError.self) { try ordered(hooks) }
        return try #require(error).cycle
    }

    // T18, HA-01
    @Test("in the order in which they were added, where nothing else is said")
    func ties() throws {
        #expect(try names(hook("c"), hook("a"), hook(nil), hook("b")) == "ca-b")
        #expect(try names(hook("b", order: 1), hook("a", order: 1), hook("c", order: 1)) == "bac")
    }

    @Test("by their number, the lower one further out")
    func order() throws {
        #expect(try names(hook("a", order: 2), hook("b", order: -1.5), hook("c"), hook("d", order: 1)) == "bcda")
        #expect(try names(hook("a", order: .infinity), hook("b"), hook("c", order: -.infinity)) == "cba")
    }

    @Test("outside and inside of those that they name, whatever the numbers say")
    func neighbours() throws {
        #expect(try names(hook("a"), hook("b", outside: ["a"])) == "ba")
        #expect(try names(hook("a", inside: ["b"]), hook("b")) == "ba")
        #expect(try names(hook("a", order: -9, inside: ["b"]), hook("b", order: 9)) == "ba")
        #expect(try names(hook("a", inside: ["b", "c"]), hook("b"), hook("c"), hook("d")) == "bcad")
    }

    @Test("as their neighbours' neighbours demand")
    func transitivity() throws {
        #expect(
            try names(hook("a", inside: ["b"]), hook("b", inside: ["c"]), hook("c", inside: ["d"]), hook("d")) == "dcba"
        )
    }

    @Test("on one side of every hook of the name that they give")
    func sharedName() throws {
        #expect(try names(hook("a"), hook("b", outside: ["a"]), hook("a")) == "baa")
    }

    @Test("as they would without a name that nobody has")
    func unknownName() throws {
        #expect(try names(hook("a", inside: ["nobody"]), hook("b", outside: ["nobody"])) == "ab")
    }

    @Test("in the same order however they were added, where constraints leave no choice")
    func everyPermutation() throws {
        let hooks = [hook("a"), hook("b", inside: ["a"]), hook("c", inside: ["b"]), hook("d", inside: ["c"])]
        for permutation in permutations(of: hooks) {
            #expect(try Chain(permutation).names == ["a", "b", "c", "d"])
        }
    }

    // T18, AP-01, AJ-07
    @Test("nowhere, when their constraints contradict each other; the error names the way round")
    func cycles() throws {
        let pair = try cycle(hook("a", outside: ["b"]), hook("b", outside: ["a"]))
        #expect(pair == ["a", "b", "a"])
        let three = try cycle(hook("z"), hook("a", inside: ["c"]), hook("b", inside: ["a"]), hook("c", inside: ["b"]))
        #expect(three == ["a", "b", "c", "a"])
        let mixed = try cycle(hook("a", outside: ["b"], inside: ["b"]), hook("b"))
        #expect(mixed.first == mixed.last && Set(mixed) == ["a", "b"])
    }

    @Test("never outside of themselves")
    func itself() throws {
        #expect(try cycle(hook("a", outside: ["a"])) == ["a", "a"])
        #expect(try cycle(hook("b"), hook("a", inside: ["a"])) == ["a", "a"])
        let error = #expect(throws: WeavingError.self) { try ordered([hook("a", outside: ["a"])]) }
        #expect(error?.description == "the hooks cannot be ordered: a is outside of a")
    }

    @Test("behind a cycle's hooks, which alone are named")
    func onlyTheCycle() throws {
        let found = try cycle(hook("x", inside: ["a"]), hook("a", inside: ["b"]), hook("b", inside: ["a"]))
        #expect(Set(found) == ["a", "b"])
    }
}

/// Every order of some elements.
func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard let first = elements.first else { return [[]] }
    return permutations(of: Array(elements.dropFirst())).flatMap { rest in
        (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
}
