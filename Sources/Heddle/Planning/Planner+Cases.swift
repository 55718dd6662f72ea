// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Diagnostics

extension Planner {
    /// A planner of a case with the same modules, and with nothing woven or planned.
    func fresh(for behaviour: Behaviour) -> Planner {
        var planner = Planner(behaviour: behaviour, host: host, files: files)
        planner.modules = modules
        planner.absent = absent
        planner.flawed = flawed
        planner.packsSteps = false
        return planner
    }

    /// Plans some of the cases. The hooks of one are woven for as long as it is planned.
    mutating func planCases(where isMeant: (Case) -> Bool) -> [CasePlan] {
        let rows = Dictionary(uniqueKeysWithValues: behaviour.cases.map { ($0.name.value, $0.names) })
        return behaviour.cases.filter(isMeant).flatMap { plans(of: $0, rows) }
    }

    private mutating func plans(of planned: Case, _ rows: [String: [String]]) -> [CasePlan] {
        var weaver = fresh(for: behaviour.alone(planned))
        let hasHooks = !planned.hooks.isEmpty
        if hasHooks { weaver.weaveHooks() }
        defer { weaver.removeHooks() }
        mistakes += weaver.mistakes
        let needs = planned.needs.flatMap { rows[$0.value] ?? [] }
        let chosen = planned.rows.map { $0.map(Optional.some) } ?? [nil]
        return zip(planned.names, chosen).map { name, row in
            CasePlan(
                name: name, family: planned.name.value, tags: planned.tags.map(\.value), needs: needs,
                range: row?.range ?? planned.range,
                body: body(of: weaver, name, row), weaver: HookWeaver(weaver))
        }
    }

    private mutating func body(of weaver: Planner, _ name: String, _ row: Case.Row?) -> StepsPlan {
        var planner = weaver
        planner.mistakes = []
        planner.bindSteps(for: row)
        mistakes += planner.mistakes.map { mistake in
            guard let row else { return mistake }
            return mistake.with(note: .init("in the case \"\(name)\"", at: row.range))
        }
        return planner.body
    }
}

extension [CasePlan] {
    /// In the order of the file, except that a case comes behind those that it needs.
    func inOrder(of behaviour: Behaviour) -> [CasePlan] {
        let plans = Dictionary(uniqueKeysWithValues: map { ($0.name, $0) })
        return behaviour.casesInOrder.flatMap(\.names).compactMap { plans[$0] }
    }
}
