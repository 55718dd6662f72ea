// SPDX-License-Identifier: Apache-2.0

import Testing
import HeddleWeave
import Workbench

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

    @Test("as a search of all of them finds it: always the first that may come next")
    func agreement() throws {
        var random = SeededGenerator(seed: 11)
        var cycles = 0
        for _ in 0..<2000 {
            let hooks = (0..<Int.random(in: 1...7, using: &random)).map { id in
                func some() -> [String] {
                    ["a", "b", "c", "d"].filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
                }
                let constraints = Constraints(
                    order: Double(Int.random(in: -1...1, using: &random)), outside: some(), inside: some())
                return Hook<String>(
                    name: ["a", "b", "c", "d", nil].randomElement(using: &random) ?? nil, id: UInt64(id),
                    constraints: constraints)
            }
            let expected = Self.searched(hooks)
            cycles += expected == nil ? 1 : 0
            #expect((try? ordered(hooks))?.map(\.id) == expected)
            guard expected == nil else { continue }
            let error = #expect(throws: WeavingError.self) { try ordered(hooks) }
            let cycle = try #require(error).hooks.map { hooks[Int($0)] }
            for (outer, inner) in zip(cycle, cycle.dropFirst()) { #expect(Self.isOutside(outer, of: inner)) }
            #expect(cycle.count > 1 && cycle.first?.id == cycle.last?.id)
        }
        #expect((200...1800).contains(cycles))
    }

    private static func isOutside(_ outer: Hook<String>, of inner: Hook<String>) -> Bool {
        inner.name.map(outer.constraints.outside.contains) == true
            || outer.name.map(inner.constraints.inside.contains) == true
    }

    /// Nil where there is a cycle.
    private static func searched(_ hooks: [Hook<String>]) -> [UInt64]? {
        var rest = hooks.sorted { ($0.constraints.order, $0.id) < ($1.constraints.order, $1.id) }
        var placed: [UInt64] = []
        while !rest.isEmpty {
            guard let next = rest.firstIndex(where: { hook in !rest.contains { isOutside($0, of: hook) } }) else {
                return nil
            }
            placed.append(rest.remove(at: next).id)
        }
        return placed
    }

    @Test("by thousands, each inside of another or outside of all others", .timeLimit(.minutes(30)))
    func many() throws {
        let count = 4000
        let chain = (0..<count).map { hook("\($0)", inside: ["\($0 + 1)"]) }
        #expect(try ordered(chain).map(\.name) == (0..<count).reversed().map { "\($0)" })
        let names = (0..<400).map { "\($0)" }
        let all = (0..<400).map { hook(names[$0], outside: Array(names[($0 + 1)...])) }
        #expect(try ordered(Array(all.reversed())).map(\.name) == names)
        let pairs = (0..<count).map {
            hook($0.isMultiple(of: 2) ? "a" : "b", outside: $0.isMultiple(of: 2) ? [] : ["a"])
        }
        #expect(try ordered(pairs).prefix(count / 2).allSatisfy { $0.name == "b" })
    }
}

/// Every order of some elements.
func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard let first = elements.first else { return [[]] }
    return permutations(of: Array(elements.dropFirst())).flatMap { rest in
        (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
}
