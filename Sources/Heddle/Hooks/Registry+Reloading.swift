// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension Registry {
    /// The reasons why another build cannot take the place of the present one of a module: its functions are hooks, or
    /// it has tables, or hooks do not fit actions that they may not fit.
    ///
    /// - Parameter candidate: a module of the same name with that build.
    func obstacles(toReplacing module: Module, by candidate: Module) -> [Diagnostic] {
        if let user = hooks.first(where: { $0.providers.contains(module.name) }) {
            return [
                .notReloaded(
                    module.name, "its functions are hooks, of \(user.origin)",
                    suggestion: user.isOfProgram
                        ? "remove the hook, reload the module, and add the hook again"
                        : "reload it when that behaviour has ended")
            ]
        }
        if let table = modules.first(where: { $0.table?.source === module }) {
            return [
                .notReloaded(
                    module.name, "the module \(table.name) is a table of its functions",
                    suggestion: "close \(table.name), reload the module, and load the table again")
            ]
        }
        return mistakes(around: targets(toFit: candidate) + module.bound(nil).map(\.name), of: candidate)
    }

    /// The actions of a module that hooks are around which may not fit them.
    func targets(toFit module: Module) -> [ActionName] {
        let hooks = hooks.filter(\.mayNotFit)
        if hooks.isEmpty { return [] }
        return module.hookTargets().filter { target in
            !target.isDestruction
                && hooks.contains { if case .woven = $0.verdict(on: target) { true } else { false } }
        }.map(\.name)
    }

    /// Puts the build of another module of the name in the place of the present one of a module: calls that begin from
    /// now on are made there.
    ///
    /// - Throws: the mistakes of hooks around its actions; then nothing has changed.
    func publish(_ candidate: Module, as module: Module) throws(Diagnostics) {
        // Released outside of the lock, because the end of its instance may call anything.
        let former = try replaceBuild(of: module, with: candidate, fitting: targets(toFit: candidate))
        withExtendedLifetime(former) {}
    }
}
