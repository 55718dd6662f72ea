// SPDX-License-Identifier: Apache-2.0

/// The difference between a value and the expected one, for people: both with their types, and the parts that differ.
///
///     expected: point {"x": 1, "y": 2.5}
///     actual:   point {"x": 1, "y": 2.75}
///     1 of 2 parts differs:
///       result.y: expected double 2.5, actual double 2.75
///
/// ## Topics
/// - ``init(expected:actual:as:at:)``
/// - ``init(condition:actual:as:)``
/// - ``init(words:actual:)``
package struct Difference: Hashable, Sendable {
    /// The lines, safe to print on a terminal: the expected value, the actual value, and further facts.
    package let lines: [String]

    /// A value that does not equal the expected one.
    ///
    /// - Parameters:
    ///   - expected: the expected value; an object lists only the members to compare.
    ///   - actual: the actual value; nil if there is none.
    ///   - type: the declared C type; nil if it is unknown.
    ///   - path: the path to the value, such as `result`; the paths of parts begin with it.
    /// - Complexity: O(size of the values). Texts of many lines are compared line by line up to a limit.
    package init(expected: Value, actual: Value?, as type: CType? = nil, at path: String = "") {
        guard let actual else {
            lines = Self.both(expected.shown(as: type), "nothing")
            return
        }
        var parts = DifferingParts()
        parts.compare(expected, actual, as: type, at: path)
        lines = parts.isWhole ? Self.whole(expected, actual, type) : Self.parts(parts, expected, actual, type)
    }

    /// A value that does not meet a condition.
    package init(condition: Condition<Value>, actual: Value?, as type: CType? = nil) {
        let clauses = condition.clauses
        let broken = clauses.filter { clause in actual.map { !clause.holds(for: $0) } ?? false }
        let isPartly = (1..<clauses.count).contains(broken.count)
        let remarks = broken.flatMap { clause in
            (isPartly ? ["it is \(clause.denial())"] : []) + (actual.map(clause.remarks) ?? [])
        }
        lines = Self.both(condition.words, actual?.shown(as: type) ?? "nothing") + remarks
    }

    /// A value that does not meet a condition of which only the words are known.
    package init(words: String, actual: Value?) {
        lines = Self.both(words, actual?.shown(as: nil) ?? "nothing")
    }

    /// Two facts that are no values, in words.
    package init(words: String, actualWords: String) {
        lines = Self.both(words, actualWords)
    }

    // MARK: Lines

    private static let expectedWord = "expected: "
    private static let actualWord = "actual:   "

    private static func both(_ expected: String, _ actual: String) -> [String] {
        [expectedWord + expected, actualWord + actual]
    }

    /// The values of a difference in a few words, such as `expected int 4, actual int 3`; nil if its lines, which a
    /// recorded run may have, are others.
    package static func words(ofLines lines: [String]) -> String? {
        guard lines.count > 1, lines[0].hasPrefix(expectedWord), lines[1].hasPrefix(actualWord) else { return nil }
        return "expected \(lines[0].dropFirst(expectedWord.count)), actual \(lines[1].dropFirst(actualWord.count))"
    }

    /// Two values without parts, or of different kinds.
    private static func whole(_ expected: Value, _ actual: Value, _ type: CType?) -> [String] {
        let difference = PlainDifference(expected, actual, as: type)
        let margin = expectedWord.unicodeScalars.count
        return both(difference.expected, difference.actual)
            + [difference.mark.map { String(repeating: " ", count: margin + $0.column) + "^ " + $0.place }]
            .compactMap(\.self)
            + difference.remarks + difference.view
    }

    private static func parts(
        _ parts: DifferingParts, _ expected: Value, _ actual: Value, _ type: CType?
    ) -> [String] {
        let view = parts.differing.count == 1 ? parts.differing[0].difference?.view ?? [] : []
        return both(expected.shown(as: type), actual.shown(as: type)) + [parts.heading]
            + parts.differing.map { "  \($0.line)" } + parts.furtherLine + view
    }
}

/// Two values without parts to compare, each on one line with its type, and further facts.
struct PlainDifference {
    /// The place at which two texts begin to differ.
    struct Mark {
        /// The number of characters of ``expected`` and ``actual`` before it.
        let column: Int
        /// Such as `character 12, byte 14`.
        let place: String
    }

    let expected: String
    let actual: String
    private(set) var mark: Mark?
    private(set) var remarks: [String] = []
    /// The difference on several lines, if one line does not show it.
    private(set) var view: [String] = []

    init(_ expected: Value, _ actual: Value, as type: CType?) {
        if case (.string(let left), .string(let right)) = (expected, actual), type?.enumeration == nil {
            let (texts, prefix) = (TextDifference(left, right), expected.prefix(as: type))
            self.expected = prefix + texts.expected
            self.actual = prefix + texts.actual
            mark = texts.column.map { Mark(column: prefix.unicodeScalars.count + $0, place: texts.place) }
            (remarks, view) = (texts.remarks, texts.view)
        } else {
            self.expected = expected.shown(as: type)
            self.actual = actual.shown(as: type)
            describe(expected, actual, type)
        }
    }

    private mutating func describe(_ expected: Value, _ actual: Value, _ type: CType?) {
        switch (expected, actual) {
        case (.number(let left), .number(let right)): remarks = left.remarks(besides: right, as: type)
        case (.bytes(let left), .bytes(let right)): describe(BytesDifference(left, right))
        case (.string(let left), .bytes(let right)):
            remarks = ["the bytes are not UTF-8"]
            describe(BytesDifference(Array(left.utf8), right))
        default: return
        }
    }

    private mutating func describe(_ difference: BytesDifference) {
        remarks += difference.remarks
        view = difference.view
    }
}
