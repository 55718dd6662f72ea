// SPDX-License-Identifier: Apache-2.0

/// The declaration of a function with its annotations: all that Heddle knows of an action's shape.
///
/// ## Topics
/// - ``Parameter``
/// - ``given``
public struct Signature: Hashable, Sendable {
    /// The C symbol.
    public let symbol: String
    /// What the function returns.
    public let result: CType
    /// `_Ret_maybenull_`: the returned pointer may be null.
    public let resultMayBeNull: Bool
    /// `_Free_(symbol)`: the returned pointer is the caller's, and this function of the same module releases it.
    public let release: String?
    /// `_Success_(return OP n)`: when the function counts as having returned rather than failed.
    public let success: SuccessTest?
    /// The parameters, in order.
    public let parameters: [Parameter]
    /// Whether further arguments may follow.
    public let isVariadic: Bool

    /// Creates a signature.
    public init(
        symbol: String, result: CType, resultMayBeNull: Bool = false, release: String? = nil,
        success: SuccessTest? = nil, parameters: [Parameter], isVariadic: Bool = false
    ) {
        self.symbol = symbol
        self.result = result
        self.resultMayBeNull = resultMayBeNull
        self.release = release
        self.success = success
        self.parameters = parameters
        self.isVariadic = isVariadic
    }

    /// The indices of the parameters that a caller gives by position: all but the instance and the out-parameters.
    public var given: [Int] {
        parameters.indices.filter { parameters[$0].direction != .out && !parameters[$0].isInstance }
    }
}

/// One parameter of a function.
public struct Parameter: Hashable, Sendable {
    /// Which way the value goes, for what a pointer points to.
    public enum Direction: String, Hashable, Sendable {
        case `in`
        case out
        case `inout`
    }

    /// How many elements a pointer points to.
    public enum Count: Hashable, Sendable {
        /// A fixed number, as in `_In_reads_(16)`.
        case constant(Int)
        /// The value of another parameter, by its index.
        case parameter(Int)
    }

    /// The name, or nil where the declaration gives none.
    public let name: String?
    /// The type as the callee gets it: arrays and functions have become pointers.
    public let type: CType
    /// Which way the value goes.
    public let direction: Direction
    /// Whether the declaration says the direction by an annotation; a pointer to plain data must.
    public let isDirectionDeclared: Bool
    /// How many elements a pointer points to; nil for a single value or a text.
    public let count: Count?
    /// `_In_opt_` and its like: null is allowed.
    public let isOptional: Bool
    /// `_Self_`: the host passes the module's instance.
    public let isInstance: Bool
    /// `_Bytes_`: raw bytes, not text.
    public let isBytes: Bool
    /// `_Retained_`: the callee keeps the pointer after the call.
    public let isRetained: Bool
    /// `_Post_ptr_invalid_`: the call releases what the pointer points to.
    public let isReleased: Bool

    /// Creates a parameter.
    public init(
        name: String?, type: CType, direction: Direction = .in, isDirectionDeclared: Bool = false,
        count: Count? = nil, isOptional: Bool = false, isInstance: Bool = false, isBytes: Bool = false,
        isRetained: Bool = false, isReleased: Bool = false
    ) {
        self.name = name
        self.type = type
        self.direction = direction
        self.isDirectionDeclared = isDirectionDeclared
        self.count = count
        self.isOptional = isOptional
        self.isInstance = isInstance
        self.isBytes = isBytes
        self.isRetained = isRetained
        self.isReleased = isReleased
    }
}

/// The condition of a `_Success_` annotation: the result compared with a constant.
public struct SuccessTest: Hashable, Sendable {
    /// A comparison of C.
    public enum Comparison: String, Hashable, Sendable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }

    /// How the result is compared.
    public let comparison: Comparison
    /// What it is compared with; null is 0.
    public let value: Int64

    /// Creates a condition.
    public init(_ comparison: Comparison, _ value: Int64) {
        self.comparison = comparison
        self.value = value
    }

    /// Whether a result meets the condition.
    public func holds(for result: Int128) -> Bool {
        switch comparison {
        case .equal: result == value
        case .notEqual: result != value
        case .less: result < value
        case .lessOrEqual: result <= value
        case .greater: result > value
        case .greaterOrEqual: result >= value
        }
    }
}
