// SPDX-License-Identifier: Apache-2.0

/// What an annotation's word says; SAL builds its words from parts, such as `_Out_writes_bytes_to_opt_`.
struct AnnotationTraits {
    /// Which way the value goes; nil for annotations that do not say so.
    let direction: Parameter.Direction?
    /// Whether null is allowed.
    let isOptional: Bool
    /// Whether the pointer points to raw bytes, which are then counted.
    let isBytes: Bool
    /// Whether the number of elements follows.
    let takesCount: Bool
    /// Whether the number of elements that were written follows that.
    let takesWritten: Bool
    /// Whether it speaks of a function's result.
    let isOfResult: Bool
    /// Whether the pointer receives a pointer.
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
        self.isBytes = parts.contains("bytes")
        self.takesCount = ["reads", "writes", "updates"].contains { parts.contains($0) }
        self.takesWritten = parts.contains("to")
        self.isOfResult = parts[0] == "Ret" || word == .success || word.isOfWholeAction
        self.isOfPointer = parts[0] == "Outptr"
    }
}

extension AnnotationWord {
    /// What the word says.
    var traits: AnnotationTraits { Self.allTraits[self] ?? AnnotationTraits(self) }

    private static let allTraits: [AnnotationWord: AnnotationTraits] = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, AnnotationTraits($0)) })

    var direction: Parameter.Direction? { traits.direction }

    /// Whether it speaks of the action, and neither of a parameter nor of the result's value.
    var isOfWholeAction: Bool {
        switch self {
        case .idempotent, .unhookable, .observeOnly, .tags: true
        default: false
        }
    }

    /// Whether it ends in a text that ends with NUL, or an array that ends with a null pointer or 0.
    var isTerminated: Bool { self == .nullTerminated || self == .inText || self == .inTextOptional }

    /// Whether the pointer that a function returns may be null.
    var resultMayBeNull: Bool {
        self == .resultMayBeNull || self == .resultWritesMayBeNull || self == .resultWritesBytesMayBeNull
    }
}
