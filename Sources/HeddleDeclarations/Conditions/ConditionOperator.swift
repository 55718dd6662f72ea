// SPDX-License-Identifier: Apache-2.0

/// An operator that compares a value with an operand. The raw value is its word in a behaviour.
///
/// To add one, add a case here and follow the compiler. This file has its form and words,
/// `ConditionOperator+Judging.swift` its judgement. ``ConditionCombinator`` has the operators that take conditions.
///
/// ## Topics
/// - ``form``
/// - ``holds(for:_:)``
/// - ``Condition``
package enum ConditionOperator: String, CaseIterable, Hashable, Sendable {
    case eq
    case ne
    case lt
    case le
    case gt
    case ge
    case near
    case `in`
    case matches
    case startsWith
    case endsWith
    case contains
    case length
    case null
    case golden

    /// The form of its operand.
    package var form: OperandForm {
        switch self {
        case .eq, .ne: .value
        case .lt, .le, .gt, .ge: .ordered
        case .near: .tolerance
        case .in: .list
        case .matches: .pattern
        case .startsWith, .endsWith: .text
        case .contains: .element
        case .length: .length
        case .null: .flag
        case .golden: .file
        }
    }

    /// The kinds of values that it can hold for; nil for any.
    package var kindsJudged: Set<ValueKind>? {
        switch self {
        case .eq, .ne, .in, .null: nil
        case .lt, .le, .gt, .ge: [.number, .text]
        case .near: [.number]
        case .matches: [.text]
        case .startsWith, .endsWith, .golden: [.text, .bytes]
        case .contains, .length: [.text, .array, .bytes]
        }
    }

    /// The operator in words, followed by the operand, such as `less than`; see ``Condition/Clause/words(limit:)``.
    package var words: String {
        switch self {
        case .eq: "equal to"
        case .ne: "not equal to"
        case .lt: "less than"
        case .le: "at most"
        case .gt: "greater than"
        case .ge: "at least"
        case .near: "near"
        case .in: "one of"
        case .matches: "matching"
        case .startsWith: "starting with"
        case .endsWith: "ending with"
        case .contains: "containing"
        case .length: "of length"
        case .null: "null:"
        case .golden: "the content of the golden file"
        }
    }

    /// A sentence for the schema that says when it holds.
    package var help: String {
        switch self {
        case .eq: "It equals this value, even if the value is an object whose keys are operators."
        case .ne: "It does not equal this value."
        case .lt, .le, .gt, .ge: "It is \(words) this number or text."
        case .near:
            "It differs from the first number, in the type of the value, by at most the second: [expected, tolerance]. "
                + "A tolerance is a number, or an object with `absolute`, `relative` or `ulps`, one of which must allow it."
        case .in: "It equals one of the elements of this array."
        case .matches: "The text matches this regular expression anywhere."
        case .startsWith: "The text starts with this text."
        case .endsWith: "The text ends with this text."
        case .contains: "The text contains this text, or the array this element."
        case .length: "The array has this number of elements, or the text this number of characters."
        case .null: "True: it is null. False: it is not null."
        case .golden:
            "It is the content of this file, whose path is relative to the behaviour; `heddle test --accept` writes it."
        }
    }

    /// True if it compares with what stands outside of the behaviour, which only steps and cases do.
    package var isOfFile: Bool { self == .golden }

    /// True if it compares the order of two values.
    package var isOrder: Bool { form == .ordered }
}

/// An operator that combines conditions.
package enum ConditionCombinator: String, CaseIterable, Hashable, Sendable {
    case not
    case anyOf
    case allOf
    case each

    /// True if it takes one condition, false for a list of conditions.
    package var takesOne: Bool {
        switch self {
        case .not, .each: true
        case .anyOf, .allOf: false
        }
    }

    /// A sentence for the schema that says when it holds.
    package var help: String {
        switch self {
        case .not: "It does not meet this condition, which is a value or an object of operators."
        case .anyOf: "It meets at least one of these conditions, each a value or an object of operators."
        case .allOf: "It meets all of these conditions, each a value or an object of operators."
        case .each: "Every element of the array meets this condition, which is a value or an object of operators."
        }
    }

    /// Combines the words of several conditions.
    func words(_ conditions: [String]) -> String {
        switch self {
        case .not: "not \(conditions.joined())"
        case .anyOf: conditions.joined(separator: " or ")
        case .allOf: conditions.joined(separator: " and ")
        case .each: "with each element \(conditions.joined())"
        }
    }

    /// Returns whether it holds for a value.
    package func holds(for actual: Value, _ conditions: [Condition<Value>]) -> Bool {
        switch self {
        case .not: !conditions.contains { $0.holds(for: actual) }
        case .anyOf: conditions.contains { $0.holds(for: actual) }
        case .allOf: conditions.allSatisfy { $0.holds(for: actual) }
        case .each:
            actual.elements?.allSatisfy { element in conditions.allSatisfy { $0.holds(for: element) } } ?? false
        }
    }
}

/// The words of all operators and combinators.
package enum ConditionWords {
    /// The words in the order of the documentation.
    package static let all = ConditionOperator.allCases.map(\.rawValue) + ConditionCombinator.allCases.map(\.rawValue)

    /// The operator that a name of another language stands for; nil for others.
    package static func meant(by name: String) -> String? {
        other[name.lowercased().filter { $0 != "_" && $0 != "-" }]
    }

    /// The names of the operators in other languages.
    package static let other = [
        "==": "eq", "=": "eq", "equal": "eq", "equals": "eq", "is": "eq", "!=": "ne", "<>": "ne", "neq": "ne",
        "notequal": "ne", "isnot": "ne", "<": "lt", "less": "lt", "lessthan": "lt", "below": "lt", "<=": "le",
        "lte": "le", "atmost": "le", "max": "le", "maximum": "le", ">": "gt", "greater": "gt", "greaterthan": "gt",
        "above": "gt", ">=": "ge", "gte": "ge", "atleast": "ge", "min": "ge", "minimum": "ge", "approx": "near",
        "about": "near", "closeto": "near", "within": "near", "oneof": "in", "regex": "matches", "pattern": "matches",
        "match": "matches", "like": "matches", "prefix": "startsWith", "suffix": "endsWith", "includes": "contains",
        "has": "contains", "size": "length", "count": "length", "len": "length", "isnull": "null", "nil": "null",
        "snapshot": "golden", "file": "golden", "reference": "golden",
        "any": "anyOf", "or": "anyOf", "all": "allOf", "and": "allOf", "every": "each",
    ]

    /// Returns whether a text is the word of an operator.
    package static func has(_ text: String) -> Bool {
        ConditionOperator(rawValue: text) != nil || ConditionCombinator(rawValue: text) != nil
    }
}
