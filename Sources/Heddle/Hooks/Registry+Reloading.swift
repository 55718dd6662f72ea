// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import Synchronization

extension Registry {
    /// The reasons why another build cannot take the place of the present one of a module: hooks around actions that are
    /// in use do not fit it, or the module's own functions are hooks.
    ///
    /// - Parameter candidate: a module of the same name with that build. Its actions are bound, and unbound again.
    func obstacles(toReplacing module: Module, by candidate: Module) -> [Diagnostic] {
        let users = hooks.filter { $0.providers.contains(module.name) }
        if let user = users.first {
            return [
                .notReloaded(
                    module.name, "its functions are hooks, of \(user.origin)",
                    suggestion: user.isOfProgram
                        ? "remove the hook, reload the module, and add the hook again"
                        : "reload it when that behaviour has ended")
            ]
        }
        return module.bound(nil).map(\.name).filter { candidate.signature(of: $0.action) != nil }
            .sorted { $0.action < $1.action }.flatMap { mistakes(around: $0, of: candidate) }
    }

    /// Puts a build in the place of the present one of a module: calls that begin from now on are made there.
    func publish(_ next: ModuleBuild, of module: Module) {
        // Released outside of the lock, because the end of its instance may call anything.
        let former = replaceBuild(of: module, with: next)
        withExtendedLifetime(former) {}
    }
}
