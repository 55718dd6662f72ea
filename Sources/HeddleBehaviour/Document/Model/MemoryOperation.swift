// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// An operation of a step that works in memory and calls nothing. The word is the key of the step.
package enum MemoryOperation: String, CaseIterable, Sendable {
    /// Makes an object of a type, which stays at its place until the run of the steps ends.
    case new
    /// Reads a place.
    case read
    /// Writes a value to a place.
    case write

    /// The name of the module that such steps count as calls of.
    package static let module = "memory"

    /// The name of a step as a call.
    package func name(of target: String) -> ActionName {
        ActionName(module: Self.module, action: "\(rawValue) \(target)")
    }

    /// The type or the place of a step that counts as a call of a name.
    package func target(of name: ActionName) -> String { String(name.action.dropFirst(rawValue.count + 1)) }
}
