// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// An operation of a step that works in memory, and calls no action of a module. The word is the key of the step.
package enum MemoryOperation: String, Sendable {
    /// Makes an object of a type, which stays at its place until the run of the steps ends.
    case new
    /// Reads a place.
    case read
    /// Writes a value to a place.
    case write
    /// Calls the function that a pointer leads to: `{"call": {"ref": "table->compare"}}`.
    case call

    /// Those whose keys belong to no other step.
    package static let ofOwnKeys: [MemoryOperation] = [.new, .read, .write]

    /// The name by which ``call`` has the function among its arguments, as the last one; no parameter of C has it.
    package static let function = "*"

    /// The name of the module that such steps count as calls of.
    package static let module = "memory"

    /// The name of a step as a call.
    package func name(of target: String) -> ActionName {
        ActionName(module: Self.module, action: "\(rawValue) \(target)")
    }

    /// Returns whether a step that counts as a call of a name is this one.
    package func isCalled(_ name: ActionName) -> Bool {
        name.module == Self.module && name.action.hasPrefix("\(rawValue) ")
    }

    /// The type or the place of a step that counts as a call of a name.
    package func target(of name: ActionName) -> String { String(name.action.dropFirst(rawValue.count + 1)) }
}
