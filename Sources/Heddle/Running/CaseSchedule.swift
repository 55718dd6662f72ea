// SPDX-License-Identifier: Apache-2.0

package import HeddleReport

/// Which cases of several behaviours run, and in which order: each behind those that it needs.
///
/// ## Topics
/// - ``Entry``
/// - ``groups``
/// - ``shard(_:)``
/// - ``shuffled(using:)``
package struct CaseSchedule: Sendable {
    /// A case and the behaviour that it is of.
    package struct Entry: Sendable {
        /// The case.
        package let outline: CaseOutline
        /// The number of the behaviour that it is of, from 0; names of cases are those of one behaviour.
        package let behaviour: Int
    }

    /// The cases in order.
    package let entries: [Entry]

    private init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// Those cases of behaviours that are meant, with those that they need, in the order of the behaviours.
    ///
    /// - Parameter behaviours: the cases of each, each behind those that it needs.
    package init(_ behaviours: [[CaseOutline]], selection: CaseSelection = CaseSelection()) {
        entries = behaviours.enumerated().flatMap { number, cases in
            selection.cases(of: cases).map { Entry(outline: $0, behaviour: number) }
        }
    }

    /// The cases in groups that need each other, directly or through others; each group in its order.
    package var groups: [[Entry]] { needs.groups.map { group in group.map { entries[$0] } } }

    /// One part of the cases, in their order; every case is in exactly one part of those of a count.
    ///
    /// Cases that need each other, directly or through others, stay together. The groups are dealt out in their order,
    /// each to the part with the fewest cases so far, so that the parts depend on nothing but the list of cases.
    package func shard(_ shard: RunStartEvent.Shard) -> CaseSchedule {
        let groups = needs.groups
        // Groups fill empty parts first, so that none goes to a part behind as many as there are groups.
        var sizes = [Int](repeating: 0, count: min(shard.count, groups.count))
        var members: [Int] = []
        for group in groups {
            guard let part = sizes.indices.min(by: { sizes[$0] < sizes[$1] }) else { continue }
            sizes[part] += group.count
            if part == shard.index - 1 { members += group }
        }
        return CaseSchedule(members.sorted().map { entries[$0] })
    }

    /// The same cases in a random order, in which each still stands behind those that it needs.
    package func shuffled(using generator: inout some RandomNumberGenerator) -> CaseSchedule {
        CaseSchedule(needs.order(using: &generator).map { entries[$0] })
    }

    /// For each case the places of those that it needs.
    private var needs: CaseNeeds {
        var places: [Int: [String: Int]] = [:]
        for (place, entry) in entries.enumerated() { places[entry.behaviour, default: [:]][entry.outline.name] = place }
        return CaseNeeds(entries.map { entry in entry.outline.needs.compactMap { places[entry.behaviour]?[$0] } })
    }
}
