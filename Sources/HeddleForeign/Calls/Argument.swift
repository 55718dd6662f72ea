// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The state of an argument.
package enum Argument: Hashable, Sendable {
    /// Its value.
    case value(Value)
    /// It was not given.
    case absent
    /// It will be given, but is not known before the run.
    case unknown
}
