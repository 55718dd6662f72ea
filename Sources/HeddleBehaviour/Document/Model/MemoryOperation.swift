// SPDX-License-Identifier: Apache-2.0

/// What a step does in memory, where it calls nothing. The word is the key of the step.
package enum MemoryOperation: String, CaseIterable, Sendable {
    /// Makes an object of a type, which stays at its place until the run of the steps ends.
    case new
    /// Reads a place.
    case read
    /// Writes a value to a place.
    case write

    /// The name of the module that such steps count as calls of.
    package static let module = "memory"
}
