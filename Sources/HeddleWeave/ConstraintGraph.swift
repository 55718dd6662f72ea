// SPDX-License-Identifier: Apache-2.0

/// The constraints between hooks. A hook is identified by its rank, its number in the order without constraints.
///
/// Hooks refer to each other by name, and many may share a name. Names are nodes of their own, so that there is one
/// edge for each name in a constraint. Edges between pairs of hooks could be quadratic in number.
struct ConstraintGraph {
    private struct Name {
        /// The hooks of this name.
        var named: [Int] = []
        /// The hooks that must be outside of these.
        var outside: [Int] = []
        /// The hooks that must be inside of these.
        var inside: [Int] = []
    }

    private struct Node {
        /// The number of its own name.
        var name: Int?
        /// The numbers of the names that it must be outside of.
        var outsideOf: [Int] = []
        /// The numbers of the names that it must be inside of.
        var insideOf: [Int] = []
    }

    private var names: [Name] = []
    private var nodes: [Node] = []

    /// - Parameter hooks: the hooks by rank.
    init<Code>(_ hooks: [Hook<Code>]) {
        var numbers: [String: Int] = [:]
        for (rank, hook) in hooks.enumerated() {
            var node = Node()
            if let name = hook.name {
                let number = numbers[name] ?? names.count
                if number == names.count { names.append(Name()) }
                numbers[name] = number
                names[number].named.append(rank)
                node.name = number
            }
            nodes.append(node)
        }
        for (rank, hook) in hooks.enumerated() {
            nodes[rank].outsideOf = hook.constraints.outside.compactMap { numbers[$0] }
            nodes[rank].insideOf = hook.constraints.inside.compactMap { numbers[$0] }
            for name in nodes[rank].outsideOf { names[name].outside.append(rank) }
            for name in nodes[rank].insideOf { names[name].inside.append(rank) }
        }
    }

    /// The ranks, outermost first. Among the hooks that may come next, the lowest rank is chosen. Hooks on a cycle or
    /// inside of one are left out.
    ///
    /// - Complexity: O(*n* log *n* + *c*) for *n* hooks with *c* names in their constraints.
    func outermostFirst() -> [Int] {
        // The number of names that each hook waits for, and of hooks that each name waits for.
        var waiting = nodes.map { $0.insideOf.count + ($0.name.map { !names[$0].outside.isEmpty } == true ? 1 : 0) }
        var outsideLeft = names.map(\.outside.count)
        var namedLeft = names.map(\.named.count)
        var ready = RankHeap()
        func release(_ ranks: [Int]) {
            for rank in ranks {
                waiting[rank] -= 1
                if waiting[rank] == 0 { ready.insert(rank) }
            }
        }

        for rank in nodes.indices where waiting[rank] == 0 { ready.insert(rank) }
        var placed: [Int] = []
        while let rank = ready.removeLowest() {
            placed.append(rank)
            for name in nodes[rank].outsideOf {
                outsideLeft[name] -= 1
                if outsideLeft[name] == 0 { release(names[name].named) }
            }
            if let name = nodes[rank].name {
                namedLeft[name] -= 1
                if namedLeft[name] == 0 { release(names[name].inside) }
            }
        }
        return placed
    }

    /// A cycle among the hooks that were not placed, from the outermost inwards.
    ///
    /// Each of them has another unplaced hook outside of it, so a walk outwards must meet a hook again.
    ///
    /// - Complexity: O(*n* + *c*).
    func cycle(without placed: [Int]) -> [Int] {
        let isPlaced = Set(placed)
        let firstNamed = names.map { $0.named.first { !isPlaced.contains($0) } }
        let firstOutside = names.map { $0.outside.first { !isPlaced.contains($0) } }
        var path: [Int] = []
        var steps: [Int: Int] = [:]
        var current = nodes.indices.first { !isPlaced.contains($0) } ?? 0
        while steps[current] == nil {
            steps[current] = path.count
            path.append(current)
            let node = nodes[current]
            let outer =
                node.insideOf.compactMap { firstNamed[$0] }
                + [node.name.flatMap { firstOutside[$0] }].compactMap(\.self)
            current = outer.min() ?? current
        }
        return [current] + path[(steps[current] ?? 0)...].reversed()
    }
}

/// A binary heap of ranks, lowest first.
private struct RankHeap {
    private var ranks: [Int] = []

    mutating func insert(_ rank: Int) {
        ranks.append(rank)
        var child = ranks.count - 1
        while child > 0, ranks[(child - 1) / 2] > ranks[child] {
            ranks.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeLowest() -> Int? {
        guard let lowest = ranks.first else { return nil }
        ranks[0] = ranks[ranks.count - 1]
        ranks.removeLast()
        var parent = 0
        while true {
            let children = 2 * parent + 1..<min(2 * parent + 3, max(2 * parent + 1, ranks.count))
            guard let least = children.min(by: { ranks[$0] < ranks[$1] }), ranks[least] < ranks[parent] else { break }
            ranks.swapAt(parent, least)
            parent = least
        }
        return lowest
    }
}
