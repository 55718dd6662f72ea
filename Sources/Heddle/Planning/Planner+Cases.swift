// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDiagnostics

extension Planner {
    /// A planner of a case with the same modules, and with nothing woven or planned.
    func fresh(for behaviour: Behaviour) -> Planner {
        var planner = Planner(behaviour: behaviour, host: host, files: files, calls: calls)
        planner.given = given
        planner.modules = modules
        planner.compiler = compiler
        planner.saidOfHooks = saidOfHooks
        return planner
    }

    /// Plans some of the cases. The hooks of one are woven for as long as it is planned.
    mutating func planCases(where isMeant: (Case) -> Bool) -> [CasePlan] {
        let meant = behaviour.cases.filter(isMeant)
        let rows =
            meant.haveNeeds ? Dictionary(behaviour.cases.map { ($0.name.value, $0.names) }) { first, _ in first } : [:]
        var planner = fresh(for: behaviour.withoutCalls)
        let weaver = HookWeaver(planner)
        return meant.flatMap { planned in
            planned.hooks.isEmpty
                ? plans(of: planned, rows, by: &planner, weaver) : plansWithHooks(of: planned, rows)
        }
    }

    private mutating func plansWithHooks(of planned: Case, _ rows: [String: [String]]) -> [CasePlan] {
        var planner = fresh(for: behaviour.alone(planned))
        planner.weaveHooks()
        planner.bindHookNeeds()
        // The compiler of the others knows the actions without the hooks of this case.
        planner.compiler = planner.makeCompiler()
        defer { planner.removeHooks() }
        mistakes += planner.mistakes
        return plans(of: planned, rows, by: &planner, HookWeaver(planner))
    }

    private mutating func plans(
        of planned: Case, _ rows: [String: [String]], by planner: inout Planner, _ weaver: HookWeaver
    ) -> [CasePlan] {
        let needs = planned.needs.flatMap { rows[$0.value] ?? [] }
        let chosen = planned.rows.map { $0.map(Optional.some) } ?? [nil]
        return zip(planned.names, chosen).map { name, row in
            let outline = CaseOutline(of: planned, name: name, needs: needs, row: row)
            return CasePlan(outline, body: body(of: planned, name, row, by: &planner), weaver: weaver)
        }
    }

    private mutating func body(
        of planned: Case, _ name: String, _ row: Case.Row?, by planner: inout Planner
    ) -> StepsPlan {
        planner.mistakes = []
        planner.reasonsForLeavingOut = []
        calls.golden.beginPart()
        var body = planner.plan(planned.steps, always: planned.always, for: row)
        body.part = calls.golden.part
        body.setupCount = planned.setupCount
        body.most = planned.most
        body.expectations = planner.plan(planned.expectations, for: given.with(row: row))
        reasonsForLeavingOut += planner.reasonsForLeavingOut
        mistakes += planner.mistakes.map { mistake in
            guard let row else { return mistake }
            return mistake.with(note: .init("in the case \"\(name)\"", at: row.range))
        }
        return body
    }
}

extension [CasePlan] {
    /// In the order of the file, except that a case comes behind those that it needs.
    func inOrder(of behaviour: Behaviour) -> [CasePlan] {
        let plans = Dictionary(uniqueKeysWithValues: map { ($0.name, $0) })
        return behaviour.casesInOrder.flatMap(\.names).compactMap { plans[$0] }
    }
}
