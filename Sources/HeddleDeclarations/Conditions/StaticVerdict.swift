// SPDX-License-Identifier: Apache-2.0

/// The verdict on a comparison with the same result for every value.
package enum StaticVerdict: Hashable, Sendable {
    /// It holds for no value.
    case never
    /// It holds for every value.
    case always

    /// The verdict on the opposite.
    package var denied: StaticVerdict {
        switch self {
        case .never: .always
        case .always: .never
        }
    }
}

/// The verdicts on the comparisons, by ranges and kinds of values.
extension ValueDomain {
    /// Null has no order, no length and no parts.
    func exceptNull(_ verdict: StaticVerdict?) -> StaticVerdict? {
        mayBeNull && verdict == .always ? nil : verdict
    }

    func verdict(ofList elements: [Value]) -> StaticVerdict? {
        if !elements.contains(where: canBe) { return .never }
        if mayBeNull, !elements.contains(.null) { return nil }
        switch content {
        case .bool: return [.bool(true), .bool(false)].allSatisfy(elements.contains) ? .always : nil
        case .word(let words): return words.allSatisfy { elements.contains(.string($0)) } ? .always : nil
        case .whole(let range): return range.isCovered(by: elements) ? .always : nil
        case .floating, .enumeration, .text, .printed, .wideText, .bytes, .record, .array, .handle, .unknown: return nil
        }
    }

    func verdict(ofOrder word: ConditionOperator, _ operand: Value) -> StaticVerdict? {
        switch (content, operand) {
        case (.whole(let range), .number(let number)):
            let holds = range.ends.map { word.holds(for: .number($0), .number(number)) }
            return holds == [true, true] ? .always : holds == [false, false] ? .never : nil
        case (.floating, .string("Infinity")): return word == .gt ? .never : nil
        case (.floating, .string("-Infinity")): return word == .lt ? .never : nil
        case (.floating, .number): return nil
        case (.text, .string(let text)), (.printed, .string(let text)), (.wideText, .string(let text)):
            return text.isEmpty && word == .lt ? .never : nil
        case (.word(let words), _): return words.verdict(of: word, operand)
        // A plan lists the names that its numbers put on that side.
        case (.enumeration, _): return nil
        default: return .never
        }
    }

    func verdict(ofNearness operand: Value) -> StaticVerdict? {
        let isNear = { ConditionOperator.near.holds(for: $0, operand) }
        let countsSteps = operand.elements?.last.flatMap(Tolerance.init)?.isOfStepsAlone ?? false
        switch content {
        // Whole numbers have no last place that is not 1.
        case .whole where countsSteps: return .never
        case .whole(let range):
            if range.ends.allSatisfy({ isNear(.number($0)) }) { return .always }
            return range.values(around: operand.elements ?? []).contains(where: isNear) ? nil : .never
        case .floating(let type):
            if countsSteps, case .number(let expected)? = operand.elements?.first {
                return type.nearest(to: expected) == nil ? .never : nil
            }
            return type.lacksAll(between: operand.ends) ? .never : nil
        case .bool, .enumeration, .word, .text, .printed, .wideText, .bytes, .record, .array, .handle: return .never
        case .unknown: return nil
        }
    }

    func verdict(ofPattern pattern: Value) -> StaticVerdict? {
        switch content {
        case .text, .printed, .wideText, .unknown: nil
        case .word, .enumeration, .floating: texts?.verdict(of: .matches, pattern)
        case .bool, .whole, .bytes, .record, .array, .handle: .never
        }
    }

    /// Of a part of a text, which has no NUL, of bytes, or of an array.
    func verdict(ofPart word: ConditionOperator, _ part: Value) -> StaticVerdict? {
        switch (content, part) {
        case (.text(let limit), .string(let part)): Self.verdict(ofPart: Array(part.utf8), limit)
        case (.text(let limit), .bytes(let part)): Self.verdict(ofPart: part, limit)
        case (.printed, .string(let part)): part.isEmpty ? .always : nil
        case (.bytes, .bytes(let part)), (.printed, .bytes(let part)): part.isEmpty ? .always : nil
        case (.array(let element, _), _) where word == .contains:
            element.map { ValueDomain(of: $0).canBe(part) } == false ? .never : nil
        case (.word, _), (.enumeration, _), (.floating, _): texts?.verdict(of: word, part)
        // One that is no Unicode is an array.
        case (.unknown, _), (.wideText, _): nil
        default: .never
        }
    }

    private static func verdict(ofPart part: [UInt8], _ limit: Int?) -> StaticVerdict? {
        if part.isEmpty { return .always }
        return part.count > limit ?? .max || part.contains(0) ? .never : nil
    }

    func verdict(ofLength operand: Value) -> StaticVerdict? {
        guard case .number(let length) = operand else { return .never }
        switch content {
        case .text(let limit): return length.integer.map { $0 <= limit ?? .max } == false ? .never : nil
        case .array(_, let count):
            return count.map { length.compare(.integer(Int128($0))) == .equal ? .always : .never }
        case .word: return texts?.verdict(of: .length, operand)
        case .bytes, .printed, .wideText, .unknown: return nil
        case .bool, .whole, .floating, .enumeration, .record, .handle: return .never
        }
    }

    /// The texts among the values, if they are few.
    private var texts: [String]? {
        switch content {
        case .word(let words): words
        case .enumeration(let type): type.isFlags ? nil : type.constants.map(\.name)
        case .floating: FloatingType.words
        case .bool, .whole, .text, .printed, .wideText, .bytes, .record, .array, .handle, .unknown: nil
        }
    }
}

extension [String] {
    fileprivate func verdict(of word: ConditionOperator, _ operand: Value) -> StaticVerdict? {
        contains { word.holds(for: .string($0), operand) } ? nil : .never
    }
}

extension Value {
    /// The ends of `[expected, tolerance]`, the lower one first; none for anything else, and where steps of a type count.
    var ends: [Number] {
        guard let pair = elements, pair.count == 2, case .number(let middle) = pair[0],
            let tolerance = Tolerance(pair[1])?.distance(from: middle)
        else { return [] }
        let ends = [tolerance.negated.flatMap(middle.plus), middle.plus(tolerance)].compactMap(\.self)
        return ends.count == 2 ? ends : []
    }
}

extension FloatingType {
    /// Returns whether both ends of a range lie beyond the numbers of the type, on the same side.
    fileprivate func lacksAll(between ends: [Number]) -> Bool {
        let isNegative = ends.map { $0.compare(.integer(0)) == .less }
        return isNegative.count == 2 && isNegative[0] == isNegative[1] && ends.allSatisfy { nearest(to: $0) == nil }
    }
}

extension WholeRange {
    /// The numbers of the range near some values, and its ends. Each is made as it is asked for.
    func values(around values: [Value]) -> some Sequence<Value> {
        (values.map(Optional.some) + [nil]).lazy.flatMap { value -> [Number] in
            switch value {
            case .number(let number): around(number)
            case nil: ends
            default: []
            }
        }
        .map { .number($0) }
    }
}
