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
    private let wishes: [[Int]]
    private var states: [State]
    /// The stack of the search: items, each with the number of its needs that were followed.
    private var open: [(index: Int, seen: Int)] = []

    /// Orders some items and all that they need.
    ///
    /// - Parameters:
    ///   - needs: for each item, the numbers of those that it needs.
    ///   - wishes: for each item, the numbers of those that come before it where no need forbids that; empty for none.
    ///   - roots: the items to order; nil for all in the order of their numbers.
    /// - Complexity: O(number of items and needs), where each wish counts with all that its item needs.
    package init(_ needs: [[Int]], wishes: [[Int]] = [], from roots: [Int]? = nil) {
        self.needs = needs
        self.wishes = wishes
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
        guard seen < needs[index].count else { return advance(index, wish: seen - needs[index].count) }
        open[open.count - 1].seen += 1
        let need = needs[index][seen]
        switch states[need] {
        case .unseen: enter(need)
        case .open: cycles.append(open.map(\.index).drop { $0 != need } + [need])
        case .done: break
        }
    }

    private mutating func advance(_ index: Int, wish seen: Int) {
        guard seen < (wishes.isEmpty ? 0 : wishes[index].count) else {
            states[index] = .done
            order.append(index)
            open.removeLast()
            return
        }
        open[open.count - 1].seen += 1
        let wish = wishes[index][seen]
        if states[wish] == .unseen, !needsOpen(wish) { enter(wish) }
    }

    /// Returns whether an item needs one that is not done, so that it cannot come now.
    private func needsOpen(_ index: Int) -> Bool {
        var seen: Set<Int> = [index]
        var pending = [index]
        while let next = pending.popLast() {
            for need in needs[next] where states[need] != .done {
                if states[need] == .open { return true }
                if seen.insert(need).inserted { pending.append(need) }
            }
        }
        return false
    }
}
