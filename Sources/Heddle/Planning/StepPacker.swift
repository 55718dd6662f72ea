// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// Plans the steps that are plain and right at a glance, those of a behaviour and of its cases. What it leaves may be
/// right as well, and is for ``CallPlanner``.
///
/// It knows the actions with the hooks that are woven when it first meets them.
final class StepPacker {
    private let calls: PackedCalls
    private let action: (ActionName) -> Action?
    /// The indices of sites, by the forms of steps.
    private var sites: [WrittenStep.FormID: Site] = [:]
    // What the step that is packed is called with, and what it expects: in the same memory for all.
    private var arguments: [PackedArgument] = []
    private var conditions: [PackedCondition] = []

    private enum Site {
        case none
        case known(Int)
    }

    /// - Parameter action: finds the action of a call; nil where there is something to say of it.
    init(into calls: PackedCalls, action: @escaping (ActionName) -> Action?) {
        self.calls = calls
        self.action = action
    }

    /// Plans one of some steps behind those that are planned; false where it is left.
    func pack(_ index: Int, of steps: Steps, into plan: inout PlannedSteps) -> Bool {
        let written = steps.written(index)
        guard let site = site(of: written), let step = PlainStep(written), take(step, of: written, plan, into: &arguments),
            let packed = pack(step, site: site, in: written.bytes)
        else { return false }
        plan.append(packed, saving: step.save.flatMap { steps.number(ofSaved: written.text($0)) })
        return true
    }

    private func pack(_ step: PlainStep, site index: Int, in text: [UInt8]) -> PackedStep? {
        let site = calls.sites[index]
        guard site.packing.leavesOpen(step.conditions, in: text) else { return nil }
        let arePacked = site.packing.returnsInteger && Self.take(step, into: &conditions)
        let call = site.packing.pack(
            arguments, in: text, where: arePacked ? conditions : [], keepsResult: step.save != nil,
            into: calls.arguments)
        return call.map { call in
            let expectation: StepForm.Expectation = step.conditions.isEmpty ? .nothing : arePacked ? .packed : .written
            let form = StepForm(
                site: index, references: call.references, expectation: expectation, result: call.result)
            return PackedStep(form: calls.index(of: form), call.arguments)
        }
    }

    /// False where it takes what no packed step has saved.
    private func take(
        _ step: PlainStep, of written: WrittenStep, _ plan: PlannedSteps, into arguments: inout [PackedArgument]
    ) -> Bool {
        arguments.removeAll(keepingCapacity: true)
        for argument in step.arguments {
            switch argument {
            case .literal(let literal): arguments.append(.literal(literal))
            case .saved(let name):
                guard let number = plan.source.number(ofSaved: written.text(name)), let saver = plan.packedSaver(number),
                    let result = calls.result(of: saver), let kept = calls.site(of: saver).packing.kept
                else { return false }
                arguments.append(.result(result, kept))
            }
        }
        return true
    }

    /// False where the result is not only compared with whole numbers.
    private static func take(_ step: PlainStep, into conditions: inout [PackedCondition]) -> Bool {
        conditions.removeAll(keepingCapacity: true)
        for condition in step.conditions {
            guard case .integer(let number) = condition.operand, let packed = PackedCondition(condition.word, number)
            else { return false }
            conditions.append(packed)
        }
        return true
    }

    private func site(of step: WrittenStep) -> Int? {
        let site = sites[step.formID] ?? makeSite(of: step)
        sites[step.formID] = site
        if case .known(let number) = site { return number }
        return nil
    }

    private func makeSite(of step: WrittenStep) -> Site {
        action(step.call.value).flatMap(CallSite.init).map { .known(calls.add($0)) } ?? .none
    }
}

extension CallPacking {
    /// Whether what a step expects may hold for one result and not for another, as far as types tell.
    fileprivate func leavesOpen(_ conditions: [PlainStep.Condition], in text: [UInt8]) -> Bool {
        guard conditions.allSatisfy({ leavesOpen($0.word, $0.operand, in: text) }) else { return false }
        return conditions.count < 2 || mayHold(conditions.map { ($0.word, $0.operand) }, in: text)
    }
}
