// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
package import HeddleDiagnostics

/// A case of a behaviour, or one row of it, resolved and checked like a plan.
///
/// Its steps share nothing with those of other cases: no saved value, no instance of a module, no hook with what it has
/// counted or kept. What a module keeps outside of its instances it keeps for all.
///
/// ## Topics
/// - ``CaseRun``
package struct CasePlan {
    /// The case as the file has it.
    package let outline: CaseOutline
    /// The name: that of the case, and behind it the row's where it has rows, such as `adds [2]`.
    package var name: String { outline.name }
    /// The steps, in order.
    package var steps: PlannedSteps.SubSequence { body.main }
    /// The steps behind them that run in any case.
    package var always: PlannedSteps.SubSequence { body.always }
    /// The reasons why steps are left out, in their order.
    package var skipped: [Diagnostic] { body.steps.skipped }

    /// Finds the lines of the case and its steps, so that they are known where they are told.
    package func findLines() {
        _ = outline.range.location
        for index in body.steps.indices { _ = body.steps.written(index).range.location }
    }

    let body: StepsPlan
    /// Weaves the hooks of the file and of the case as if they had never been woven.
    let weaver: HookWeaver
    /// The hooks that are woven since the plan was made, in whose place those of the case come.
    private(set) var hooksOfFile: WovenHooks?

    func insteadOf(_ hooks: WovenHooks) -> CasePlan {
        var plan = self
        plan.hooksOfFile = hooks
        return plan
    }

    init(_ outline: CaseOutline, body: StepsPlan, weaver: HookWeaver) {
        self.outline = outline
        self.body = body
        self.weaver = weaver
    }
}

extension CasePlan {
    /// Does something while the hooks of the case are woven, as if they had never been woven before. Those of the plan
    /// that it is of are taken away for good.
    ///
    /// - Throws: what contradicts hooks that were woven since the plan was made.
    package func woven<Result>(on host: ModuleHost, _ body: ([HookSpec]) -> Result) throws(Diagnostics) -> Result {
        hooksOfFile?.remove()
        let hooks = try weaver.weave()
        defer { hooks.remove(from: host) }
        return body(hooks)
    }
}

/// Weaves the hooks of a behaviour whose modules are loaded and whose actions are bound.
final class HookWeaver {
    private let planner: Planner

    init(_ planner: Planner) {
        self.planner = planner.fresh(for: planner.behaviour)
    }

    /// Weaves all hooks anew, with nothing counted or kept in them.
    ///
    /// - Throws: what contradicts hooks that were woven since the plan was made; then none is left.
    func weave() throws(Diagnostics) -> [HookSpec] {
        if planner.behaviour.hooks.isEmpty { return [] }
        var planner = planner
        planner.weaveHooks()
        let found = Diagnostics(planner.mistakes)
        guard found.errors.isEmpty else {
            planner.removeHooks()
            throw found
        }
        return planner.woven
    }
}
