// SPDX-License-Identifier: Apache-2.0

/// Constraints that no order can meet.
public struct WeavingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The names along the cycle, each outside of the next; the first stands again at the end.
    public let cycle: [String]

    /// The cycle in words.
    public var description: String {
        "the hooks cannot be ordered: " + cycle.joined(separator: " is outside of ")
    }
}

/// The hooks from outermost to innermost: by `outside` and `inside` first, then by `order`, then as they were added.
///
/// A constraint on a name that no hook of this action has says nothing here.
///
/// - Complexity: O(*n* log *n*) for *n* hooks without constraints, otherwise O(*n*²).
public func ordered<Code>(_ hooks: [Hook<Code>]) throws(WeavingError) -> [Hook<Code>] {
    try outermostFirstIndices(of: hooks).map { hooks[$0] }
}

/// The same by the hooks' indices.
func outermostFirstIndices<Code>(of hooks: [Hook<Code>]) throws(WeavingError) -> [Int] {
    let byOrder = hooks.indices.sorted {
        (hooks[$0].constraints.order, $0) < (hooks[$1].constraints.order, $1)
    }
    let outer = outerNeighbours(of: hooks)
    if outer.isEmpty { return byOrder }

    var placed: [Int] = []
    var isPlaced: Set<Int> = []
    var remaining = byOrder
    while !remaining.isEmpty {
        guard let next = remaining.firstIndex(where: { isPlaced.isSuperset(of: outer[$0] ?? []) }) else {
            let path = cycle(among: remaining, outer: outer)
            throw WeavingError(cycle: path.map { hooks[$0].name ?? "a hook without a name" })
        }
        isPlaced.insert(remaining[next])
        placed.append(remaining.remove(at: next))
    }
    return placed
}

/// For each hook that stands inside of another the indices of those that must stand outside of it.
private func outerNeighbours<Code>(of hooks: [Hook<Code>]) -> [Int: Set<Int>] {
    let constrained = hooks.indices.filter { hooks[$0].constraints.namesNeighbours }
    guard !constrained.isEmpty else { return [:] }
    let byName = Dictionary(grouping: hooks.indices) { hooks[$0].name }
    var outer: [Int: Set<Int>] = [:]
    for index in constrained {
        for name in hooks[index].constraints.outside {
            for inner in byName[name] ?? [] { outer[inner, default: []].insert(index) }
        }
        for name in hooks[index].constraints.inside { outer[index, default: []].formUnion(byName[name] ?? []) }
    }
    return outer
}

/// A path that comes back to where it began, from the outermost inwards.
///
/// Every remaining hook has a remaining one outside of it, so that walking outwards must meet a hook again.
private func cycle(among remaining: [Int], outer: [Int: Set<Int>]) -> [Int] {
    var path: [Int] = []
    var current = remaining[0]
    while !path.contains(current) {
        path.append(current)
        current = outer[current].flatMap { neighbours in remaining.first(where: neighbours.contains) } ?? current
    }
    let loop = path[(path.firstIndex(of: current) ?? 0)...]
    return [current] + loop.reversed()
}
