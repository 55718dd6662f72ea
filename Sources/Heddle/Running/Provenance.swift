// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Foreign
internal import Report

/// Finds out where the values came from that a step refers to, once something has failed.
struct Provenance {
    let plan: StepsPlan
    let saved: SavedValues

    /// Where the values of the arguments came from that a call refers to.
    ///
    /// - Parameter step: the call's step; nil where it does not matter what was released before it.
    func sources(of call: PlannedCall, refusedAt step: Int? = nil) -> [ValueSource] {
        call.pending.sorted { $0.key < $1.key }.flatMap { index, template in
            let use = Diagnostic.place(of: index, in: call.prepared.action.signature)
            return template.references.compactMap { source(of: $0, as: use, before: step) }
        }
    }

    /// Where the values came from that an expectation refers to.
    func sources(of test: Step.Expectation.Test) -> [ValueSource] {
        test.templates.flatMap(\.references).compactMap { source(of: $0, as: "what is expected", before: nil) }
    }

    private func source(of reference: Reference, as use: String, before step: Int?) -> ValueSource? {
        for (call, save) in saves where save.name.value == reference.name {
            return ValueSource(
                use: use, reference: "\(reference)", path: "\(save.path.value)", giver: call.step,
                isSaved: saved[reference.name] != nil,
                releaser: step.flatMap { releaser(of: reference.name, call.release(of: save.path.value), before: $0) })
        }
        return nil
    }

    private var calls: [(index: Int, call: PlannedCall)] {
        plan.kept.compactMap { step in
            if case .success(let call) = step.call { (step.index, call) } else { nil }
        }
    }

    private var saves: [(call: PlannedCall, save: Step.Save)] {
        calls.flatMap { entry in entry.call.saves.map { (entry.call, $0) } }
    }

    /// The last step that has given a value to the function that releases it.
    private func releaser(of name: String, _ symbol: String?, before step: Int) -> ValueSource.Step? {
        calls.last { $0.index < step && $0.call.releases(name, by: symbol) }?.call.step
    }
}

extension PlannedCall {
    fileprivate var step: ValueSource.Step { ValueSource.Step(prepared.action.name, at: range.location) }

    /// The function that releases a part of its outcome.
    fileprivate func release(of path: ValuePath) -> String? {
        let signature = prepared.action.signature
        guard case .out(let name) = path.root else { return signature.release }
        return signature.parameters.first { $0.name == name }?.release
    }

    /// Whether it gets a saved value to release it.
    fileprivate func releases(_ name: String, by symbol: String?) -> Bool {
        let signature = prepared.action.signature
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
