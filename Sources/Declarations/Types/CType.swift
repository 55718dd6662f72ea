// SPDX-License-Identifier: Apache-2.0

/// A type of C, as a declaration wrote it.
///
/// Typedef names are kept (``named(_:_:)``), so that a type prints as it was read; ``canonical`` looks through them.
///
/// ## Topics
/// - ``canonical``
/// - ``IntegerType``
/// - ``FloatingType``
/// - ``RecordType``
/// - ``EnumerationType``
/// - ``FunctionType``
public indirect enum CType: Hashable, Sendable {
    /// `void`, as a result or behind a pointer.
    case void
    /// `bool`, `_Bool`.
    case bool
    /// An integer type, `char` among them.
    case integer(IntegerType)
    /// `float`, `double` or `long double`.
    case floating(FloatingType)
    /// `T *`; `isConst` says that what it points to is const.
    case pointer(to: CType, isConst: Bool)
    /// `T[n]`, or `T[]` where the count is nil.
    case array(of: CType, count: Int?)
    /// A function, behind a pointer.
    case function(FunctionType)
    /// A structure or union, known by its tag or without one.
    case record(RecordType)
    /// An enumeration.
    case enumeration(EnumerationType)
    /// A typedef name and what it stands for.
    case named(String, CType)

    /// The type behind any typedef names.
    public var canonical: CType {
        if case .named(_, let underlying) = self { underlying.canonical } else { self }
    }
}

/// The integer types of C, with the widths of the LP64 platforms that Heddle runs on.
public enum IntegerType: String, Hashable, Sendable, CaseIterable {
    case char = "char"
    case signedChar = "signed char"
    case unsignedChar = "unsigned char"
    case short = "short"
    case unsignedShort = "unsigned short"
    case int = "int"
    case unsignedInt = "unsigned int"
    case long = "long"
    case unsignedLong = "unsigned long"
    case longLong = "long long"
    case unsignedLongLong = "unsigned long long"

    /// The size in bytes; the alignment is the same.
    public var size: Int {
        switch self {
        case .char, .signedChar, .unsignedChar: 1
        case .short, .unsignedShort: 2
        case .int, .unsignedInt: 4
        case .long, .unsignedLong, .longLong, .unsignedLongLong: 8
        }
    }

    /// Whether it holds negative numbers; plain `char` does on x86-64 and does not on AArch64 Linux.
    public var isSigned: Bool {
        switch self {
        case .char: Self.charIsSigned
        case .signedChar, .short, .int, .long, .longLong: true
        case .unsignedChar, .unsignedShort, .unsignedInt, .unsignedLong, .unsignedLongLong: false
        }
    }

    /// The numbers that it can hold.
    public var range: ClosedRange<Int128> {
        let bits = Int128(size * 8)
        return isSigned ? -(1 << (bits - 1))...((1 << (bits - 1)) - 1) : 0...((1 << bits) - 1)
    }

    #if arch(x86_64) || arch(i386)
        private static let charIsSigned = true
    #else
        private static let charIsSigned = false
    #endif
}

/// The real floating types of C.
public enum FloatingType: String, Hashable, Sendable, CaseIterable {
    case float = "float"
    case double = "double"
    case longDouble = "long double"
}

/// A structure or union.
public struct RecordType: Hashable, Sendable {
    /// Which of the two it is.
    public enum Kind: String, Hashable, Sendable {
        case structure = "struct"
        case union = "union"
    }

    /// A member; one without a name is an anonymous record whose members belong to the outer one.
    public struct Member: Hashable, Sendable {
        /// The member's name.
        public let name: String?
        /// The member's type.
        public let type: CType

        /// Creates a member.
        public init(name: String?, type: CType) {
            self.name = name
            self.type = type
        }
    }

    /// Structure or union.
    public let kind: Kind
    /// The tag, where it has one.
    public let tag: String?
    /// The members, or nil for an opaque type, of which only pointers can be had.
    public let members: [Member]?

    /// Creates a record type.
    public init(kind: Kind, tag: String?, members: [Member]?) {
        self.kind = kind
        self.tag = tag
        self.members = members
    }
}

/// An enumeration with its constants.
public struct EnumerationType: Hashable, Sendable {
    /// A named value.
    public struct Constant: Hashable, Sendable {
        /// The constant's name.
        public let name: String
        /// The constant's value.
        public let value: Int64

        /// Creates a constant.
        public init(name: String, value: Int64) {
            self.name = name
            self.value = value
        }
    }

    /// The tag, where it has one.
    public let tag: String?
    /// The constants, in the order in which they were written.
    public let constants: [Constant]
    /// The integer type that holds the values, chosen as gcc and clang choose it.
    public let underlying: IntegerType

    /// Creates an enumeration.
    public init(tag: String?, constants: [Constant], underlying: IntegerType) {
        self.tag = tag
        self.constants = constants
        self.underlying = underlying
    }
}

/// The type of a function.
public struct FunctionType: Hashable, Sendable {
    /// What it returns.
    public let result: CType
    /// What it takes.
    public let parameters: [CType]
    /// Whether further arguments may follow.
    public let isVariadic: Bool

    /// Creates a function type.
    public init(result: CType, parameters: [CType], isVariadic: Bool) {
        self.result = result
        self.parameters = parameters
        self.isVariadic = isVariadic
    }
}
