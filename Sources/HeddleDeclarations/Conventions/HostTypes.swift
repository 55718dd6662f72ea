// SPDX-License-Identifier: Apache-2.0

/// What C's types are on the machine that Heddle was built for. Nothing else in this target names a machine.
package enum HostTypes {
    #if arch(x86_64)
        /// True if `char` has negative values.
        static let charIsSigned = true
        /// True if Swift has C's `long double`. Values of it are refused elsewhere.
        package static let hasLongDouble = true
        /// The type behind `va_list`, with the tag of its structure.
        static func variableArguments(tag: String) -> CType {
            .array(of: .record(record(tag, [.integer(.unsignedInt), .integer(.unsignedInt), pointer, pointer])), count: 1)
        }
    #elseif arch(arm64)
        static let charIsSigned = false
        package static let hasLongDouble = false
        static func variableArguments(tag: String) -> CType {
            .record(record(tag, [pointer, pointer, pointer, .integer(.int), .integer(.int)]))
        }
    #elseif arch(s390x)
        static let charIsSigned = false
        package static let hasLongDouble = false
        static func variableArguments(tag: String) -> CType {
            .array(of: .record(record(tag, [.integer(.long), .integer(.long), pointer, pointer])), count: 1)
        }
    #else
        static let charIsSigned = false
        package static let hasLongDouble = false
        static func variableArguments(tag: String) -> CType { .record(record(tag, [pointer])) }
    #endif

    private static let pointer = CType.pointer(to: .void, isConst: false)

    private static func record(_ tag: String, _ members: [CType]) -> RecordType {
        RecordType(
            kind: .structure, tag: tag,
            members: members.enumerated().map { .init(name: "__\($0)", type: $1) })
    }
}

#if arch(x86_64)
    /// C's `long double`.
    public typealias LongDouble = Float80

    extension Value {
        /// The number; see ``init(_:)-(Double)``.
        public init(_ longDouble: LongDouble) { self.init(longDouble, FloatingNumber.longDouble) }
    }
#else
    /// C's `long double` has a format here that Swift lacks, so that no value of it crosses.
    public typealias LongDouble = Double
#endif
