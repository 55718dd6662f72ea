// SPDX-License-Identifier: Apache-2.0

/// The facts about C's types on the machine that Heddle was built for. Nothing else in this target names a machine.
package enum HostTypes {
    /// A member of the structure behind `va_list`.
    enum ListMember {
        case int
        case unsignedInt
        case long
        case pointer
    }

    #if arch(x86_64)
        /// True if `char` has negative values.
        static let charIsSigned = true
        /// True if Swift has C's `long double`. Values of it are refused elsewhere.
        package static let hasLongDouble = true
        /// The structure behind `va_list`.
        static let listMembers: [ListMember] = [.unsignedInt, .unsignedInt, .pointer, .pointer]
        /// True if `va_list` is an array of one such structure.
        static let listIsArray = true
    #elseif arch(arm64)
        static let charIsSigned = false
        package static let hasLongDouble = false
        static let listMembers: [ListMember] = [.pointer, .pointer, .pointer, .int, .int]
        static let listIsArray = false
    #elseif arch(s390x)
        static let charIsSigned = false
        package static let hasLongDouble = false
        static let listMembers: [ListMember] = [.long, .long, .pointer, .pointer]
        static let listIsArray = true
    #else
        static let charIsSigned = false
        package static let hasLongDouble = false
        static let listMembers: [ListMember] = [.pointer]
        static let listIsArray = false
    #endif
}

#if arch(x86_64)
    /// C's `long double`.
    public typealias LongDouble = Float80
#else
    /// C's `long double` has a format here that Swift lacks, so that no value of it crosses.
    public typealias LongDouble = Double
#endif
