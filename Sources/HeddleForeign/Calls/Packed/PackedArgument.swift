// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The arguments of a packed call.
package enum PackedArgument: Sendable {
    case value(Value)
    /// The result of an earlier call, which ``PreparedCall/keepResult(_:in:)`` stores at the index.
    case result(PackedArguments.Index, KeptResult)
}

/// How a result is kept for later calls.
package struct KeptResult: Sendable {
    /// How a parameter of the same type takes it.
    let passing: PackedPassing

    /// A result that ``PreparedCall/keepResult(_:in:)`` has kept.
    package func value(_ index: PackedArguments.Index, in all: PackedArguments) -> Value {
        let word = unsafe all.words(index).load(as: UInt64.self)
        return switch passing {
        case .bool: .bool(word != 0)
        case .float: Value(Float(bitPattern: UInt32(truncatingIfNeeded: word)))
        case .double: Value(Double(bitPattern: word))
        case .integer(let type):
            .number(.integer(type.isSigned ? Int128(Int64(bitPattern: word)) : Int128(word)))
        case .instance, .text, .run, .out: .null
        }
    }
}

/// Which parameters of packed calls take what earlier ones have returned.
package struct PackedReferences: Hashable, Sendable {
    private var bits: UInt64 = 0
    /// Parameters behind these take literals only.
    private static let most = 64

    /// True if there is none.
    package var isEmpty: Bool { bits == 0 }

    func contains(_ parameter: Int) -> Bool { parameter < Self.most && bits & 1 << parameter != 0 }

    /// False where there is no room for it.
    mutating func insert(_ parameter: Int) -> Bool {
        guard parameter < Self.most else { return false }
        bits |= 1 << parameter
        return true
    }
}
