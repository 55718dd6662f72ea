// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// An argument of a packed call.
package enum PackedArgument: Sendable {
    case value(Value)
    /// The result of an earlier call, which ``PreparedCall/keepResult(_:in:)`` stores at the index.
    case result(ArgumentArena.Index, KeptResult)
}

/// How a result is kept for later calls.
package struct KeptResult: Sendable {
    /// How a parameter of the same type takes it.
    let passing: PackedPassing

    /// A result that ``PreparedCall/keepResult(_:in:)`` has kept.
    package func value(_ index: ArgumentArena.Index, in arena: ArgumentArena) -> Value {
        let word = arena.word(index)
        return switch passing {
        case .bool: .bool(word != 0)
        case .float: Value(Float(bitPattern: UInt32(truncatingIfNeeded: word)))
        case .double: Value(Double(bitPattern: word))
        case .integer(let type):
            .number(.integer(type.isSigned ? Int128(Int64(bitPattern: word)) : Int128(word)))
        case .instance, .text, .handle, .run, .out: .null
        }
    }
}
