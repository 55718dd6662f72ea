// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Testing

@Suite("An order in which each thing stands behind those that it needs")
struct DependencyOrderTests {
    @Test("keeps the given order where nothing is needed")
    func independent() {
        #expect(DependencyOrder([[], [], []]).order == [0, 1, 2])
        #expect(DependencyOrder([[], [], []], from: [2, 0]).order == [2, 0])
    }

    @Test("puts a needed thing directly before the first that needs it")
    func needed() {
        #expect(DependencyOrder([[2], [], []]).order == [2, 0, 1])
        #expect(DependencyOrder([[2], [], []], from: [0]).order == [2, 0])
    }

    @Test("puts a wanted thing before the one that wishes it, unless that one is needed for it")
    func wishes() {
        #expect(DependencyOrder([[], [], []], wishes: [[2], [], []]).order == [2, 0, 1])
        #expect(DependencyOrder([[], [0]], wishes: [[1], []]).order == [0, 1])
        #expect(DependencyOrder([[], [2], [0]], wishes: [[1], [], []]).order == [0, 2, 1])
        #expect(DependencyOrder([[], [], []], wishes: [[1], [2], [0]]).order == [2, 1, 0])
        #expect(DependencyOrder([[], [], []], wishes: [[1], [2], [0]]).cycles.isEmpty)
        #expect(DependencyOrder([[], [2], []], wishes: [[1], [], []]).order == [2, 1, 0])
    }

    @Test("names each cycle and orders all things still")
    func cycles() {
        let order = DependencyOrder([[1], [2], [0], []])
        #expect(order.cycles == [[0, 1, 2, 0]])
        #expect(order.order.sorted() == [0, 1, 2, 3])
        #expect(DependencyOrder([[0]]).cycles == [[0, 0]])
    }

    @Test("orders a chain of needs that is as long as a file")
    func longChain() {
        let count = 200_000
        let order = DependencyOrder((0..<count).map { $0 + 1 < count ? [$0 + 1] : [] })
        #expect(order.order.first == count - 1 && order.order.last == 0)
    }
}
