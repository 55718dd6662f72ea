// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleForeign

/// The references to parts of saved values that were found right for a parameter.
///
/// A name stands for the same in all steps of a plan, and in each case whose steps save the same part of the outcome of
/// the same action under it.
struct CheckedReferences {
    private struct Key: Hashable {
        let site: ObjectIdentifier
        let parameter: Int
        let text: String
    }

    private struct Checked {
        let name: String
        /// The number of the reference; nil for all of the saved value.
        let reference: Int?
        /// The action and the part of its outcome that is saved under the name.
        let action: Action
        let path: CallPath
        /// The number of the plan in which the name was found to stand for that last, and its own number there.
        var plan: Int
        var number: Int
    }

    private var known: [Key: Checked] = [:]
    /// The plan that is made, with the number of those before it.
    private var plan: (steps: PlannedSteps, number: Int)?
    /// The names whose handles steps of this plan release.
    private var released: Set<String> = []

    var isEmpty: Bool { known.isEmpty }

    /// The number of a plan. Its names are of its own.
    private mutating func number(of steps: PlannedSteps) -> Int {
        if let plan, plan.steps === steps { return plan.number }
        let number = (plan?.number ?? 0) + 1
        plan = (steps, number)
        released = []
        return number
    }

    /// Notes that a step releases handles: the planner looks at each use of their names from now on.
    mutating func note(released names: [String], in plan: PlannedSteps) {
        _ = number(of: plan)
        released.formUnion(names)
    }

    /// Notes a reference that the planner has found right, as it has put it.
    mutating func note(
        _ text: String, _ reference: Reference, for parameter: Int, of site: CallSite, in plan: PlannedSteps
    ) {
        guard reference.indices.isEmpty, let number = plan.source.number(ofSaved: reference.name),
            let (action, path) = plan.origin(of: reference.name)
        else { return }
        known[Key(site: ObjectIdentifier(site), parameter: parameter, text: text)] = Checked(
            name: reference.name, reference: reference.isWhole ? nil : plan.calls.number(of: reference), action: action,
            path: path, plan: self.number(of: plan), number: number)
    }

    /// The word of a parameter that takes a reference; nil where that was not found right, or its name has been released.
    mutating func word(
        of text: String, for parameter: Int, of site: CallSite, in plan: PlannedSteps
    ) -> UInt64? {
        let key = Key(site: ObjectIdentifier(site), parameter: parameter, text: text)
        let current = self.number(of: plan)
        guard var checked = known[key], !released.contains(checked.name) else { return nil }
        if checked.plan != current {
            guard let number = plan.source.number(ofSaved: checked.name),
                let (action, path) = plan.origin(of: checked.name), action === checked.action, path == checked.path
            else { return nil }
            (checked.plan, checked.number) = (current, number)
            known[key] = checked
        }
        return LateArgument.saved(checked.number, reference: checked.reference).word
    }
}
