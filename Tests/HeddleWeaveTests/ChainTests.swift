// SPDX-License-Identifier: Apache-2.0

import Testing
import HeddleWeave

@Suite("A chain")
struct ChainTests {
    private typealias Piece = Hook<String>.Piece

    @Test("has befores and insteads outermost first, afters innermost first")
    func order() throws {
        let chain = try Chain([
            Hook(
                id: 1, before: [Piece("a1"), Piece("a2")], instead: [Piece("a3")], after: [Piece("a4"), Piece("a5")]),
            Hook(id: 2, before: [Piece("b1")], instead: [Piece("b3")], after: [Piece("b4")]),
        ])
        #expect(chain.befores.map(\.code) == ["a1", "a2", "b1"])
        #expect(chain.insteads.map(\.code) == ["a3", "b3"])
        #expect(chain.afters.map(\.step.code) == ["b4", "a5", "a4"])
        #expect(chain.befores.map(\.hook) == [1, 1, 2])
    }

    @Test("pairs an after with the before of its hook")
    func pairs() throws {
        let chain = try Chain([
            Hook(id: 1, before: [Piece("a")]), Hook(id: 2, after: [Piece("b")]),
            Hook(id: 3, before: [Piece("c")], after: [Piece("c")]),
        ])
        #expect(chain.afters.map(\.needsEntered) == [2, 0])
    }

    @Test("knows which afters run whenever the one ahead of them does")
    func rows() throws {
        let chain = try Chain([
            Hook(id: 1, before: [Piece("a")], after: [Piece("a")]), Hook(id: 2, after: [Piece("b")]),
            Hook(id: 3, after: [Piece("c")], condition: .returned), Hook(id: 4, after: [Piece("d")]),
            Hook(id: 5, before: [Piece("e")], after: [Piece("e")]),
        ])
        #expect(chain.afters.map(\.step.code) == ["e", "d", "c", "b", "a"])
        let follows = chain.afters.indices.dropFirst().map { chain.afters[$0].follows(chain.afters[$0 - 1]) }
        #expect(follows == [true, false, true, false])
    }

    @Test("pairs pieces that share a state: who was not entered does not leave")
    func pairsOfPieces() throws {
        let chain = try Chain([
            Hook(
                id: 1, before: [Piece("a", state: 0), Piece("b", state: 1)],
                after: [Piece("a", state: 0), Piece("b", state: 1), Piece("c", state: 2)])
        ])
        #expect(chain.afters.map(\.step.code) == ["c", "b", "a"])
        #expect(chain.afters.map(\.needsEntered) == [1, 2, 1])
    }

    @Test("gives each hook's state a place of its own, which later pieces find")
    func states() throws {
        let chain = try Chain([
            Hook(id: 1, before: [Piece("a")], after: [Piece("a")]),
            Hook(id: 2, before: [Piece("b")], instead: [Piece("b")], after: [Piece("b")]),
        ])
        #expect(chain.states == 2)
        #expect(chain.befores.map(\.state) == [.begins, .begins])
        #expect(chain.befores.map(\.place) == [0, 1])
        #expect(chain.insteads.map(\.state) == [.continues])
        #expect(chain.insteads.map(\.place) == [1])
        #expect(chain.afters.map(\.step.state) == [.continues, .continues])
        #expect(chain.afters.map(\.step.place) == [1, 0])
    }

    @Test("keeps no state for pieces that nobody follows or precedes")
    func noStates() throws {
        let chain = try Chain([
            Hook(id: 1, before: [Piece("a")]), Hook(id: 2, after: [Piece("b")]),
            Hook(id: 3, instead: [Piece("c")], after: [Piece("c")]),
            Hook(id: 4, before: [Piece("d", state: 1)], after: [Piece("d", state: 2)]),
        ])
        #expect(chain.states == 0)
        let uses = (chain.befores + chain.insteads + chain.afters.map(\.step)).map(\.state)
        #expect(uses.allSatisfy { $0 == .none })
    }

    @Test("lets several states of one hook stand side by side")
    func severalStates() throws {
        let pieces = [Piece("a", state: 0), Piece("b", state: 1), Piece("a", state: 0)]
        let chain = try Chain([Hook(id: 1, before: pieces, after: [Piece("b", state: 1)])])
        #expect(chain.befores.map(\.state) == [.begins, .begins, .continues])
        #expect(chain.befores.map(\.place) == [0, 1, 0])
        #expect(chain.afters.map(\.step.place) == [1])
    }
}
