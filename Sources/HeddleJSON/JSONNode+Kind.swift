// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

extension JSONNode {
    /// The label under the caret: the kind of the value, and the value if it is short.
    package var label: String {
        switch content {
        case .null: "null"
        case .bool, .number, .text: "\(kind) \(range.excerpt)"
        case .array, .object: kind
        }
    }

    /// The kind of the value, in one word.
    private var kind: String {
        switch content {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .text: "text"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The kind as it stands in a sentence.
    package var kindWithArticle: String {
        switch content {
        case .null, .text: kind
        case .bool, .number: "a \(kind)"
        case .array, .object: "an \(kind)"
        }
    }
}
