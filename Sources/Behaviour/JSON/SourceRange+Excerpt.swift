// SPDX-License-Identifier: Apache-2.0

internal import Diagnostics

extension SourceRange {
    /// The range's text as a message quotes it: the beginning of a long one, without control characters.
    var excerpt: String {
        let scalars = String(decoding: source.bytes[bytes].prefix(4 * 41), as: UTF8.self).unicodeScalars
        let shown = scalars.prefix(40).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        let text = String(String.UnicodeScalarView(shown))
        return scalars.count > 40 ? text + "…" : text
    }
}

extension JSONNode {
    /// What stands under the caret: the kind of the value, and the value where it is short.
    var label: String {
        switch content {
        case .null: "null"
        case .bool, .number, .text: "\(kind) \(range.excerpt)"
        case .array, .object: kind
        }
    }

    /// What kind of value this is, in one word.
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
    var kindWithArticle: String {
        switch content {
        case .null, .text: kind
        case .bool, .number: "a \(kind)"
        case .array, .object: "an \(kind)"
        }
    }
}
