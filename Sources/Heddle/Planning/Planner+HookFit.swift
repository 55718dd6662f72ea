// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations
internal import Diagnostics
internal import Weave

/// Whether hooks fit the actions that they are around, those among them that no step calls: modules may call them.
extension Planner {
    /// Binds the actions that a hook is around, as far as it may not fit them.
    mutating func bind(
        _ verdicts: [(target: HookTarget, verdict: HookVerdict)], of entry: HookEntry,
        _ registration: HookRegistration, isFitted: Bool
    ) {
        let targets = verdicts.compactMap { target, verdict -> HookTarget? in
            guard case .woven = verdict, !target.isDestruction else { return nil }
            return target
        }
        let isTried = isFitted || !entry.outside.isEmpty || !entry.inside.isEmpty
        for target in targets where isTried || registration.pointcut.names(target.candidate) {
            bind(target.name, of: entry)
        }
        if isFitted { noteMisfits(of: entry, registration, around: targets.map(\.name)) }
    }

    private mutating func bind(_ name: ActionName, of entry: HookEntry) {
        do {
            _ = try host.registry.action(name)
        } catch {
            let found = error.all.withOneOrder.filter { mistake in
                let isOfHook = mistake.code.hasPrefix("hook.") || mistake.code.hasPrefix("aspect.")
                return isOfHook
                    && !mistakes.contains {
                        $0.code == mistake.code && ($0.message == mistake.message || $0.code == "hook.order")
                    }
            }
            let place = (entry.outside + entry.inside).first?.range ?? entry.range
            mistakes += found.map { $0.located(at: place) }
        }
    }

    /// Around what a `*` covers and it does not fit, a hook is not there, which somebody should know; where it fits
    /// nothing at all, something is wrong.
    private mutating func noteMisfits(
        of entry: HookEntry, _ registration: HookRegistration, around actions: [ActionName]
    ) {
        let misfits = host.registry.misfits(of: registration.id)
        let missed = actions.filter { misfits[$0] != nil }
        guard let first = missed.first.flatMap({ misfits[$0] }) else { return }
        if missed.count == actions.count { return mistakes.append(first.located(at: entry.range)) }
        mistakes.append(
            Diagnostic(
                .notice, code: "hook.passed-over",
                "the hook does not fit \(missed.count) of the \(actions.count) actions that its patterns cover, and is not around \(missed.count == 1 ? "it" : "them")",
                at: entry.patterns.first?.range,
                notes: missed.prefix(3).map { .init("not around \($0): \(misfits[$0]?.message ?? "")") }))
    }
}

extension [Diagnostic] {
    /// The same with no more than one contradiction of order, which is the same around every action.
    var withOneOrder: [Diagnostic] {
        let first = firstIndex { $0.code == "hook.order" }
        return enumerated().filter { $1.code != "hook.order" || $0 == first }.map(\.element)
    }
}
