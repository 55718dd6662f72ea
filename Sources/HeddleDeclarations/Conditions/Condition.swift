// SPDX-License-Identifier: Apache-2.0

/// A condition on a value, the same in all keys: a value that it must equal, or an object of operators that must all
/// hold.
///
/// ```json
/// 5
/// { "gt": 1000, "le": 2000 }
/// { "anyOf": [null, { "each": { "startsWith": "a" } }] }
/// ```
///
/// An operand is a ``Value`` if it is known, or a template with parts that are known only at run time. ``map(_:)``
/// converts between them.
///
/// ## Topics
/// - ``Clause``
/// - ``init(reading:noting:)``
/// - ``holds(for:)``
/// - ``map(_:)``
package struct Condition<Operand> {
    /// An operator of a condition with its operand.
    package enum Clause {
        case compares(ConditionOperator, Operand)
        case combines(ConditionCombinator, [Condition])
    }

    /// The operand of a condition that was written as a value. Nearly all are, and a step makes one each time that it
    /// runs, so there is no array for it.
    package let plainValue: Operand?
    /// True if it was written as a value, not as an object of operators.
    package let isPlainValue: Bool
    /// The clauses of a condition that was written as an object of operators.
    private let operators: [Clause]

    /// Creates a condition of operators.
    package init(_ clauses: [Clause]) {
        plainValue = nil
        isPlainValue = false
        operators = clauses
    }

    /// Creates a condition for equality with a value.
    package init(equalTo operand: Operand) {
        plainValue = operand
        isPlainValue = true
        operators = []
    }

    /// The clauses, at least one; all must hold.
    package var clauses: [Clause] {
        if let plainValue { [.compares(.eq, plainValue)] } else { operators }
    }

    /// All operands, including those of nested conditions.
    package var operands: [Operand] {
        if let plainValue { return [plainValue] }
        return operators.flatMap { clause -> [Operand] in
            switch clause {
            case .compares(_, let operand): [operand]
            case .combines(_, let conditions): conditions.flatMap { $0.operands }
            }
        }
    }

    /// True if it compares with a golden file, or a condition inside of it does.
    package var hasGolden: Bool {
        clauses.contains { clause in
            switch clause {
            case .compares(let word, _): word.isOfFile
            case .combines(_, let conditions): conditions.contains(where: \.hasGolden)
            }
        }
    }

    /// The path of the golden file that the whole value is compared with.
    package var golden: Operand? {
        for case .compares(.golden, let path) in clauses { return path }
        return nil
    }

    /// The same condition with other operands.
    package func map<Other, Failure>(
        _ transform: (ConditionOperator, Operand) throws(Failure) -> Other
    ) throws(Failure) -> Condition<Other> {
        if let plainValue { return Condition<Other>(equalTo: try transform(.eq, plainValue)) }
        var mapped: [Condition<Other>.Clause] = []
        mapped.reserveCapacity(clauses.count)
        for clause in clauses {
            switch clause {
            case .compares(let word, let operand): mapped.append(.compares(word, try transform(word, operand)))
            case .combines(let word, let conditions):
                var inner: [Condition<Other>] = []
                for condition in conditions { inner.append(try condition.map(transform)) }
                mapped.append(.combines(word, inner))
            }
        }
        return Condition<Other>(mapped)
    }
}

extension Condition<Int> {
    /// The same condition with values in place of their numbers; nil if one of them is not known.
    ///
    /// It calls `value` for each number, also behind one that is not known.
    package func filled(_ value: (Int) -> Value?) -> Condition<Value>? {
        if let plainValue { return value(plainValue).map { Condition<Value>(equalTo: $0) } }
        var filled: [Condition<Value>.Clause] = []
        filled.reserveCapacity(clauses.count)
        for clause in clauses {
            switch clause {
            case .compares(let word, let number):
                if let operand = value(number) { filled.append(.compares(word, operand)) }
            case .combines(let word, let conditions):
                let inner = conditions.map { $0.filled(value) }.compactMap(\.self)
                if inner.count == conditions.count { filled.append(.combines(word, inner)) }
            }
        }
        return filled.count == clauses.count ? Condition<Value>(filled) : nil
    }
}

extension Condition: Sendable where Operand: Sendable {}
extension Condition.Clause: Sendable where Operand: Sendable {}
extension Condition: Equatable where Operand: Equatable {}
extension Condition.Clause: Equatable where Operand: Equatable {}
extension Condition: Hashable where Operand: Hashable {}
extension Condition.Clause: Hashable where Operand: Hashable {}

extension Condition {
    /// The clauses, with those of the conditions of `allOf` in its place.
    package var clausesOfAll: [Clause] {
        clauses.flatMap { clause in
            if case .combines(.allOf, let conditions) = clause { conditions.flatMap(\.clausesOfAll) } else { [clause] }
        }
    }
}

extension Condition.Clause {
    /// The operator's word.
    package var name: String {
        switch self {
        case .compares(let word, _): word.rawValue
        case .combines(let word, _): word.rawValue
        }
    }
}

extension Condition where Operand: ConditionOperand {
    /// The clauses whose operands are all known, those inside of `allOf` among them.
    package var literalClauses: [Condition<Value>.Clause] {
        clausesOfAll.compactMap { clause in
            (try? Condition([clause]).map { _, operand throws(UnknownOperand) in
                guard let literal = operand.literal else { throw UnknownOperand() }
                return literal
            })?.clauses.first
        }
    }
}

private struct UnknownOperand: Error {}

// MARK: - Judging

extension Condition<Value> {
    /// Returns whether the condition holds. No condition holds for a missing value.
    ///
    /// - Complexity: O(size of the values); of `matches` O(length of the text · size of the expression).
    package func holds(for actual: Value?) -> Bool {
        guard let actual else { return false }
        if let plainValue { return ConditionOperator.eq.holds(for: actual, plainValue) }
        return operators.allSatisfy { $0.holds(for: actual) }
    }

    /// The condition in words to follow "is", such as `at least 5, less than 9`.
    package var words: String { words() }

    func words(limit: Int = 60) -> String {
        // In one text, since each expectation that a report tells of has its words.
        var words = ""
        words.reserveCapacity(64)
        for clause in clauses {
            if !words.isEmpty { words += ", " }
            words += clause.words(limit: limit)
        }
        return words
    }

    /// The condition as a behaviour writes it.
    package var written: Value {
        plainValue ?? .object(clauses.map { Value.Member($0.name, $0.written) })
    }
}

extension Condition<Value>.Clause {
    fileprivate var written: Value {
        switch self {
        case .compares(_, let operand): operand
        case .combines(let word, let conditions) where word.takesOne: conditions.first?.written ?? .null
        case .combines(_, let conditions): .array(conditions.map(\.written))
        }
    }

    /// Returns whether it holds for a value.
    package func holds(for actual: Value) -> Bool {
        switch self {
        case .compares(let word, let operand): word.holds(for: actual, operand)
        case .combines(let word, let conditions): word.holds(for: actual, conditions)
        }
    }

    /// The clause in words to follow "is": `less than 5`, `not null`.
    package func words(limit: Int = 60) -> String {
        switch self {
        case .compares(.null, .bool(false)): "not null"
        case .compares(.null, _): "null"
        case .compares(let word, let operand): word.words + " " + operand.excerpt(limit: limit)
        case .combines(let word, let conditions):
            word.words(
                conditions.map { condition in
                    let isSimple = condition.clauses.count == 1 && !(condition.clauses.first?.isCombination ?? true)
                    return isSimple ? condition.words(limit: limit) : "(\(condition.words(limit: limit)))"
                })
        }
    }

    private var isCombination: Bool { if case .combines = self { true } else { false } }

    /// The words to follow "is" for a value that does not meet it.
    package func denial(limit: Int = 60) -> String {
        switch self {
        case .compares(.ne, let operand): Self.compares(.eq, operand).words(limit: limit)
        case .compares(.null, .bool(false)): "null"
        case .combines(.not, let conditions): conditions.map { $0.words(limit: limit) }.joined(separator: ", ")
        default: "not \(words(limit: limit))"
        }
    }
}
