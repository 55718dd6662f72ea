// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// An argument of a packed call.
package enum PackedArgument: Sendable {
    case value(Value)
    /// The result of an earlier call, which ``PreparedCall/keepResult(_:in:)`` stores at the index.
    case result(ArgumentArena.Index, KeptResult)
}

/// The way in which a result is kept for later calls.
package struct KeptResult: Sendable {
    /// The way in which a parameter of the same type takes it.
    let passing: PackedPassing

    /// A result that ``PreparedCall/keepResult(_:in:)`` has kept.
    package func value(_ index: ArgumentArena.Index, in arena: ArgumentArena) -> Value {
        passing.value(of: arena.word(index))
    }
}

/// A number that was read from memory, as a call takes it.
package struct PackedNumber: Sendable {
    let word: UInt64
    /// The way in which a parameter of the same type takes it.
    let passing: PackedPassing

    /// The number.
    package var value: Value { passing.value(of: word) }
}
