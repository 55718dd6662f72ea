// SPDX-License-Identifier: Apache-2.0

/// The options of a function that Heddle makes for C to call: the names in a `{"callback": {…}}`.
package enum CallbackOption: String, CaseIterable, Sendable {
    /// The result of every call, or of those behind the list.
    case returns
    /// The results of the first calls.
    case answers
    /// The result as an expression over the arguments.
    case compute
    /// The result as the order of two expressions.
    case compare
    /// Results for the calls whose arguments meet a condition.
    case rules
    /// Values that each call writes behind its pointers, as expressions over the arguments.
    case writes
    /// Whether the calls are recorded.
    case records
    /// The result of a call that comes too late.
    case afterwards
    /// The time for which the function answers.
    case lifetime

    /// All names.
    package static let names = allCases.map(\.rawValue)

    /// The names in one of the ``rules``.
    package static let ruleNames = [condition] + [returns, compute, writes].map(\.rawValue)

    /// The name of the condition of a rule.
    package static let condition = "if"

    /// True for the names of options, and of the condition of a rule, that hold expressions.
    static func holdsExpressions(_ name: String) -> Bool {
        switch CallbackOption(rawValue: name) {
        case .compute, .compare, .writes: true
        case .returns, .answers, .rules, .records, .afterwards, .lifetime: false
        case nil: name == condition
        }
    }
}
