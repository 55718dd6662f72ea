// SPDX-License-Identifier: Apache-2.0

import Testing
import HeddleWeave

@Suite("A list of hooks")
struct HookListTests {
    private static let kinds = [
        Script(before: .passes), Script(instead: .proceeds), Script(after: .passes),
        Script(before: .passes, after: .passes),
    ]

    private func list(_ standings: [Standing]) throws -> HookList<ListedLetter> {
        var list = HookList<ListedLetter>()
        try list.add(standings.map(ListedLetter.init))
        return list
    }

    private func names(_ list: HookList<ListedLetter>) -> String {
        (list.chain?.names ?? []).map { $0 ?? "-" }.joined()
    }

    // T5
    @Test("loses one of three and no other, first, middle or last, whatever kind each is of")
    func removal() throws {
        for kinds in Self.kinds.flatMap({ a in Self.kinds.flatMap { b in Self.kinds.map { [a, b, $0] } } }) {
            for removed in 0..<3 {
                var list = try list(Standing.inARow(kinds))
                let counts = (0..<2).map { _ in list.remove([UInt64(letters[removed])]).count }
                #expect(counts == [1, 0])
                var left = Standing.inARow(kinds)
                left.remove(at: removed)
                #expect(list.chain?.befores.map(\.code) ?? [] == left.with(\.before))
                #expect(list.chain?.insteads.map(\.code) ?? [] == left.with(\.instead))
                #expect(list.chain?.afters.map(\.step.code) ?? [] == left.with(\.after).reversed())
            }
        }
    }

    // T6
    @Test("after removals in any order is what it would be if the others had never been added")
    func setDifference() throws {
        var hooks = Standing.inARow(Array(repeating: .newcomer, count: 5))
        hooks[0].inside = [letters[3]]
        hooks[2].order = -1
        hooks[4].outside = [letters[0], letters[1]]
        for order in permutations(of: Array(0..<5)) {
            var list = try list(hooks)
            for count in 1...5 {
                let removed = list.remove([UInt64(letters[order[count - 1]])])
                #expect(removed.map(\.hook.name) == [text([letters[order[count - 1]]])])
                let left = hooks.filter { !order[..<count].contains($0.number) }
                #expect(names(list) == text(try #require(Standing.outermostFirst(left)).map(\.letter)))
            }
            #expect(list.chain == nil)
        }
    }

    @Test("refuses all of several hooks when one contradicts the others, and is as it was")
    func refusal() throws {
        var hooks = Standing.inARow(Array(repeating: .newcomer, count: 4))
        hooks[0].outside = [letters[3]]
        hooks[3].outside = [letters[0]]
        var list = try list(Array(hooks[..<2]))
        do throws(WeavingError) {
            try list.add(hooks[2...].map(ListedLetter.init))
            Issue.record("they were added")
        } catch {
            #expect(error.cycle == ["a", "d", "a"])
        }
        #expect(names(list) == "ab")
    }

    @Test("leaves out those that are paused, and keeps their places")
    func pausing() throws {
        var hooks = Standing.inARow(Array(repeating: .newcomer, count: 3))
        hooks[0].inside = [letters[1]]
        hooks[1].inside = [letters[2]]
        var list = try list(hooks)
        let (b, c) = (UInt64(letters[1]), UInt64(letters[2]))
        let paused = [list.pause(b), list.pause(b), list.pause(0)]
        #expect(paused == [true, false, false])
        // The order that b gives still counts.
        #expect(names(list) == "ca")
        _ = list.remove([c])
        #expect(list.outermostFirst.map(\.isPaused) == [true, false])
        let resumed = [list.resume(b), list.resume(b), list.resume(c)]
        #expect(resumed == [true, false, false])
        #expect(names(list) == "ba")
    }
}

extension [Standing] {
    /// The letters of those with a piece in a position.
    fileprivate func with(_ position: KeyPath<Script, Script.Deed?>) -> [Letter] {
        filter { $0.script[keyPath: position] != nil }.map(\.letter)
    }
}
