// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON

/// Steps of a behaviour that are tried by themselves, as a test.
///
/// ## Topics
/// - ``Row``
/// - ``names``
package struct Case: Sendable {
    /// The name; no other case of the file has it, nor one that the rows of another make.
    package let name: Located<String>
    /// Words by which cases are chosen.
    package let tags: [Located<String>]
    /// The names of the cases that must have passed before.
    package let needs: [Located<String>]
    /// The rows of its table, at least one, for each of which it is run; nil where it has no table.
    package let rows: [Row]?
    /// The hooks that are woven for this case only, inside of those of the file where nothing else is said.
    package let hooks: [HookEntry]
    /// The names of the groups that it is in, the outermost first.
    package let groups: [String]
    /// The steps, first those that set it up; they know what they save themselves, and the row.
    package let steps: Steps
    /// The number of steps that set it up: those of the file, of its groups and its own.
    package let setupCount: Int
    /// The steps behind them that are run in any case: its own, those of its groups, and those of the file.
    package let always: Steps
    /// The expectations of what its steps leave around them.
    package let expectations: [Step.Expectation]
    /// The longest time that it may take, in nanoseconds; nil for any.
    package let most: Located<UInt64>?
    /// The place of the case.
    package let range: SourceRange

    /// A row of the table of a case.
    package struct Row: Sendable {
        /// Its own name, where it has one.
        package let name: String?
        /// Its values by their columns: an object.
        package let value: Value
        /// Its place.
        package let range: SourceRange
        /// True if it is written as an array of values, in the order of the columns.
        let isArray: Bool
    }

    /// The names under which it is run: its own, or one for each row, such as `adds [2]` or `adds [zero]`.
    package var names: [String] {
        guard let rows else { return [name.value] }
        return rows.enumerated().map { "\(name.value) [\($1.name ?? "\($0 + 1)")]" }
    }
}

extension Case.Row {
    /// The place of the value of a column, or of a part of it.
    package func range(of part: PartPath) -> SourceRange {
        guard isArray, case .member(let column)? = part.steps.first, case .object(let members) = value,
            let index = members.firstIndex(where: { $0.name == column })
        else { return range.part(at: part.steps) }
        return range.part(at: [.element(index)] + part.steps.dropFirst())
    }
}

extension [Case] {
    /// True if one of them needs another one.
    package var haveNeeds: Bool { contains { !$0.needs.isEmpty } }

    /// For each case the indices of those that it needs; a need that does not exist is left out.
    var needs: [[Int]] {
        let indices = Dictionary(enumerated().map { ($1.name.value, $0) }) { first, _ in first }
        return map { $0.needs.compactMap { indices[$0.value] } }
    }
}

extension Behaviour {
    /// The cases, each behind those that it needs, and otherwise in the order of the file.
    package var casesInOrder: [Case] {
        cases.haveNeeds ? DependencyOrder(cases.needs).order.map { cases[$0] } : cases
    }
}
