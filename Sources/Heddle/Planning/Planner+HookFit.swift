// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleWeave

/// Checks that hooks fit the actions that they are around, including actions that no step calls: modules may call them.
extension Planner {
    /// Binds the actions that a hook is around, as far as it may not fit them.
    mutating func bind(_ hook: CheckedHook) {
        let (entry, spec) = (hook.entry, hook.spec)
        for target in hook.targets where spec.mayNotFit || spec.pointcut.names(target.candidate) {
            bind(target.name)
        }
        if spec.mayMisfit { noteMisfits(of: entry, spec, around: hook.targets.map(\.name)) }
    }

    /// Binds an action that hooks are around. Each is tried once: its hooks are the same for all of them.
    private mutating func bind(_ name: ActionName) {
        guard triedActions.insert(name).inserted else { return }
        do { _ = try host.registry.action(name) } catch {
            noteOfHooks(error.all.filter { $0.isOfHook })
        }
    }

    /// Notes what is wrong with hooks, as far as it was not said before.
    ///
    /// - Parameter range: where a mistake without a place of its own was found.
    mutating func noteOfHooks(_ found: [Diagnostic], at range: SourceRange? = nil) {
        let new = found.filter { saidOfHooks.insert($0) }
        mistakes += range.map { range in new.map { $0.located(at: range) } } ?? new
    }

    /// Around what a `*` covers and it does not fit, a hook is not there, which somebody should know; where it fits
    /// nothing at all, something is wrong.
    private mutating func noteMisfits(
        of entry: HookEntry, _ spec: HookSpec, around actions: [ActionName]
    ) {
        let misfits = host.registry.misfits(of: spec.id)
        let missed = actions.filter { misfits[$0] != nil }
        guard let first = missed.first.flatMap({ misfits[$0] }) else { return }
        if missed.count == actions.count { return mistakes.append(first.located(at: entry.range)) }
        mistakes.append(
            Diagnostic(
                .notice, code: .hook(.passedOver),
                "the hook does not fit \(missed.count) of the \(actions.count) actions that its patterns match, and skips \(missed.count == 1 ? "it" : "them")",
                at: entry.patterns.first?.range,
                notes: missed.prefix(3).map { .init("not around \($0): \(misfits[$0]?.message ?? "")") }))
    }
}

/// A hook of a behaviour that is right by itself, with the actions that it comes to stand around.
typealias CheckedHook = (entry: HookEntry, spec: HookSpec, targets: [HookTarget])

/// The mistakes of hooks that were said: the same is found at each action that a hook is around.
struct SaidOfHooks {
    private var said: Set<Diagnostic> = []
    /// True once a contradiction of order is said, which is the same around every action.
    private var saysOrder = false

    /// Notes that a mistake is said; false where it was said before.
    mutating func insert(_ mistake: Diagnostic) -> Bool {
        guard mistake.code == .hook(.order) else {
            // The place is that of the hook for one who only weaves it, and a closer one for one who has read it.
            var mistake = mistake
            mistake.range = nil
            return said.insert(mistake).inserted
        }
        defer { saysOrder = true }
        return !saysOrder
    }
}

extension Diagnostic {
    /// True for a mistake about a hook.
    var isOfHook: Bool { [.hook, .aspect].contains(code.area) }
}
