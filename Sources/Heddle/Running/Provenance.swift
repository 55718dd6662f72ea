// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleReport

/// Finds out where the values came from that steps refer to, once something has failed. Nothing is looked up before.
final class Provenance {
    private let plan: StepsPlan
    /// The steps that pass saved values on.
    private lazy var steps = plan.steps.indices.compactMap { index -> (index: Int, call: PlannedCall)? in
        guard plan.steps.written(index).form.hasReferences, case .success(let call) = plan.steps[index].call else {
            return nil
        }
        return (index, call)
    }
    /// The places of the steps that pass a saved value on, by its name.
    private lazy var takers = steps.indices.reduce(into: [String: [Int]]()) { takers, place in
        for name in steps[place].call.pending.values.flatMap(\.references).map(\.name) {
            takers[name, default: []].append(place)
        }
    }

    init(_ plan: StepsPlan) {
        self.plan = plan
    }

    /// The sources of the values that the arguments of a call refer to.
    ///
    /// - Parameter step: that of a call which could not be made, so that it matters what was released before it.
    func sources(of call: PlannedCall, _ saved: SavedValues, refusedAt step: Int? = nil) -> [ValueSource] {
        let isOfMemory = call.action.name.module == MemoryOperation.module
        return call.pending.sorted { $0.key < $1.key }.flatMap { index, template in
            let signature = call.action.signature
            let isFunction = MemoryOperation.call.isCalled(call.action.name) && index == signature.parameters.count - 1
            let use = isFunction ? "the function" : Diagnostic.place(of: index, in: signature)
            return template.references.compactMap {
                source(of: isOfMemory ? $0.path : $0, as: use, saved, before: step)
            }
        }
    }

    /// The sources of the values that an expectation refers to.
    func sources(of condition: Condition<Located<Template>>, _ saved: SavedValues) -> [ValueSource] {
        condition.operands.flatMap(\.value.references).compactMap {
            source(of: $0, as: "the expected value", saved, before: nil)
        }
    }

    private func source(
        of reference: Reference, as use: String, _ saved: SavedValues, before step: Int?
    ) -> ValueSource? {
        guard let giver = giver(of: reference.name) else { return nil }
        return ValueSource(
            use: use, reference: "\(reference)", path: "\(giver.path)", giver: giver.call.step,
            isSaved: saved[reference.name] != nil,
            releaser: step.flatMap {
                releaser(of: reference.name, giver.call.action.signature.release(of: giver.path), before: $0)
            })
    }

    /// The step that saves a value.
    private func giver(of name: String) -> (call: PlannedCall, path: CallPath)? {
        guard let number = plan.steps.source.number(ofSaved: name), let index = plan.steps.saver(of: number),
            case .success(let call) = plan.steps[index].call
        else { return nil }
        return call.saves.first { $0.name.value == name }.map { (call, $0.path.value) }
    }

    /// The last step that has given a value to the function that releases it.
    private func releaser(of name: String, _ symbol: String?, before step: Int) -> ValueSource.Step? {
        let place = takers[name]?.last { steps[$0].index < step && steps[$0].call.releases(name, by: symbol) }
        return place.map { steps[$0].call.step }
    }
}

extension PlannedCall {
    fileprivate var step: ValueSource.Step { ValueSource.Step(action.name, at: range.location) }

    /// Returns whether it gets a saved value to release it, by a function as `_Free_` names it.
    fileprivate func releases(_ name: String, by function: String?) -> Bool {
        let symbol = function.map { ActionName(parsing: $0)?.action ?? $0 }
        let signature = action.signature
        return pending.contains { index, template in
            guard template.references.contains(where: { $0.name == name }) else { return false }
            return signature.symbol == symbol
                || index < signature.parameters.count && signature.parameters[index].isReleased
        }
    }
}

extension ActiveHook {
    /// The hook as it stands around an action.
    init(_ hook: ActionHook) {
        self.init(
            name: hook.name, origin: hook.origin, before: hook.labels[.before] ?? [],
            instead: hook.labels[.instead] ?? [], after: hook.labels[.after] ?? [], isPaused: hook.isPaused)
    }
}
