// SPDX-License-Identifier: Apache-2.0

/// A value that crosses between Swift or a behaviour and C: a JSON value, bytes, or a handle.
///
/// Literals are values: `let point: Value = ["x": 1, "y": 2.5]`. ``ValueConvertible`` turns Swift's types into values
/// and back.
///
/// ## Topics
/// - ``Number``
/// - ``Handle``
/// - ``json``
public enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Number)
    case string(String)
    /// Raw bytes; `{"bytes": "<base64>"}` in JSON.
    case bytes([UInt8])
    case array([Value])
    /// The members in their order; names are unique.
    case object([Member])
    /// A pointer that never becomes a number.
    case handle(Handle)

    /// A member of an object.
    ///
    /// The `char[n]` of a structure that came from a call keeps the bytes behind its text as long as the member stays as
    /// it is: handed on, it is the same memory for C. Members are equal if their names and values are.
    public struct Member: Hashable, Sendable {
        /// The member's name.
        public let name: String
        /// The member's value.
        public let value: Value
        /// The bytes of the field in C where the value does not say all of them.
        package let keptBytes: [UInt8]?

        /// Creates a member.
        public init(_ name: String, _ value: Value) { self.init(name, value, keeping: nil) }

        /// Creates the member of a field of C.
        ///
        /// - Parameter keptBytes: the bytes of the field where the value does not say all of them.
        package init(_ name: String, _ value: Value, keeping keptBytes: [UInt8]?) {
            self.name = name
            self.value = value
            self.keptBytes = keptBytes
        }

        /// Compares names and values.
        public static func == (left: Member, right: Member) -> Bool {
            left.name == right.name && left.value == right.value
        }

        /// Hashes the name and the value.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(value)
        }
    }
}

/// A number, exactly as it was written or computed.
public enum Number: Sendable {
    /// A whole number without a fraction or exponent.
    case integer(Int128)
    /// Any other number that was written, as its decimal text; it is rounded only to the type that it is declared to
    /// have.
    case decimal(String)
    /// Any other number that was computed. It is shown as the shortest text that reads back as the same number of its
    /// type, and passed on exactly: a `float` of 0.1 is 0.10000000149011612 to a `double`, as in C.
    case floating(FloatingNumber)
}

/// A pointer that a module returned. It has a number and a type, and never shows its address.
public struct Handle: Hashable, Sendable {
    /// The handle's number, unique in the process.
    public let id: UInt64
    /// The declared name of the type that it points to.
    public let type: String

    /// Creates a handle.
    public init(id: UInt64, type: String) {
        self.id = id
        self.type = type
    }
}
