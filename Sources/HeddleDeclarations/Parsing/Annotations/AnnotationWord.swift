// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// An annotation, as Microsoft's SAL and Heddle spell it.
enum AnnotationWord: String, CaseIterable {
    case `in` = "_In_"
    case inOptional = "_In_opt_"
    case inReads = "_In_reads_"
    case inReadsOptional = "_In_reads_opt_"
    case inReadsBytes = "_In_reads_bytes_"
    case inReadsBytesOptional = "_In_reads_bytes_opt_"
    case inReadsText = "_In_reads_z_"
    case inReadsTextOptional = "_In_reads_opt_z_"
    case inText = "_In_z_"
    case inTextOptional = "_In_opt_z_"
    case out = "_Out_"
    case outOptional = "_Out_opt_"
    case outWrites = "_Out_writes_"
    case outWritesOptional = "_Out_writes_opt_"
    case outWritesBytes = "_Out_writes_bytes_"
    case outWritesBytesOptional = "_Out_writes_bytes_opt_"
    case outWritesText = "_Out_writes_z_"
    case outWritesTextOptional = "_Out_writes_opt_z_"
    case outWritesAll = "_Out_writes_all_"
    case outWritesAllOptional = "_Out_writes_all_opt_"
    case outWritesBytesAll = "_Out_writes_bytes_all_"
    case outWritesBytesAllOptional = "_Out_writes_bytes_all_opt_"
    case outWritesTo = "_Out_writes_to_"
    case outWritesToOptional = "_Out_writes_to_opt_"
    case outWritesBytesTo = "_Out_writes_bytes_to_"
    case outWritesBytesToOptional = "_Out_writes_bytes_to_opt_"
    case outPointer = "_Outptr_"
    case outPointerOptional = "_Outptr_opt_"
    case outPointerMayBeNull = "_Outptr_result_maybenull_"
    case outPointerOptionalMayBeNull = "_Outptr_opt_result_maybenull_"
    case outPointerBuffer = "_Outptr_result_buffer_"
    case outPointerBufferMayBeNull = "_Outptr_result_buffer_maybenull_"
    case outPointerOptionalBuffer = "_Outptr_opt_result_buffer_"
    case outPointerOptionalBufferMayBeNull = "_Outptr_opt_result_buffer_maybenull_"
    case outPointerBytes = "_Outptr_result_bytebuffer_"
    case outPointerBytesMayBeNull = "_Outptr_result_bytebuffer_maybenull_"
    case outPointerOptionalBytes = "_Outptr_opt_result_bytebuffer_"
    case outPointerOptionalBytesMayBeNull = "_Outptr_opt_result_bytebuffer_maybenull_"
    case `inout` = "_Inout_"
    case inoutOptional = "_Inout_opt_"
    case inoutUpdates = "_Inout_updates_"
    case inoutUpdatesOptional = "_Inout_updates_opt_"
    case inoutUpdatesBytes = "_Inout_updates_bytes_"
    case inoutUpdatesBytesOptional = "_Inout_updates_bytes_opt_"
    case inoutUpdatesTo = "_Inout_updates_to_"
    case inoutUpdatesToOptional = "_Inout_updates_to_opt_"
    case inoutUpdatesBytesTo = "_Inout_updates_bytes_to_"
    case inoutUpdatesBytesToOptional = "_Inout_updates_bytes_to_opt_"
    case nullTerminated = "_Null_terminated_"
    case printFormat = "_Printf_format_string_"
    case instance = "_Self_"
    case bytes = "_Bytes_"
    case retained = "_Retained_"
    case released = "_Post_ptr_invalid_"
    case secret = "_Secret_"
    case free = "_Free_"
    case idempotent = "_Idempotent_"
    case unhookable = "_Unhookable_"
    case observeOnly = "_ObserveOnly_"
    case tags = "_Tags_"
    case fieldRange = "_Field_range_"
    case switchOn = "_Switch_is_"
    case caseOf = "_Case_"
    case otherwise = "_Default_"
    case success = "_Success_"
    case resultMayBeNull = "_Ret_maybenull_"
    case resultNotNull = "_Ret_notnull_"
    case resultText = "_Ret_z_"
    case resultValid = "_Ret_valid_"
    case resultWrites = "_Ret_writes_"
    case resultWritesMayBeNull = "_Ret_writes_maybenull_"
    case resultWritesBytes = "_Ret_writes_bytes_"
    case resultWritesBytesMayBeNull = "_Ret_writes_bytes_maybenull_"
}

/// An annotation at its place in a declaration.
struct AnnotationUse {
    /// The arguments in the parentheses of an annotation.
    enum Argument {
        case none
        /// The number of elements that a pointer points to and, if it differs, the number of those that were written.
        case count(CountExpression, written: CountExpression?)
        /// A function of the module.
        case symbol(String)
        case condition(SuccessTest, comparesNull: Bool)
        case names([String])
        case range(NumberRange)
        /// A member of the same structure.
        case member(Token)
        /// Numbers that say which member of a union stands there.
        case cases([Int128])
    }

    let word: AnnotationWord
    let argument: Argument
    let range: Range<Int>
}

/// The meaning of an annotation. SAL builds its words from parts, such as `_Out_writes_bytes_to_opt_`.
struct AnnotationTraits {
    /// The direction of the value; nil for annotations that do not give one.
    let direction: Parameter.Direction?
    /// True if null is allowed.
    let isOptional: Bool
    /// True if the pointer, or the one that it receives, points to raw bytes, which are then counted.
    let isBytes: Bool
    /// True if the number of elements follows.
    let takesCount: Bool
    /// True if the number of elements that were written follows that.
    let takesWritten: Bool
    /// True if all elements are written.
    let writesAll: Bool
    /// True if it annotates the result of a function.
    let isOfResult: Bool
    /// True if the pointer receives a pointer: a number of elements is then of what that one points to.
    let isOfPointer: Bool

    fileprivate init(_ word: AnnotationWord) {
        let parts = word.rawValue.split(separator: "_")
        self.direction =
            switch parts[0] {
            case "In": .in
            case "Out", "Outptr": .out
            case "Inout": .inout
            default: nil
            }
        self.isOptional = parts.contains("opt")
        self.isBytes = parts.contains("bytes") || parts.contains("bytebuffer")
        self.takesCount = ["reads", "writes", "updates", "buffer", "bytebuffer"].contains { parts.contains($0) }
        self.takesWritten = parts.contains("to")
        self.writesAll = parts.contains("all")
        self.isOfResult = parts[0] == "Ret" || word == .success || word.isOfWholeAction
        self.isOfPointer = parts[0] == "Outptr"
    }
}

extension AnnotationWord {
    /// The meaning of the word.
    var traits: AnnotationTraits { Self.allTraits[self] ?? AnnotationTraits(self) }

    private static let allTraits: [AnnotationWord: AnnotationTraits] = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, AnnotationTraits($0)) })

    var direction: Parameter.Direction? { traits.direction }

    /// True if it annotates the action, not a parameter or the value of the result.
    var isOfWholeAction: Bool {
        switch self {
        case .idempotent, .unhookable, .observeOnly, .tags: true
        default: false
        }
    }

    /// True if it annotates a member of a structure or union, and nothing else.
    var isOfMember: Bool { self == .switchOn || self == .caseOf || self == .otherwise }

    /// True if it ends in a text that ends with NUL, or an array that ends with a null pointer or 0.
    var isTerminated: Bool { self == .nullTerminated || self == .inText || self == .inTextOptional }

    /// True if it ends in an element that is null or 0, and is counted too.
    var isTerminatedWithin: Bool { self == .inReadsText || self == .inReadsTextOptional }

    /// True if the pointer that a function returns may be null.
    var resultMayBeNull: Bool {
        self == .resultMayBeNull || self == .resultWritesMayBeNull || self == .resultWritesBytesMayBeNull
    }
}

extension AnnotationWord {
    /// The word that was meant by another one. What begins like those of results is one of these.
    static func advice(on unknown: String) -> String? {
        let words = allCases.map(\.rawValue)
        guard unknown.hasPrefix("_Ret_") else { return didYouMean(unknown, among: words) }
        if unknown.contains("opt") { return "did you mean \"\(resultMayBeNull.rawValue)\"?" }
        let ofResults = words.filter { $0.hasPrefix("_Ret_") }
        return didYouMean(unknown, among: ofResults) ?? "a result has \(ofResults.joined(separator: ", "))"
    }
}
