// SPDX-License-Identifier: Apache-2.0

/// The cases of several behaviours that run, in their order: each behind those that it needs.
///
/// ## Topics
/// - ``Entry``
/// - ``groups``
/// - ``CaseDivision``
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

    init(_ entries: [Entry]) {
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
    package var groups: [[Entry]] { places.map { group in group.map { entries[$0] } } }

    /// The places of the cases of each group.
    var places: [[Int]] { needs.groups }

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
