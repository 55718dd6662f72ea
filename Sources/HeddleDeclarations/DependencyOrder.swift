// SPDX-License-Identifier: Apache-2.0

/// A topological order: each item comes after those that it needs.
///
/// The search is depth first and not recursive, because a chain of needs may be as long as a file.
package struct DependencyOrder {
    /// The numbers of the items, each after those that it needs, otherwise in the order of the roots.
    package private(set) var order: [Int] = []
    /// The cycles, each as its items with the first one again at the end.
    package private(set) var cycles: [[Int]] = []

    private enum State { case unseen, open, done }

    private let needs: [[Int]]
    private var states: [State]
    /// The stack of the search: items, each with the number of its needs that were followed.
    private var open: [(index: Int, seen: Int)] = []

    /// Orders some items and all that they need.
    ///
    /// - Parameters:
    ///   - needs: for each item, the numbers of those that it needs.
    ///   - roots: the items to order; nil for all in the order of their numbers.
    /// - Complexity: O(number of items and needs).
    package init(_ needs: [[Int]], from roots: [Int]? = nil) {
        self.needs = needs
        states = [State](repeating: .unseen, count: needs.count)
        for index in roots ?? Array(needs.indices) where states[index] == .unseen {
            enter(index)
            while let last = open.last { advance(last.index, last.seen) }
        }
    }

    private mutating func enter(_ index: Int) {
        states[index] = .open
        open.append((index, 0))
    }

    private mutating func advance(_ index: Int, _ seen: Int) {
        guard seen < needs[index].count else {
            states[index] = .done
            order.append(index)
            open.removeLast()
            return
        }
        open[open.count - 1].seen += 1
        let need = needs[index][seen]
        switch states[need] {
        case .unseen: enter(need)
        case .open: cycles.append(open.map(\.index).drop { $0 != need } + [need])
        case .done: break
        }
    }
}
