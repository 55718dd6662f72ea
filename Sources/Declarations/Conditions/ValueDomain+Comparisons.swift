// SPDX-License-Identifier: Apache-2.0

/// What a comparison comes to whatever the value is.
public enum Foregone: Hashable, Sendable {
    /// It holds for no value.
    case never
    /// It holds for every value.
    case always
}

extension ValueDomain {
    /// What a comparison with any of the values comes to; nil where that depends on the value.
    public func foregone(_ word: ConditionOperator, _ operand: Value) -> Foregone? {
        if isUnknown { return nil }
        switch word {
        case .eq: return canBe(operand) ? nil : .never
        case .ne: return canBe(operand) ? nil : .always
        case .in: return operand.elements?.contains(where: canBe) == false ? .never : nil
        case .null: return mayBeNull ? nil : operand == .bool(true) ? .never : .always
        default: break
        }
        let foregone = ofValues(word, operand)
        // Null has no order, no length and no parts.
        return mayBeNull && foregone == .always ? nil : foregone
    }

    /// The same for values that are not null.
    private func ofValues(_ word: ConditionOperator, _ operand: Value) -> Foregone? {
        switch (content, operand) {
        case (.whole(let range), .number(let number)) where word.isOrder: range.foregone(word, number)
        case (.whole(let range), .array(let pair)) where word == .near: range.isNear(pair) ? nil : .never
        case (.floating, .string(let text)) where word.isOrder: Self.ofFloating(word, text)
        case (.floating, .number) where word.isOrder: nil
        case (.floating(let type), .array(let pair)) where word == .near: type.isNear(pair) ? nil : .never
        case (.text, .string) where word.isOrder || word == .contains || word == .matches: nil
        case (.text, .bytes) where word == .contains: nil
        case (.text(let limit), .number(let number)) where word == .length:
            number.integer.map { $0 <= limit ?? .max } == false ? .never : nil
        case (.bytes, .bytes) where word == .contains: nil
        case (.bytes, .number) where word == .length: nil
        case (.array(let element, _), _) where word == .contains:
            element.map { ValueDomain(of: $0).canBe(operand) } == false ? .never : nil
        case (.array(_, let count), .number(let number)) where word == .length:
            count.map { number.compare(.integer(Int128($0))) == .equal ? .always : .never }
        default: ofWords(word, operand)
        }
    }

    /// The same for what is one of some words, where it is not a number.
    private func ofWords(_ word: ConditionOperator, _ operand: Value) -> Foregone? {
        switch content {
        case .word(let words): words.foregone(word, operand)
        case .floating: [.length, .null].contains(word) ? .never : FloatingType.words.foregone(word, operand)
        // A name has no order that its number has.
        case .enumeration where word.isOrder || word == .near || word == .length: .never
        case .enumeration(let type): type.constants.map(\.name).foregone(word, operand)
        default: .never
        }
    }

    private static func ofFloating(_ word: ConditionOperator, _ text: String) -> Foregone? {
        switch (text, word) {
        case ("Infinity", .gt), ("-Infinity", .lt): .never
        case ("Infinity", _), ("-Infinity", _): nil
        default: .never
        }
    }
}

extension [String] {
    fileprivate func foregone(_ word: ConditionOperator, _ operand: Value) -> Foregone? {
        contains { word.holds(for: .string($0), operand) } ? nil : .never
    }
}

extension FloatingType {
    /// Whether one of its numbers, as it is written, is as near to another as a pair says: a large `float` is written
    /// with fewer digits than it has.
    fileprivate func isNear(_ pair: [Value]) -> Bool {
        guard case .number(let number)? = pair.first, let middle = number.double else { return false }
        guard self == .float else { return true }
        let nearest = Float(middle)
        return [nearest, nearest.nextUp, nearest.nextDown].contains {
            ConditionOperator.near.holds(for: Value($0), .array(pair))
        }
    }
}

extension ConditionOperator {
    /// Whether it asks which of two values comes first.
    public var isOrder: Bool { [.lt, .le, .gt, .ge].contains(self) }
}

extension ClosedRange<Int128> {
    /// What asking for the order of its numbers and another one comes to.
    fileprivate func foregone(_ word: ConditionOperator, _ number: Number) -> Foregone? {
        let holds = [lowerBound, upperBound].map { word.holds(for: .number(.integer($0)), .number(number)) }
        if holds == [true, true] { return .always }
        return holds == [false, false] ? .never : nil
    }

    /// Whether one of its numbers is as near to another as a pair says.
    fileprivate func isNear(_ pair: [Value]) -> Bool {
        guard pair.count == 2, case .number(let number) = pair[0], case .number(let tolerance) = pair[1],
            let middle = number.double, let distance = tolerance.double
        else { return false }
        let (lowest, highest) = ((middle - distance).rounded(.up), (middle + distance).rounded(.down))
        return lowest <= highest && highest >= Double(lowerBound) && lowest <= Double(upperBound)
    }
}
