// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

extension BehaviourReader {
    func expectations(_ field: Field) -> [Step.Expectation] {
        guard case .object(let members) = field.node.content else {
            wrongType(field, expected: "an object such as {\"result\": value}")
            return []
        }
        return members.compactMap(expectation)
    }

    private func expectation(_ member: JSONObject.Member) -> Step.Expectation? {
        let path = path(Located(member.name, at: member.nameRange))
        let test = test(Field(key: member.name, owner: "\"expect\"", node: member.value))
        guard let path, let test else { return nil }
        let bytes = member.nameRange.bytes.lowerBound..<member.value.range.bytes.upperBound
        return Step.Expectation(path: path, test: test, range: SourceRange(member.nameRange.source, bytes))
    }

    private func test(_ field: Field) -> Step.Expectation.Test? {
        guard case .object(let members) = field.node.content, !members.isEmpty else {
            return template(field).map { .equals($0) }
        }
        let operators = members.map { Step.Expectation.Operator(rawValue: $0.name) }
        let known = operators.compactMap(\.self)
        guard known.count == operators.count else {
            if !known.isEmpty { warnOfMixture(members) }
            return template(field).map { .equals($0) }
        }
        let operands = zip(known, members).compactMap { word, member in
            operand(of: word, Field(key: member.name, owner: "\"\(field.key)\"", node: member.value))
                .map { (word, $0) }
        }
        return operands.count == known.count ? .operators(operands) : nil
    }

    /// An object that names an operator, and whose other names are nearly operators, may be mistyped.
    private func warnOfMixture(_ members: JSONObject) {
        let words = Step.Expectation.Operator.allCases.map(\.rawValue)
        let others = members.filter { !words.contains($0.name) }
        let suggestions = others.compactMap { didYouMean($0.name, among: words) }
        guard let first = others.first, suggestions.count == others.count else { return }
        note(
            .mixedOperators, "\(first.nameRange.excerpt) is no operator, the object is taken as a value",
            severity: .warning, at: first.nameRange, suggestion: suggestions.first,
            notes: [Diagnostic.Note("{\"eq\": {…}} says that a value is meant")])
    }

    /// A part of an outcome that a text names.
    func path(_ field: Field) -> Located<ValuePath>? {
        text(field, expected: Self.paths).flatMap(path)
    }

    private func path(_ text: Located<String>) -> Located<ValuePath>? {
        if let path = ValuePath(text.value) { return text.map { _ in path } }
        note(
            .unknownPath, "\(text.range.excerpt) is no part of an outcome, expected \(Self.paths)", at: text.range,
            suggestion: meantPath(text.value).map { "did you mean \"\($0)\"?" })
        return nil
    }

    private static let paths = "result, out.NAME, errno or failure"

    /// The path that was probably meant: a known root in place of one that is none.
    private func meantPath(_ text: String) -> String? {
        let root = text.prefix { !PartPath.isMark($0) }
        let rest = text[root.endIndex...]
        guard let known = nearest(to: String(root), among: ["result", "errno", "failure", "out"]) else {
            return nil
        }
        return [known + rest, known].first { ValuePath($0) != nil }
    }
}
