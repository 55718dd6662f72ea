// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// What must hold for a value, as a behaviour writes it: a value that it equals, or an object of operators.
///
/// ```json
/// 5
/// { "gt": 1000, "le": 2000 }
/// ```
///
/// ## Topics
/// - ``holds(for:)``
/// - ``ConditionOperator``
package struct ValueCondition: Hashable, Sendable {
    private let comparisons: [Comparison]
    /// The names of the object's members, where it was written as one that is no object of operators.
    let plainNames: [String]

    /// Reads a condition. An object whose names are all operators is taken as these, any other as a value.
    ///
    /// - Throws: ``ConditionMistake`` for an operand that its operator cannot compare with, and for an object that has
    ///   operators beside other names.
    package init(_ value: Value) throws(ConditionMistake) {
        guard case .object(let members) = value, !members.isEmpty else {
            self.init([Comparison(.eq, value)], plainNames: [])
            return
        }
        let words = members.map { ConditionOperator(rawValue: $0.name) }
        if words.allSatisfy({ $0 == nil }) {
            self.init([Comparison(.eq, value)], plainNames: members.map(\.name))
            return
        }
        var comparisons: [Comparison] = []
        for (word, member) in zip(words, members) {
            guard let word else { throw .notAnOperator(member.name) }
            if let mistake = word.mistake(in: member.value, mayName: true) { throw ConditionMistake(message: mistake) }
            comparisons.append(Comparison(word, member.value))
        }
        self.init(comparisons, plainNames: [])
    }

    private init(_ comparisons: [Comparison], plainNames: [String]) {
        self.comparisons = comparisons
        self.plainNames = plainNames
    }

    /// The condition for a part of a call, with what it compares with in the form that calls have it in.
    ///
    /// - Throws: comparisons that can never hold, and names that no constant has.
    func fitted(
        to content: PartContent, of path: CallPath, naming constants: ConstantNames
    ) throws(ConditionMistake) -> ValueCondition {
        var fitted: [Comparison] = []
        for comparison in comparisons {
            fitted.append(try content.fitted(comparison, of: path, naming: constants))
        }
        if let contradiction = content.domain.contradiction(among: fitted) {
            let words = contradiction.map { $0.words(limit: 40) }.joined(separator: " and ")
            throw ConditionMistake(message: "\(path) is \(content.words), which is never \(words) at once")
        }
        return ValueCondition(fitted, plainNames: plainNames)
    }

    /// Whether it holds; for a value that is not there nothing does.
    ///
    /// - Complexity: O(size of the values); of `matches` O(length of the text · size of the expression).
    package func holds(for actual: Value?) -> Bool {
        guard let actual else { return false }
        return comparisons.allSatisfy { $0.holds(for: actual) }
    }

    /// The condition in words, such as `at least 5, less than 9`.
    package var words: String {
        comparisons.map { $0.words() }.joined(separator: ", ")
    }
}

extension PartContent {
    /// A comparison with what values of the content are compared with.
    fileprivate func fitted(
        _ comparison: Comparison, of path: CallPath, naming constants: ConstantNames
    ) throws(ConditionMistake) -> Comparison {
        let word = comparison.word
        let fitted: Comparison
        do throws(UnknownName) {
            fitted = Comparison(word, try domain.operand(comparison.operand, of: word, naming: constants))
        } catch {
            throw ConditionMistake(message: error.message, suggestion: error.suggestion)
        }
        if let mistake = word.mistake(in: fitted.operand) { throw ConditionMistake(message: "\(path): \(mistake)") }
        if domain.foregone(word, fitted.operand) == .never { throw never(comparison, path) }
        return fitted
    }

    private func never(_ comparison: Comparison, _ path: CallPath) -> ConditionMistake {
        let found =
            comparison.word == .null
            ? comparison.words() : "\(comparison.word.words) \(comparison.operand.kindDescription)"
        return ConditionMistake(
            message: "\(path) is \(words), which is never \(found)",
            suggestion: comparison.operand.suggestion(among: names) ?? domain.mend(comparison.operand))
    }
}

extension Value {
    fileprivate func suggestion(among names: [String]) -> String? {
        guard case .string(let text) = self, !names.isEmpty else { return nil }
        return didYouMean(text, among: names) ?? "it is one of \(names.joined(separator: ", "))"
    }
}

/// Why something is no condition.
package struct ConditionMistake: Error, Hashable, Sendable {
    /// What is wrong, with what was found and what was expected.
    package let message: String
    /// How it could be mended.
    package let suggestion: String?

    init(message: String, suggestion: String? = nil) {
        self.message = message
        self.suggestion = suggestion
    }

    static func notAnOperator(_ name: String) -> ConditionMistake {
        let words = ConditionOperator.allCases.map(\.rawValue)
        return ConditionMistake(
            message: "\(Value.string(name).excerpt()) is no operator",
            suggestion: didYouMean(name, among: words) ?? "{\"eq\": {…}} says that a value is meant")
    }
}
