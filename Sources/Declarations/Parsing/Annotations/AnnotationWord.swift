// SPDX-License-Identifier: Apache-2.0

/// An annotation, as Microsoft's SAL and Heddle spell it.
enum AnnotationWord: String, CaseIterable {
    case `in` = "_In_"
    case inOptional = "_In_opt_"
    case inReads = "_In_reads_"
    case inReadsOptional = "_In_reads_opt_"
    case out = "_Out_"
    case outOptional = "_Out_opt_"
    case outWrites = "_Out_writes_"
    case outWritesOptional = "_Out_writes_opt_"
    case `inout` = "_Inout_"
    case inoutOptional = "_Inout_opt_"
    case inoutUpdates = "_Inout_updates_"
    case inoutUpdatesOptional = "_Inout_updates_opt_"
    case outPointer = "_Outptr_"
    case outPointerOptional = "_Outptr_opt_"
    case instance = "_Self_"
    case bytes = "_Bytes_"
    case retained = "_Retained_"
    case released = "_Post_ptr_invalid_"
    case resultMayBeNull = "_Ret_maybenull_"
    case success = "_Success_"
    case free = "_Free_"

    /// Which way the value goes; nil for annotations that do not say so.
    var direction: Parameter.Direction? {
        switch self {
        case .in, .inOptional, .inReads, .inReadsOptional: .in
        case .out, .outOptional, .outWrites, .outWritesOptional, .outPointer, .outPointerOptional: .out
        case .`inout`, .inoutOptional, .inoutUpdates, .inoutUpdatesOptional: .inout
        default: nil
        }
    }

    /// Whether null is allowed.
    var isOptional: Bool {
        switch self {
        case .inOptional, .inReadsOptional, .outOptional, .outWritesOptional, .inoutOptional, .inoutUpdatesOptional,
            .outPointerOptional:
            true
        default: false
        }
    }

    /// Whether the number of elements follows.
    var takesCount: Bool {
        switch self {
        case .inReads, .inReadsOptional, .outWrites, .outWritesOptional, .inoutUpdates, .inoutUpdatesOptional: true
        default: false
        }
    }

    /// Whether it speaks of the function rather than of a parameter.
    var isOfFunction: Bool {
        switch self {
        case .resultMayBeNull, .success, .free: true
        default: false
        }
    }
}

/// An annotation where it stands in a declaration.
struct AnnotationUse {
    /// What stands in the parentheses of an annotation.
    enum Argument {
        case none
        /// A count that names a parameter or a constant.
        case name(Token)
        case count(Int)
        case condition(SuccessTest, comparesNull: Bool)
    }

    let word: AnnotationWord
    let argument: Argument
    let range: Range<Int>
}
