// SPDX-License-Identifier: Apache-2.0

/// What a comparison comes to whatever the value is.
package enum StaticVerdict: Hashable, Sendable {
    /// It holds for no value.
    case never
    /// It holds for every value.
    case always
}

extension ValueDomain {
    /// What a comparison with any of the values comes to; nil where that depends on the value.
    package func foregone(_ word: ConditionOperator, _ operand: Value) -> StaticVerdict? {
        if isUnknown { return nil }
        switch word {
        case .eq: return canBe(operand) ? nil : .never
        case .ne: return canBe(operand) ? nil : .always
        case .in: return operand.elements.flatMap(ofList)
        case .null: return mayBeNull ? nil : operand == .bool(true) ? .never : .always
        default: break
        }
        let foregone = ofValues(word, operand)
        // Null has no order, no length and no parts.
        return mayBeNull && foregone == .always ? nil : foregone
    }

    /// What asking for one of some values comes to.
    private func ofList(_ elements: [Value]) -> StaticVerdict? {
        if !elements.contains(where: canBe) { return .never }
        if mayBeNull, !elements.contains(.null) { return nil }
        switch content {
        case .bool: return [.bool(true), .bool(false)].allSatisfy(elements.contains) ? .always : nil
        case .word(let words): return words.allSatisfy { elements.contains(.string($0)) } ? .always : nil
        case .whole(let range): return range.isCovered(by: elements) ? .always : nil
        default: return nil
        }
    }

    /// The same for values that are not null.
    private func ofValues(_ word: ConditionOperator, _ operand: Value) -> StaticVerdict? {
        switch (content, operand) {
        case (.whole(let range), .number(let number)) where word.isOrder: range.foregone(word, number)
        case (.whole(let range), .array(let pair)) where word == .near: range.isNear(pair)
        case (.floating, .string(let text)) where word.isOrder: Self.ofFloating(word, text)
        case (.floating, .number) where word.isOrder: nil
        case (.floating(let type), .array(let pair)) where word == .near: type.isNear(pair) ? nil : .never
        case (.text, .string("")) where word == .lt: .never
        case (.text, .string) where word.isOrder || word == .matches: nil
        case (.text(let limit), .string(let part)) where word == .contains: Self.ofPart(Array(part.utf8), limit)
        case (.text(let limit), .bytes(let part)) where word == .contains: Self.ofPart(part, limit)
        case (.text(let limit), .number(let number)) where word == .length:
            number.integer.map { $0 <= limit ?? .max } == false ? .never : nil
        case (.bytes, .bytes(let part)) where word == .contains: part.isEmpty ? .always : nil
        case (.bytes, .number) where word == .length: nil
        case (.array(let element, _), _) where word == .contains:
            element.map { ValueDomain(of: $0).canBe(operand) } == false ? .never : nil
        case (.array(_, let count), .number(let number)) where word == .length:
            count.map { number.compare(.integer(Int128($0))) == .equal ? .always : .never }
        default: ofWords(word, operand)
        }
    }

    /// The same for what is one of some words, where it is not a number.
    private func ofWords(_ word: ConditionOperator, _ operand: Value) -> StaticVerdict? {
        switch content {
        case .word(let words): words.foregone(word, operand)
        case .floating: [.length, .null].contains(word) ? .never : FloatingType.words.foregone(word, operand)
        // A name has no order that its number has.
        case .enumeration where word.isOrder || word == .near || word == .length: .never
        case .enumeration(let type): type.constants.map(\.name).foregone(word, operand)
        default: .never
        }
    }

    /// What asking for a part of a text comes to, which has no NUL.
    private static func ofPart(_ part: [UInt8], _ limit: Int?) -> StaticVerdict? {
        if part.isEmpty { return .always }
        return part.count > limit ?? .max || part.contains(0) ? .never : nil
    }

    private static func ofFloating(_ word: ConditionOperator, _ text: String) -> StaticVerdict? {
        switch (text, word) {
        case ("Infinity", .gt), ("-Infinity", .lt): .never
        case ("Infinity", _), ("-Infinity", _): nil
        default: .never
        }
    }
}

extension [String] {
    fileprivate func foregone(_ word: ConditionOperator, _ operand: Value) -> StaticVerdict? {
        contains { word.holds(for: .string($0), operand) } ? nil : .never
    }
}

extension FloatingType {
    /// Whether one of its numbers, as it is written, is as near to another as a pair says: a large `float` is written
    /// with fewer digits than it has.
    fileprivate func isNear(_ pair: [Value]) -> Bool {
        values(around: pair).contains { ConditionOperator.near.holds(for: $0, .array(pair)) }
    }
}

extension ConditionOperator {
    /// Whether it asks which of two values comes first.
    package var isOrder: Bool { [.lt, .le, .gt, .ge].contains(self) }
}

extension WholeRange {
    /// What asking for the order of its numbers and another one comes to.
    fileprivate func foregone(_ word: ConditionOperator, _ number: Number) -> StaticVerdict? {
        let holds = ends.map { word.holds(for: .number($0), .number(number)) }
        if holds == [true, true] { return .always }
        return holds == [false, false] ? .never : nil
    }

    /// What asking for nearness to another number comes to: it holds between two numbers for which it does.
    fileprivate func isNear(_ pair: [Value]) -> StaticVerdict? {
        let isNear = { ConditionOperator.near.holds(for: $0, .array(pair)) }
        if ends.allSatisfy({ isNear(.number($0)) }) { return .always }
        return values(around: pair).contains(where: isNear) ? nil : .never
    }
}
