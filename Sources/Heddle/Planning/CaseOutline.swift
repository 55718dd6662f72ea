// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
package import HeddleDiagnostics
package import HeddleReport

/// A case of a behaviour, or one row of it, as the file has it: all that can be said of it without loading a module.
///
/// ## Topics
/// - ``CasePlan``
/// - ``CaseSchedule``
package struct CaseOutline: Sendable {
    /// The name: that of the case, and behind it the row's where it has rows, such as `adds [2]`.
    package let name: String
    /// The name of the case as it was written, which its rows have in common.
    package let family: String
    /// The names of the groups that it is in, the outermost first.
    package let groups: [String]
    /// Words by which cases are chosen.
    package let tags: [String]
    /// The names of the cases that must have passed before, each row by itself.
    package let needs: [String]
    /// The place where the case, or its row, was written.
    package let range: SourceRange
    /// Its row, if it is one of a table and was planned.
    let row: Case.Row?

    /// Creates an outline; a case without rows is a family of its own.
    package init(
        name: String, family: String? = nil, groups: [String] = [], tags: [String] = [], needs: [String] = [],
        range: SourceRange
    ) {
        self.name = name
        self.family = family ?? name
        self.groups = groups
        self.tags = tags
        self.needs = needs
        self.range = range
        row = nil
    }

    /// The outline of a case that is planned.
    init(of planned: Case, name: String, needs: [String], row: Case.Row?) {
        self.name = name
        family = planned.name.value
        groups = planned.groups
        tags = planned.tags.map(\.value)
        self.needs = needs
        range = row?.range ?? planned.range
        self.row = row
    }
}

extension CaseOutline {
    /// The case as events tell of an attempt at it.
    ///
    /// - Parameter repetition: which time it is that a run comes to the case, from 1; each time is a case of its own.
    package func event(attempt: Int = 1, repetition: Int = 1, worker: Int = 0) -> CaseEvent {
        let suffix = repetition == 1 ? "" : " (run \(repetition))"
        return CaseEvent(
            id: "\(range.source.name)/\(name)\(suffix)", name: name + suffix, tags: tags, range: range,
            attempt: attempt, worker: worker, family: family == name ? nil : family, row: row?.shown ?? [])
    }
}

extension Case.Row {
    /// Its values; what is declared secret somewhere is hidden as a whole.
    fileprivate var shown: [Value.Member] {
        guard case .object(let members) = value else { return [] }
        return members.map { member in
            let range = range(of: PartPath([.member(member.name)]))
            return range.isConcealed ? Value.Member(member.name, .secret) : member
        }
    }
}
