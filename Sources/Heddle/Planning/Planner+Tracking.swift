// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The parts of `tracking` that are not hooks like others.
extension Planner {
    /// Makes the providers, before the hooks that send events to them.
    mutating func makeProviders() {
        let (made, found) = host.aspects.providers(behaviour.providers.map { ($0.name, $0.node) }) {
            files.lineFiles(of: $0)
        }
        providers = made
        asked += made.asks
        mistakes += found
    }

    /// Returns whether the module of an entry has its actions; notes which it lacks. A hook of "hooks" has patterns, of
    /// which more is said.
    mutating func isThere(_ entry: HookEntry) -> Bool {
        guard let tracked = entry.tracked else { return true }
        guard let module = modules[tracked.module.value] else {
            leaveOut(tracked)
            return false
        }
        let lacking = tracked.actions.filter { module.hookTarget($0.value) == nil }
        for action in lacking {
            let missing = module.missing(action.value)
            if !isKnockOn(missing, in: module.name) { mistakes.append(missing.located(at: action.range)) }
        }
        return lacking.isEmpty
    }

    /// The events about a module that is left out are left out too, which somebody should know.
    private mutating func leaveOut(_ entry: Tracking.Entry) {
        guard skipsMissing, let reason = modules.absent[entry.module.value] else { return }
        var warning = reason.asWarning(at: entry.module.range)
        warning.message = "\(reason.message); its event is left out"
        leftOutHooks.append(warning)
    }
}
