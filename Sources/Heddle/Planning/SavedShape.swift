// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleForeign

/// What is known of a value that a step saves, before anything is called.
struct SavedShape {
    let shape: ValueShape
    /// The action that the step calls: handles belong to its library.
    let giver: Action
}
