// SPDX-License-Identifier: Apache-2.0

/// One parameter of a function.
package struct Parameter: Hashable, Sendable {
    /// The direction of a value behind a pointer.
    package enum Direction: String, Hashable, Sendable {
        case `in`
        case out
        case `inout`
    }

    /// The name; nil if the declaration gives none.
    package let name: String?
    /// The type as the callee receives it: arrays and functions are pointers.
    package internal(set) var type: CType
    /// The direction of the value.
    package let direction: Direction
    /// True if the callee writes to what the pointer points to.
    package var isWritten: Bool { direction != .in }
    /// True if an annotation gives the direction; a pointer to plain data needs one.
    package let isDirectionDeclared: Bool
    /// The number of elements that a pointer points to; nil for a single value or a text.
    package let count: Count?
    /// The number of elements that the function writes, if it differs, as in `_Out_writes_to_(room, count)`.
    package let written: Count?
    /// The number of elements behind the pointer that the function returns through the parameter, as in
    /// `_Outptr_result_buffer_(*size)`.
    package let received: Count?
    /// `_In_opt_` and similar: null is allowed.
    package let isOptional: Bool
    /// `_Self_`: the host passes the module's instance.
    package let isInstance: Bool
    /// `_Bytes_`: raw bytes, not text. In a pointer that is received, the bytes are behind that one.
    package let isBytes: Bool
    /// `_Retained_`: the callee keeps the pointer after the call.
    package internal(set) var isRetained: Bool
    /// `_Post_ptr_invalid_`: the call releases what the pointer points to.
    package internal(set) var isReleased: Bool
    /// `_Free_(symbol)`: the caller owns the returned pointer, and this function releases it, as that of a result.
    package internal(set) var release: String?
    /// `_Secret_`: the value is not shown.
    package internal(set) var isSecret: Bool
    /// True if a pointer is a handle, also of plain data that a function in C would have to say more of.
    package let isHandle: Bool

    /// True if an annotation says how the function takes it.
    package var isAnnotated: Bool {
        isDirectionDeclared || count != nil || isOptional || isBytes || isReleased || release != nil
    }

    /// Takes over from another declaration who owns its memory, and whether it is secret.
    mutating func keepOwner(of other: Parameter) {
        isRetained = isRetained || other.isRetained
        isReleased = other.isReleased
        release = other.release
        isSecret = isSecret || other.isSecret
    }

    /// Returns whether annotations say the same of it as of another one.
    func hasSameAnnotations(as other: Parameter) -> Bool {
        direction == other.direction && count == other.count && written == other.written && received == other.received
            && isOptional == other.isOptional && isBytes == other.isBytes && isRetained == other.isRetained
            && isReleased == other.isReleased && release == other.release
    }

    /// Creates a parameter.
    package init(
        name: String?, type: CType, direction: Direction = .in, isDirectionDeclared: Bool = false,
        count: Count? = nil, written: Count? = nil, isOptional: Bool = false, isInstance: Bool = false,
        isBytes: Bool = false, received: Count? = nil, isRetained: Bool = false, isReleased: Bool = false,
        release: String? = nil,
        isSecret: Bool = false, isHandle: Bool = false
    ) {
        self.name = name
        self.type = type
        self.direction = direction
        self.isDirectionDeclared = isDirectionDeclared
        self.count = count
        self.written = written
        self.isOptional = isOptional
        self.isInstance = isInstance
        self.isBytes = isBytes
        self.received = received
        self.isRetained = isRetained
        self.isReleased = isReleased
        self.release = release
        self.isSecret = isSecret
        self.isHandle = isHandle
    }
}
