// SPDX-License-Identifier: Apache-2.0

/// The order of cases by what they need, found without recursion: a chain of needs may be as long as the file.
struct NeedsOrder {
    /// The indices of all cases, each behind those that it needs, and otherwise as they were given.
    private(set) var order: [Int] = []
    /// The needs that close a circle, as the cases that need each other, the first one at the end again.
    private(set) var circles: [[Int]] = []

    private enum State { case unseen, open, done }

    private let needs: [[Int]]
    private var states: [State]
    /// The cases that wait for what they need, and how many of their needs were looked at.
    private var open: [(index: Int, seen: Int)] = []

    /// - Parameter needs: for each case the indices of those that it needs.
    init(_ needs: [[Int]]) {
        self.needs = needs
        states = [State](repeating: .unseen, count: needs.count)
        for index in needs.indices where states[index] == .unseen {
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
        case .open: circles.append(open.map(\.index).drop { $0 != need } + [need])
        case .done: break
        }
    }
}

extension [Case] {
    /// For each the indices of those that it needs; what does not exist is left out.
    var needs: [[Int]] {
        let indices = Dictionary(enumerated().map { ($1.name.value, $0) }) { first, _ in first }
        return map { $0.needs.compactMap { indices[$0.value] } }
    }
}

extension Behaviour {
    /// The cases, each behind those that it needs, and otherwise in the order of the file.
    package var casesInOrder: [Case] { NeedsOrder(cases.needs).order.map { cases[$0] } }
}
