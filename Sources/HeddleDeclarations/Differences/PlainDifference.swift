// SPDX-License-Identifier: Apache-2.0

/// Two values that differ and have no parts to compare, each on one line with its type, and what there is to say of them.
struct PlainDifference {
    /// Where two texts begin to differ.
    struct Mark {
        /// How many characters of ``expected`` and ``actual`` stand before it.
        let column: Int
        /// Such as `character 12, byte 14`.
        let place: String
    }

    let expected: String
    let actual: String
    private(set) var mark: Mark?
    private(set) var remarks: [String] = []
    /// The difference over several lines, where one does not show it.
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
            remarks = ["the bytes are no text in UTF-8"]
            describe(BytesDifference(Array(left.utf8), right))
        default: return
        }
    }

    private mutating func describe(_ difference: BytesDifference) {
        remarks += difference.remarks
        view = difference.view
    }
}
