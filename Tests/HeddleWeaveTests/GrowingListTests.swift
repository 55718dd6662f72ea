// SPDX-License-Identifier: Apache-2.0

import Testing
import HeddleWeave
import Workbench

@Suite("A list of hooks that grows and shrinks one by one")
struct GrowingListTests {
    /// Hooks with few different orders, so that many are equal; one in `rare` wants to stand outside of another.
    private static func hooks(_ count: Int, rare: Int, _ random: inout SeededGenerator) -> [Standing] {
        Standing.inARow(Array(repeating: .newcomer, count: count)).map { hook in
            var hook = hook
            hook.order = Double(Int.random(in: -2...2, using: &random))
            if rare > 0, hook.number > 0, Int.random(in: 0..<rare, using: &random) == 0 {
                hook.outside = [letters[Int.random(in: 0..<hook.number, using: &random)]]
            }
            return hook
        }
    }

    private func names(_ list: HookList<ListedLetter>) -> [String?] { list.outermostFirst.map(\.hook.name) }

    private func names(_ hooks: [Standing]) throws -> [String?] {
        try #require(Standing.outermostFirst(hooks)).map { String(Unicode.Scalar($0.letter)) }
    }

    @Test("stands as the law says after each change, with neighbours to stand beside or without", arguments: 0..<40)
    func law(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let hooks = Self.hooks(8, rare: [0, 2, 5][Int(seed) % 3], &random)
        var list = HookList<ListedLetter>()
        for count in hooks.indices {
            try list.add([ListedLetter(hooks[count])])
            #expect(names(list) == (try names(Array(hooks[...count]))))
        }
        var left = hooks
        for hook in hooks.shuffled(using: &random) {
            #expect(list.remove([UInt64(hook.letter)]).map(\.hook.id) == [UInt64(hook.letter)])
            left.removeAll { $0.letter == hook.letter }
            #expect(names(list) == (try names(left)))
        }
        #expect(!list.hasAwake)
    }

    @Test("is awake as long as one of its hooks is")
    func awake() throws {
        var list = HookList<ListedLetter>()
        #expect(!list.hasAwake)
        try list.add(Standing.inARow([.newcomer, .newcomer]).map(ListedLetter.init))
        #expect(list.pause(UInt64(letters[0])) && list.hasAwake)
        #expect(list.pause(UInt64(letters[1])) && !list.hasAwake)
        #expect(list.resume(UInt64(letters[0])) && list.hasAwake)
    }
}
