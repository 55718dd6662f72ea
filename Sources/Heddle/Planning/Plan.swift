// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
package import HeddleBehaviour
package import HeddleDeclarations
package import HeddleDiagnostics
package import HeddleForeign

/// A behaviour after everything in it was resolved and checked: no names are left, and nothing can fail by form.
///
/// A plan is run by one thread at a time.
///
/// ## Topics
/// - ``read(_:on:origin:)``
/// - ``make(_:on:origin:)``
/// - ``PlannedSteps``
/// - ``PlannedStep``
/// - ``Run``
/// - ``CasePlan``
package struct Plan {
    /// The behaviour that it was made from.
    let behaviour: Behaviour
    /// The files that the parts of that came from.
    let files: IncludedFiles
    /// The steps that ``Run`` makes.
    let body: StepsPlan
    /// The cases, each behind those that it needs, and otherwise in the order of the file; the rows of a table in
    /// theirs.
    package let cases: [CasePlan]
    /// The warnings.
    package let warnings: [Diagnostic]
    /// The hooks that are woven since the plan was made, and end with it.
    let woven: WovenHooks
    /// The hooks that are switched off.
    let disabled: [PassedOverHook]

    /// The steps, in order.
    package var steps: PlannedSteps.SubSequence { body.main }
    /// The steps behind them that run in any case.
    package var always: PlannedSteps.SubSequence { body.always }
    /// The number of steps that a run makes; nil where some are repeated, or are run where a condition holds.
    package var stepCount: Int? { body.steps.blocks.isEmpty ? body.steps.count : nil }
    /// The course of the run where it cannot go on as written.
    package var policy: Policy { body.policy }

    /// The reasons why steps are left out, in their order.
    package var skipped: [Diagnostic] { body.steps.skipped }

    /// The names of the modules that came with it.
    package var moduleNames: [String] { body.modules.map(\.name) }

    /// Takes its hooks and modules out of the host.
    package func end() {
        woven.remove()
        body.loaded?.remove()
    }

    /// The hooks that are not around a call, and why.
    package func passedOver(around action: ActionName, on host: ModuleHost) -> [PassedOverHook] {
        host.registry.passedOver(around: action) + disabled
    }
}

/// Steps that are run together, with all that they need.
struct StepsPlan {
    /// The steps, and behind them those that run in any case.
    let steps: PlannedSteps
    let policy: Policy
    /// The modules of the behaviour that are not the program's, which the host has as long as the plan lives.
    let loaded: LoadedModules?

    /// The number of the case, or of the row of one, by which its golden files are known.
    var part = 0
    /// The number of the steps that set up the others.
    var setupCount = 0
    /// The expectations of what the steps leave around them, with where they stand.
    var expectations: [PlannedExpectation] = []
    /// The longest time that they may take together, in nanoseconds; nil for any.
    var most: Located<UInt64>?

    /// The modules of the behaviour whose instances are made for each run.
    var modules: [Module] { loaded?.all ?? [] }

    /// The steps but those that run in any case.
    var main: PlannedSteps.SubSequence { steps[..<steps.mainCount] }
    /// The steps that run in any case.
    var always: PlannedSteps.SubSequence { steps[steps.mainCount...] }
}

/// A step with its action bound, as people want to see it.
package struct PlannedStep {
    /// The step's number, from 0.
    package let index: Int
    /// The action that is called.
    package let name: ActionName
    /// The call; or why it is left out.
    package let call: Result<PlannedCall, Diagnostic>
}

/// The call of a planned step.
package struct PlannedCall {
    /// The action that is called.
    package let action: Action
    /// The way in which the call is made.
    package let transfer: CallTransfer
    /// Arguments that are not known before the run, by parameter.
    let pending: [Int: Template]
    /// The state of each argument.
    let arguments: [Argument]
    let ranges: [Int: SourceRange]
    let saves: [Step.Save]
    let expectations: [Step.Expectation]
    let range: SourceRange

    /// The action's hooks, outermost first.
    package var hooks: [ActionHook] { action.visibleHooks }

    /// The arguments that a caller gives, a reference as `{"ref": "name"}`; nil for a count that is taken from what it
    /// counts.
    package var plannedArguments: [Value?] {
        let fixed = action.signature
        return (fixed.given + Array(fixed.parameters.count..<arguments.count)).map { index in
            if let template = pending[index] { return template.written }
            let isSecret = index < fixed.parameters.count && fixed.parameters[index].isSecret
            if case .value(let value) = arguments[index] { return isSecret ? .secret : value }
            return nil
        }
    }

    /// The parts of its outcome that end the loop around it.
    package var endingPaths: [String] { paths(.endsLoop) }
    /// The parts of its outcome that decide which of the steps in its step are run.
    package var decidingPaths: [String] { paths(.decides) }

    private func paths(_ role: ExpectationRole) -> [String] {
        expectations.filter { $0.role == role }.map { "\($0.path.value)" }
    }

    /// The names of the saved values that the arguments and expectations refer to.
    var references: [String] {
        (pending.values.flatMap(\.references)
            + expectations.flatMap { $0.condition.operands.flatMap(\.value.references) })
            .filter { $0 != .temporaryFolder }.map(\.name)
    }
}

extension Step {
    /// The references to saved values in it, each with its place.
    var locatedReferences: [Located<Reference>] {
        var all: [Located<Reference>] = []
        switch arguments {
        case .none: break
        case .positional(let values): for value in values { all += value.references }
        case .named(let members): for member in members { all += member.value.references }
        }
        for expectation in expectations {
            for operand in expectation.condition.operands { all += operand.references }
        }
        return all
    }

    /// The names of the saved values that it refers to.
    var references: Set<String> {
        Set(locatedReferences.map(\.value).filter { $0 != .temporaryFolder }.map(\.name))
    }
}

extension Located<Template> {
    /// The references to saved values in it, each with its place.
    var references: [Located<Reference>] {
        switch value {
        case .literal: []
        case .reference(let reference): reference.needed.map { Located<Reference>($0, at: range) }
        case .computed(let computation): computation.operands.flatMap(\.references)
        case .array(let elements): elements.flatMap(\.references)
        case .object(let members): members.flatMap(\.value.references)
        }
    }
}

extension Template {
    /// The saved values that it refers to.
    var references: [Reference] {
        switch self {
        case .literal: []
        case .reference(let reference): reference.needed
        case .computed(let computation): computation.operands.flatMap(\.value.references)
        case .array(let elements): elements.flatMap(\.value.references)
        case .object(let members): members.flatMap(\.value.value.references)
        }
    }
}
