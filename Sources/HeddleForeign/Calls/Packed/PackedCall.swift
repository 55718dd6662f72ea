// SPDX-License-Identifier: Apache-2.0

/// A call whose arguments stand in an arena.
package struct PackedCall: Sendable {
    /// The place of its words.
    package let arguments: ArgumentArena.Index
    /// The parameters that take what earlier calls have returned.
    package let references: ParameterSet
    /// The parameters that take other values of the run.
    package let late: ParameterSet
    private let layout: PackedLayout

    init(arguments: ArgumentArena.Index, references: ParameterSet, late: ParameterSet, layout: PackedLayout) {
        self.arguments = arguments
        self.references = references
        self.late = late
        self.layout = layout
    }

    /// The number of words between its first one and its result; nil if that is not kept.
    package var result: Int? { layout.keepsResult ? layout.result : nil }
    /// The number of words between its first one and the one that the caller uses; nil if there is none.
    package var note: Int? { layout.hasNote ? layout.note : nil }
}

/// The order of the words of a packed call: the arguments, how its outcome is compared, with which numbers, its result,
/// and a word of the caller's.
struct PackedLayout: Hashable, Sendable {
    let parameters: Int
    /// The number of words that hold the conditions.
    let conditionWords: Int
    let keepsResult: Bool
    let hasNote: Bool

    init(parameters: Int, _ conditions: [PackedCondition], keepsResult: Bool, hasNote: Bool) {
        self.parameters = parameters
        conditionWords = conditions.isEmpty ? 0 : conditions.reduce(1) { $0 + $1.words }
        self.keepsResult = keepsResult
        self.hasNote = hasNote
    }

    /// The word that says how the outcome is compared, if it is.
    var codes: Int { parameters }
    /// The first number that it is compared with.
    var operands: Int { parameters + 1 }
    /// The result, if it is kept.
    var result: Int { parameters + conditionWords }
    /// The caller's word.
    var note: Int { result + (keepsResult ? 1 : 0) }
    /// The number of words: at least one, as every call has a place.
    var words: Int { max(1, note + (hasNote ? 1 : 0)) }
}

/// Some parameters of a call.
package struct ParameterSet: Hashable, Sendable {
    private var bits: UInt64 = 0
    /// Parameters behind these cannot be in it.
    static let most = 64

    /// Creates the empty set.
    package init() {}

    /// True if there is none.
    package var isEmpty: Bool { bits == 0 }

    /// Returns whether a parameter is in it.
    package func contains(_ parameter: Int) -> Bool { parameter < Self.most && bits & 1 << parameter != 0 }

    /// Adds a parameter; false if there is no room for it.
    mutating func insert(_ parameter: Int) -> Bool {
        guard parameter < Self.most else { return false }
        bits |= 1 << parameter
        return true
    }
}
