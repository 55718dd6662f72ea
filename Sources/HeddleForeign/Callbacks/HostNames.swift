// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// The actions, tables and types of a host, which values name.
package protocol HostNames: AnyObject {
    /// The action of `module.action`, which a function pointer may be: nil where there is none, the reason where it cannot
    /// be called.
    func action(named name: String) -> Result<Action, Diagnostic>?

    /// The table of a module, decorated, as it may be handed on: nil where there is none, the reason where it cannot be.
    func table(named module: String) -> Result<DecoratedTable, Diagnostic>?

    /// The type of a text such as `struct point *`, as the module of an action declares it; nil where it is none.
    func type(_ text: String, for action: ActionName) -> CType?
}
