// SPDX-License-Identifier: Apache-2.0

/// The form of an operand. Its check, words and schema follow from this.
package enum OperandForm: Hashable, Sendable {
    /// Any value.
    case value
    /// A number or a text.
    case ordered
    /// `[expected, tolerance]`, a number and a ``Tolerance``.
    case tolerance
    /// An array of values.
    case list
    /// A regular expression; see ``RegularExpression``.
    case pattern
    /// A text, or bytes.
    case text
    /// The path of a file.
    case file
    /// A text, bytes, or any element of an array.
    case element
    /// A whole number of 0 or more.
    case length
    /// `true` or `false`.
    case flag

    /// The operand in words.
    package var words: String {
        switch self {
        case .value, .element: "a value"
        case .ordered: "a number or text"
        case .tolerance: "[expected, tolerance]"
        case .list: "an array of at least one value"
        case .pattern, .text: "text"
        case .file: "the path of a file"
        case .length: "a whole number of 0 or more"
        case .flag: "true or false"
        }
    }

    /// The kind of value that an operand is; nil if it depends on the compared value.
    package var kind: ValueKind? {
        switch self {
        case .value, .ordered, .element: nil
        case .tolerance, .list: .array
        case .pattern, .text, .file: .text
        case .length: .number
        case .flag: .bool
        }
    }
}

/// An operand of an operator, known or not.
package protocol ConditionOperand: Sendable {
    /// The value, if it is known.
    var literal: Value? { get }
    /// True if the value is known only at run time.
    var isReference: Bool { get }
    /// The elements of an array; nil for any other value.
    var elements: [Self]? { get }
    /// The members of an object; empty for any other value.
    var namedOperands: [(name: String, operand: Self)] { get }
    /// The value's kind in words, such as `number 5`.
    var kindDescription: String { get }
}

extension ConditionOperand {
    /// The names of the members of an object; empty for any other value.
    package var memberNames: [String] { namedOperands.map(\.name) }
}

extension Value: ConditionOperand {
    /// The value itself.
    package var literal: Value? { self }
    /// False: a value is known.
    package var isReference: Bool { false }
    /// The members of an object; empty for any other value.
    package var namedOperands: [(name: String, operand: Value)] {
        if case .object(let members) = self { members.map { ($0.name, $0.value) } } else { [] }
    }
}

extension ConditionOperator {
    /// The mistake of an unsuitable operand; nil if it is suitable, or known only at run time.
    ///
    /// - Parameter mayName: true if a text may be the name of a constant.
    package func mistake(in operand: some ConditionOperand, mayName: Bool = false) -> ConditionMistake? {
        if operand.isReference { return nil }
        switch form {
        case .value, .element: return nil
        case .ordered:
            switch operand.literal {
            case .number, .string: return nil
            default: return unfit(operand)
            }
        case .tolerance: return mistake(inPair: operand, mayName: mayName)
        case .list:
            guard let elements = operand.elements else { return unfit(operand) }
            return elements.isEmpty ? unfit(operand, kind: .badValue) : nil
        case .pattern: return mistake(inPattern: operand)
        case .text:
            switch operand.literal {
            case .string, .bytes: return nil
            default: return unfit(operand)
            }
        case .file:
            guard case .string(let path)? = operand.literal else { return unfit(operand) }
            return path.isEmpty || path.utf8.contains(0) ? unfit(operand, kind: .badValue) : nil
        case .length:
            switch operand.literal {
            case .number(.integer(let length)) where (0...Int128(Int.max)).contains(length): return nil
            case .number: return unfit(operand, kind: .badValue)
            case .string where mayName: return nil
            default: return unfit(operand)
            }
        case .flag: if case .bool = operand.literal { return nil } else { return unfit(operand) }
        }
    }

    private func mistake(inPair operand: some ConditionOperand, mayName: Bool) -> ConditionMistake? {
        guard let pair = operand.elements else { return unfit(operand) }
        guard pair.count == 2 else { return unfit(operand, kind: .badValue) }
        let expected = pair[0]
        switch expected.literal {
        case .number: break
        case .string where mayName: break
        default:
            if expected.isReference { break }
            return unfit(expected, "two numbers, [expected, tolerance]").inside(.element(0))
        }
        return mistake(inTolerance: pair[1], mayName: mayName)?.inside(.element(1))
    }

    private func mistake(inPattern operand: some ConditionOperand) -> ConditionMistake? {
        guard case .string(let pattern)? = operand.literal else { return unfit(operand) }
        return HeddleDeclarations.mistake(inPattern: pattern).map {
            ConditionMistake(
                .badPattern, "\(operand.kindDescription) is not a regular expression for \"\(rawValue)\": \($0.words)")
        }
    }

    func unfit(
        _ operand: some ConditionOperand, _ expected: String? = nil, kind: ConditionMistake.Kind = .wrongType
    ) -> ConditionMistake {
        ConditionMistake(
            kind, "\"\(rawValue)\" compares with \(expected ?? form.words), not with \(operand.kindDescription)",
            label: operand.kindDescription)
    }
}
