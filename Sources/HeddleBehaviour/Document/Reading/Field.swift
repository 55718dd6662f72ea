// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

/// A value in its place, which messages name.
struct Field {
    let key: String
    /// What the key belongs to, with its article: `a hook`.
    let owner: String
    let node: JSONNode
    /// Whether it is an element of the list under the key.
    var isElement = false

    var range: SourceRange { node.range }

    /// The place as the subject of a sentence.
    var place: String { "\(isElement ? "an element of " : "")\"\(key)\" of \(owner)" }

    func element(_ node: JSONNode) -> Field {
        Field(key: key, owner: owner, node: node, isElement: true)
    }
}

extension BehaviourReader {
    func wrongType(_ field: Field, expected: String, suggestion: String? = nil) {
        note(
            .wrongType, "\(field.place) is \(field.node.kindWithArticle), expected \(expected)", at: field.range,
            label: field.node.label, suggestion: suggestion)
    }

    func badValue(_ field: Field, expected: String, suggestion: String? = nil) {
        note(
            .badValue, "\(field.place) is \(field.range.excerpt), expected \(expected)", at: field.range,
            label: field.node.label, suggestion: suggestion)
    }

    /// A text that is not empty.
    func text(_ field: Field, expected: String = "text") -> Located<String>? {
        guard case .text(let text) = field.node.content else {
            wrongType(field, expected: expected)
            return nil
        }
        guard !text.isEmpty else {
            badValue(field, expected: "text that is not empty")
            return nil
        }
        return Located(text, at: field.range)
    }

    /// A text, or a list of them.
    func texts(_ field: Field) -> [Located<String>] {
        guard case .array(let elements) = field.node.content else {
            return text(field, expected: "text or a list of texts").map { [$0] } ?? []
        }
        return elements.compactMap { text(field.element($0)) }
    }

    func flag(_ field: Field) -> Bool? {
        if case .bool(let flag) = field.node.content { return flag }
        wrongType(field, expected: "true or false")
        return nil
    }

    /// A number that is neither infinite nor, being so large, rounded to infinity.
    func finiteNumber(_ field: Field) -> Double? {
        guard case .number(let number) = field.node.content else {
            wrongType(field, expected: "a number")
            return nil
        }
        guard let rounded = number.double else {
            badValue(field, expected: "a number that a double can hold")
            return nil
        }
        return rounded
    }

    /// One of a few words.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ field: Field, of type: Word.Type) -> Word? {
        let words = Word.allCases.map(\.rawValue)
        let expected = words.map { "\"\($0)\"" }.joined(separator: " or ")
        guard case .text(let text) = field.node.content else {
            wrongType(field, expected: expected)
            return nil
        }
        if let word = Word(rawValue: text) { return word }
        badValue(field, expected: expected, suggestion: didYouMean(text, among: words))
        return nil
    }
}
