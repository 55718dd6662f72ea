// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// The actions that the functions of a module may hook.
package struct HookPermission: Sendable {
    /// The module whose functions they are; `*` for all modules that have no permission of their own.
    package let module: Located<String>
    /// The patterns of the actions, as written; none where it may be around nothing.
    package let patterns: [Located<String>]
}
