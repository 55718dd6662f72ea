// SPDX-License-Identifier: Apache-2.0

/// Constraints that contradict each other.
public struct WeavingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The names along the cycle, each outside of the next. The first one is repeated at the end.
    public let cycle: [String]
    /// The hooks along the cycle, by ``Hook/id``.
    public let hooks: [UInt64]

    /// The cycle in words.
    public var description: String {
        "the hooks cannot be ordered: " + cycle.joined(separator: " is outside of ")
    }
}

/// The hooks from outermost to innermost: by `outside` and `inside` first, then by `order`, then as they were added.
///
/// A constraint on a name that no hook of this action has is ignored.
///
/// - Complexity: O(*n* log *n* + *c*) for *n* hooks with *c* names in their constraints.
public func ordered<Code>(_ hooks: [Hook<Code>]) throws(WeavingError) -> [Hook<Code>] {
    try outermostFirstIndices(of: hooks).map { hooks[$0] }
}

/// The same by the hooks' indices.
func outermostFirstIndices<Code>(of hooks: [Hook<Code>]) throws(WeavingError) -> [Int] {
    let byOrder = hooks.indices.sorted {
        (hooks[$0].constraints.order, $0) < (hooks[$1].constraints.order, $1)
    }
    guard hooks.contains(where: { $0.constraints.namesNeighbours }) else { return byOrder }
    let graph = ConstraintGraph(byOrder.map { hooks[$0] })
    let placed = graph.outermostFirst()
    guard placed.count == hooks.count else {
        let cycle = graph.cycle(without: placed).map { hooks[byOrder[$0]] }
        throw WeavingError(cycle: cycle.map { $0.name ?? "a hook without a name" }, hooks: cycle.map(\.id))
    }
    return placed.map { byOrder[$0] }
}
