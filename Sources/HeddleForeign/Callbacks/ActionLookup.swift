// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// Finds an action by `module.action`: nil where there is none, the reason where it cannot be called.
package typealias ActionLookup = (String) -> Result<Action, Diagnostic>?
