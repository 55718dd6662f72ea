// SPDX-License-Identifier: Apache-2.0

import Diagnostics

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
public struct ValueCondition: Hashable, Sendable {
    private struct Comparison: Hashable {
        let word: ConditionOperator
        let operand: Value
    }

    private let comparisons: [Comparison]
    /// The names of the object's members, where it was written as one that is no object of operators.
    let plainNames: [String]

    /// Reads a condition. An object whose names are all operators is taken as these, any other as a value.
    ///
    /// - Throws: ``ConditionMistake`` for an operand that its operator cannot compare with, and for an object that has
    ///   operators beside other names.
    public init(_ value: Value) throws(ConditionMistake) {
        guard case .object(let members) = value, !members.isEmpty else {
            self.init([Comparison(word: .eq, operand: value)], plainNames: [])
            return
        }
        let words = members.map { ConditionOperator(rawValue: $0.name) }
        if words.allSatisfy({ $0 == nil }) {
            self.init([Comparison(word: .eq, operand: value)], plainNames: members.map(\.name))
            return
        }
        var comparisons: [Comparison] = []
        for (word, member) in zip(words, members) {
            guard let word else { throw .notAnOperator(member.name) }
            if let mistake = word.mistake(in: member.value) { throw ConditionMistake(message: mistake) }
            comparisons.append(Comparison(word: word, operand: member.value))
        }
        self.init(comparisons, plainNames: [])
    }

    private init(_ comparisons: [Comparison], plainNames: [String]) {
        self.comparisons = comparisons
        self.plainNames = plainNames
    }

    /// The condition for a part of a call, with the names and numbers of enumerations as calls have them.
    ///
    /// - Throws: a comparison that can never hold.
    func fitted(to content: PartContent, of path: CallPath) throws(ConditionMistake) -> ValueCondition {
        var fitted: [Comparison] = []
        for comparison in comparisons {
            guard let operand = content.operand(comparison.word, comparison.operand) else {
                throw ConditionMistake(
                    message: "\(path) is \(content.words), which is never \(comparison.word.words) "
                        + comparison.operand.kindDescription,
                    suggestion: comparison.operand.suggestion(among: content.names))
            }
            fitted.append(Comparison(word: comparison.word, operand: operand))
        }
        return ValueCondition(fitted, plainNames: plainNames)
    }

    /// Whether it holds; for a value that is not there nothing does.
    ///
    /// - Complexity: O(size of the values); `matches` depends on the expression.
    public func holds(for actual: Value?) -> Bool {
        guard let actual else { return false }
        return comparisons.allSatisfy { $0.word.holds(for: actual, $0.operand) }
    }

    /// The condition in words, such as `at least 5, less than 9`.
    public var words: String {
        comparisons.map { "\($0.word.words) \($0.operand.excerpt(limit: 60))" }.joined(separator: ", ")
    }
}

extension PartContent {
    /// What values of the content are compared with; nil where that never holds.
    fileprivate func operand(_ word: ConditionOperator, _ operand: Value) -> Value? {
        switch (word, operand) {
        case (.eq, _): return found(operand)
        case (.ne, _): return found(operand) ?? operand
        case (.in, .array(let elements)):
            let found = elements.compactMap(self.found)
            return found.isEmpty ? nil : .array(found)
        default: return allows(word, operand) ? operand : nil
        }
    }
}

extension Value {
    fileprivate func suggestion(among names: [String]) -> String? {
        guard case .string(let text) = self, !names.isEmpty else { return nil }
        return didYouMean(text, among: names) ?? "it is one of \(names.joined(separator: ", "))"
    }
}

/// Why something is no condition.
public struct ConditionMistake: Error, Hashable, Sendable {
    /// What is wrong, with what was found and what was expected.
    public let message: String
    /// How it could be mended.
    public let suggestion: String?

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

extension ConditionOperator {
    /// Why a value cannot be compared with; nil for one that can.
    package func mistake(in operand: Value) -> String? {
        switch (self, operand) {
        case (.eq, _), (.ne, _), (.contains, _), (.in, .array), (.null, .bool): return nil
        case (.lt, .number), (.le, .number), (.gt, .number), (.ge, .number): return nil
        case (.lt, .string), (.le, .string), (.gt, .string), (.ge, .string): return nil
        case (.near, .array(let pair)): return pair.isPairOfNumbers ? nil : unfit(operand)
        case (.matches, .string(let pattern)):
            return Declarations.mistake(inPattern: pattern).map { "\"matches\" is no regular expression: \($0)" }
        case (.length, .number(.integer(let length))) where (0...Int128(Int.max)).contains(length): return nil
        default: return unfit(operand)
        }
    }

    private func unfit(_ operand: Value) -> String {
        "\"\(rawValue)\" compares with \(self.operand), not with \(operand.kindDescription)"
    }
}

extension [Value] {
    /// `[expected, tolerance]`, the tolerance not below 0.
    fileprivate var isPairOfNumbers: Bool {
        guard count == 2, case .number = self[0], case .number(let tolerance) = self[1] else { return false }
        return tolerance.double.map { $0 >= 0 } ?? false
    }
}
