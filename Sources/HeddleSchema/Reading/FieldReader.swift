// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
package import HeddleJSON

/// The mistakes that the form of a value or of an object can have.
package enum FieldMistake: Sendable {
    /// The object has no such key.
    case unknownKey
    /// The object lacks a key that it needs.
    case missingKey
    /// The object has none of several keys, of which it needs one.
    case missingChoice
    /// Two keys do not go together, or one lacks the other.
    case badCombination
    /// The value is of another type.
    case wrongType
    /// The value is of the right type and cannot stand here.
    case badValue
    /// Bytes are not base64 or hexadecimal.
    case badBytes
    /// A reference stands where no saved value is known.
    case badReference
}

/// Reads values and takes the mistakes that are found in them.
///
/// A method that reads something returns nil after it reported why, and the reading goes on, so that one reading finds
/// all mistakes.
package protocol FieldReader: AnyObject, SendableMetatype {
    /// Takes a mistake.
    ///
    /// - Parameter range: nil if the values come from no text.
    func report(
        _ mistake: FieldMistake, _ message: String, severity: Diagnostic.Severity, at range: SourceRange?,
        label: String?, suggestion: String?)
}

extension FieldReader {
    /// Takes an error.
    package func report(
        _ mistake: FieldMistake, _ message: String, at range: SourceRange?, label: String? = nil,
        suggestion: String? = nil
    ) {
        report(mistake, message, severity: .error, at: range, label: label, suggestion: suggestion)
    }

    /// Reports a value of another type.
    package func wrongType(_ field: Field, expected: String, suggestion: String? = nil) {
        report(
            .wrongType, "\(field.place) is \(field.node.kindWithArticle), expected \(expected)", at: field.range,
            label: field.node.label, suggestion: suggestion)
    }

    /// Reports a value of the right type that cannot stand here.
    package func badValue(_ field: Field, expected: String, suggestion: String? = nil) {
        report(
            .badValue, "\(field.place) is \(field.range.excerpt), expected \(expected)", at: field.range,
            label: field.node.label, suggestion: suggestion)
    }

    /// Reads a text that is not empty.
    package func text(_ field: Field, expected: String = "text") -> Located<String>? {
        guard let text = anyText(field, expected: expected) else { return nil }
        guard !text.value.isEmpty else {
            badValue(field, expected: "text that is not empty")
            return nil
        }
        return text
    }

    /// Reads a text, which may be empty.
    package func anyText(_ field: Field, expected: String = "text") -> Located<String>? {
        if case .text(let text) = field.node.content { return Located(text, at: field.range) }
        wrongType(field, expected: expected)
        return nil
    }

    /// Reads a text, or a list of texts.
    package func texts(_ field: Field) -> [Located<String>] {
        guard case .array(let elements) = field.node.content else {
            return text(field, expected: "text or a list of texts").map { [$0] } ?? []
        }
        return elements.compactMap { text(field.element($0)) }
    }

    /// Reads the elements of a list, which may be empty.
    package func list(_ field: Field, expected: String = "a list") -> JSONArray? {
        if case .array(let elements) = field.node.content { return elements }
        wrongType(field, expected: expected, suggestion: "write [ and ] around it")
        return nil
    }

    /// Reads the members of an object.
    package func members(_ field: Field, expected: String = "an object") -> JSONObject? {
        if case .object(let members) = field.node.content { return members }
        wrongType(field, expected: expected)
        return nil
    }
}

extension JSONNode {
    /// The suggestion for a value that is written as text and should be none.
    ///
    /// - Parameter isMeant: returns whether the text would be right without its quotes.
    package func mend(_ isMeant: (String) -> Bool) -> String? {
        if case .text(let text) = content, isMeant(text) { "write it without the quotes" } else { nil }
    }
}
