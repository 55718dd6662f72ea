// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

/// The source of a condition: a value, or a place in a file.
package protocol ConditionSource {
    associatedtype Operand: ConditionOperand

    /// The members of an object; nil for any other value.
    var namedParts: [(name: String, source: Self)]? { get }
    /// The elements of an array; nil for any other value.
    var list: [Self]? { get }
    /// The value's kind in words, such as `number 5`.
    var kindDescription: String { get }
    /// The value as an operand; nil after a reported mistake.
    func operand() -> Operand?
}

extension Value: ConditionSource {
    /// The members of an object; nil for any other value.
    package var namedParts: [(name: String, source: Value)]? {
        if case .object(let members) = self { members.map { ($0.name, $0.value) } } else { nil }
    }

    /// The elements of an array; nil for any other value.
    package var list: [Value]? { elements }

    /// The value itself.
    package func operand() -> Value? { self }
}

extension Condition where Operand: ConditionOperand {
    /// Reads a condition. An object whose names are all operators is an object of operators; everything else is a
    /// value.
    ///
    /// An object with operators and other names is a value here. If the type rules out an object, the type check
    /// refuses it with ``ConditionMistake/notAnOperator(among:of:)``.
    ///
    /// - Parameter mistakes: receives each operand that its operator cannot take, with its path.
    /// - Returns: nil after a mistake.
    package init?<Source: ConditionSource>(reading source: Source, noting mistakes: inout [ConditionMistake])
    where Source.Operand == Operand {
        var reading = ConditionReading<Source>()
        let condition = reading.condition(source)
        mistakes += reading.mistakes
        guard let condition, reading.mistakes.isEmpty else { return nil }
        self = condition
    }
}

extension Condition<Value> {
    /// Reads a condition of values.
    ///
    /// - Throws: the first operand that its operator cannot take.
    package init(_ value: Value) throws(ConditionMistake) {
        var mistakes: [ConditionMistake] = []
        guard let condition = Condition(reading: value, noting: &mistakes) else {
            throw mistakes.first ?? ConditionMistake(.wrongType, "\(value.kindDescription) is not a condition")
        }
        self = condition
    }
}

private struct ConditionReading<Source: ConditionSource> {
    private(set) var mistakes: [ConditionMistake] = []
    private var path: [PartPath.Step] = []

    mutating func condition(_ source: Source) -> Condition<Source.Operand>? {
        guard let members = source.namedParts, !members.isEmpty, members.allSatisfy({ ConditionWords.has($0.name) })
        else {
            return source.operand().map { Condition(equalTo: $0) }
        }
        var clauses: [Condition<Source.Operand>.Clause] = []
        for (name, source) in members {
            path.append(.member(name))
            if let clause = clause(name, source) { clauses.append(clause) }
            path.removeLast()
        }
        return clauses.count == members.count ? Condition(clauses) : nil
    }

    private mutating func clause(_ name: String, _ source: Source) -> Condition<Source.Operand>.Clause? {
        if let word = ConditionOperator(rawValue: name) {
            guard let operand = source.operand() else { return nil }
            guard let mistake = word.mistake(in: operand, mayName: true) else { return .compares(word, operand) }
            note(mistake)
            return nil
        }
        guard let word = ConditionCombinator(rawValue: name) else { return nil }
        if word.takesOne { return condition(source).map { .combines(word, [$0]) } }
        guard let list = source.list, !list.isEmpty else {
            let found = source.list == nil ? source.kindDescription : "an empty array"
            note(ConditionMistake(.wrongType, "\"\(name)\" takes an array of conditions, not \(found)"))
            return nil
        }
        var conditions: [Condition<Source.Operand>] = []
        for (index, element) in list.enumerated() {
            path.append(.element(index))
            if let condition = condition(element) { conditions.append(condition) }
            path.removeLast()
        }
        return conditions.count == list.count ? .combines(word, conditions) : nil
    }

    private mutating func note(_ mistake: ConditionMistake) {
        mistakes.append(path.reversed().reduce(mistake) { $0.inside($1) })
    }
}

/// A mistake in a condition.
package struct ConditionMistake: Error, Hashable, Sendable {
    /// The kind of mistake.
    package enum Kind: Hashable, Sendable {
        /// An operand has a type that its operator cannot take, or the value is not a condition.
        case wrongType
        /// An operand has the right type but is out of range.
        case badValue
        /// A regular expression is invalid.
        case badPattern
        /// A name is not an operator, and only operators make sense.
        case notAnOperator
        /// A path leads to no part of a call, or to one that is not known at that moment.
        case unknownPath
        /// No value of the part can meet the comparison.
        case never
        /// A name in place of a number is not a constant.
        case unknownConstant
    }

    /// The kind of mistake.
    package let kind: Kind
    /// The mistake in words: the found and the expected.
    package let message: String
    /// The label for the place.
    package let label: String?
    /// The suggested correction.
    package let suggestion: String?
    /// The path from the value that was read to the place.
    package private(set) var path = PartPath()
    /// True if the place is the name of the member, not its value.
    package let isOfName: Bool

    package init(
        _ kind: Kind, _ message: String, label: String? = nil, suggestion: String? = nil, atName: Bool = false
    ) {
        self.kind = kind
        self.message = message
        self.label = label
        self.suggestion = suggestion
        isOfName = atName
    }

    /// The mistake of a hook that compares with a file.
    static let goldenOfHook = ConditionMistake(
        .badValue, "\"golden\" compares with a file, which only \"expect\" does", atName: true
    ).inside(.member(ConditionOperator.golden.rawValue))

    /// The same mistake in a part of a value.
    package func inside(_ step: PartPath.Step) -> ConditionMistake {
        var mistake = self
        mistake.path = PartPath([step] + path.steps)
        return mistake
    }

    /// The mistake of an object in a place where none can be, with a name that is not an operator; nil if all its names
    /// are operators.
    ///
    /// - Parameters:
    ///   - names: the names of the object's members.
    ///   - part: the part that is compared with the object.
    package static func notAnOperator(among names: [String], of part: String) -> ConditionMistake? {
        guard let name = names.first(where: { !ConditionWords.has($0) }) else { return nil }
        return ConditionMistake(
            .notAnOperator, "\(Value.string(name).excerpt()) is not an operator, and \(part) is never an object",
            suggestion: ConditionWords.meant(by: name).map { "did you mean \"\($0)\"?" }
                ?? didYouMean(name, among: ConditionWords.all)
                ?? "the operators are \(ConditionWords.all.joined(separator: ", "))",
            atName: true
        ).inside(.member(name))
    }
}
