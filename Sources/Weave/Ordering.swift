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
public func ordered<Code>(_ hooks: [Hook<Code>]) throws(WeavingError) -> [Hook<Code>] {
    let byOrder = hooks.enumerated()
        .sorted { ($0.element.constraints.order, $0.offset) < ($1.element.constraints.order, $1.offset) }
        .map(\.element)
    let outer = outerNeighbours(of: byOrder)
    if outer.allSatisfy(\.isEmpty) { return byOrder }

    var placed: [Int] = []
    var remaining = Array(byOrder.indices)
    while !remaining.isEmpty {
        guard let next = remaining.firstIndex(where: { placed.containsAll(outer[$0]) }) else {
            let path = cycle(among: remaining, outer: outer)
            throw WeavingError(cycle: path.map { byOrder[$0].name ?? "a hook without a name" })
        }
        placed.append(remaining.remove(at: next))
    }
    return placed.map { byOrder[$0] }
}

/// For each hook the indices of those that must stand outside of it.
private func outerNeighbours<Code>(of hooks: [Hook<Code>]) -> [Set<Int>] {
    var outer = [Set<Int>](repeating: [], count: hooks.count)
    for (index, hook) in hooks.enumerated() {
        for (other, neighbour) in hooks.enumerated() {
            guard let name = neighbour.name else { continue }
            if hook.constraints.outside.contains(name) { outer[other].insert(index) }
            if hook.constraints.inside.contains(name) { outer[index].insert(other) }
        }
    }
    return outer
}

/// A path that comes back to where it began, from the outermost inwards.
///
/// Every remaining hook has a remaining one outside of it, so that walking outwards must meet a hook again.
private func cycle(among remaining: [Int], outer: [Set<Int>]) -> [Int] {
    let rest = Set(remaining)
    var path: [Int] = []
    var current = remaining[0]
    while !path.contains(current) {
        path.append(current)
        current = outer[current].intersection(rest).min() ?? current
    }
    let loop = path[(path.firstIndex(of: current) ?? 0)...]
    return [current] + loop.reversed()
}

extension Array<Int> {
    fileprivate func containsAll(_ others: Set<Int>) -> Bool { others.allSatisfy(contains) }
}
