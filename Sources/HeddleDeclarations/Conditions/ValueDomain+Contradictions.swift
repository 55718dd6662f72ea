// SPDX-License-Identifier: Apache-2.0

extension ValueDomain {
    /// Some of several comparisons that no value meets together, though each of them may hold by itself; nil where none
    /// are found.
    ///
    /// - Complexity: O(*n*²) in the comparisons, of which there are few.
    package func contradiction(among comparisons: [Comparison]) -> [Comparison]? {
        for (index, first) in comparisons.enumerated() {
            for second in comparisons.dropFirst(index + 1) where isExcluded(by: [first, second]) {
                return [first, second]
            }
        }
        return comparisons.count > 2 && isExcluded(by: comparisons) ? comparisons : nil
    }

    /// Whether no value meets all of some comparisons.
    private func isExcluded(by all: [Comparison]) -> Bool {
        let lists = all.compactMap { $0.candidates(among: content) }
        if let candidates = lists.first(where: { $0.allSatisfy(\.isWhole) }) ?? lists.first {
            return candidates.allSatisfy { candidate in all.contains { $0.rulesOut(candidate) } }
        }
        guard let witnesses = witnesses(for: all) else { return hasLengthTooShort(all) }
        return !(witnesses + (mayBeNull ? [.null] : [])).contains { value in all.allSatisfy { $0.holds(for: value) } }
    }

    /// Values of which one meets all of some comparisons if any value does, as long as none of them names the values that
    /// it holds for; nil where there are no such values.
    private func witnesses(for all: [Comparison]) -> [Value]? {
        let operands = all.flatMap { $0.operand.elements ?? [$0.operand] }
        switch content {
        case .bool: return [.bool(true), .bool(false)]
        case .word(let words): return words.map { .string($0) }
        case .whole(let range): return range.values(around: operands + all.flatMap(\.ends))
        case .floating(let type): return type.values(around: operands + all.flatMap(\.ends))
        case .enumeration(let type): return type.witnesses
        case .text(let limit): return textWitnesses(for: all, limit: limit)
        case .bytes, .record, .array, .handle, .unknown: return nil
        }
    }

    /// The first texts of all that the lower bounds allow: the one that follows another as the next has the least of
    /// characters behind it.
    private func textWitnesses(for all: [Comparison], limit: Int?) -> [Value]? {
        guard all.contains(where: \.word.isOrder), all.allSatisfy({ $0.word.isOrder || $0.word == .ne }) else {
            return nil
        }
        let lowest = all.filter { $0.word == .gt || $0.word == .ge }.map(\.operand) + [.string("")]
        let texts = lowest.flatMap { bound -> [String] in
            guard case .string(let text) = bound else { return [] }
            return [text, "\(text)\u{1}", "\(text)\u{1}\u{1}"]
        }
        // Where these have no room, which text comes next is another question.
        return texts.allSatisfy { $0.utf8.count <= limit ?? .max } ? texts.map { .string($0) } : nil
    }

    /// Whether a part is asked for that is longer than the whole.
    private func hasLengthTooShort(_ all: [Comparison]) -> Bool {
        let lengths = all.compactMap { $0.word == .length ? $0.operand.wholeNumber : nil }
        let parts = all.compactMap { $0.word == .contains ? content.leastLength(around: $0.operand) : nil }
        return lengths.contains { length in parts.contains { $0 > length } }
    }
}

extension Comparison {
    /// The values that it can hold for, or what these have in common with it; nil where there are too many.
    fileprivate func candidates(among content: ValueDomain.Content) -> [Value]? {
        switch (word, operand) {
        case (.eq, _): return [operand]
        case (.in, .array(let elements)): return elements
        case (.null, .bool(true)): return [.null]
        case (.length, .number(.integer(0))): return content.empty.map { [$0] }
        default: return nil
        }
    }

    /// Whether it holds for no value that is, or includes, a candidate.
    fileprivate func rulesOut(_ candidate: Value) -> Bool {
        if candidate.isWhole { return !holds(for: candidate) }
        switch (word, operand) {
        case (.eq, _): return candidate.contradicts(operand)
        case (.ne, _): return candidate.includes(operand)
        case (.in, .array(let elements)): return elements.allSatisfy(candidate.contradicts)
        case (.null, _): return operand == .bool(true)
        default: return false
        }
    }

    /// The numbers at which it begins and ceases to hold.
    fileprivate var ends: [Value] {
        guard word == .near, let pair = operand.elements, pair.count == 2, case .number(let middle) = pair[0],
            case .number(let tolerance) = pair[1]
        else { return [] }
        return [middle.plus(tolerance), tolerance.negated.flatMap(middle.plus)].compactMap { $0.map { .number($0) } }
    }
}

extension ValueDomain.Content {
    /// The value of length 0.
    fileprivate var empty: Value? {
        switch self {
        case .text: .string("")
        case .bytes: .bytes([])
        case .array: .array([])
        default: nil
        }
    }

    /// How long a value with a part inside is at least.
    fileprivate func leastLength(around part: Value) -> Int128 {
        switch (self, part) {
        case (.bytes, .bytes(let bytes)): Int128(bytes.count)
        // What stands around other characters may become one with them.
        case (.text, .string(let text)) where text.utf8.allSatisfy { (0x20...0x7E).contains($0) }:
            Int128(text.utf8.count)
        default: 1
        }
    }
}

extension Value {
    /// Whether it says all of a value: an object names only some of the members.
    fileprivate var isWhole: Bool {
        switch self {
        case .object: false
        case .array(let elements): elements.allSatisfy(\.isWhole)
        default: true
        }
    }

    /// Whether no value includes both.
    fileprivate func contradicts(_ other: Value) -> Bool {
        switch (self, other) {
        case (.object(let members), .object(let others)):
            members.contains { member in
                others.first { $0.name == member.name }.map { member.value.contradicts($0.value) } ?? false
            }
        case (.array(let elements), .array(let others)):
            elements.count != others.count || zip(elements, others).contains { $0.contradicts($1) }
        default: !isEqual(to: other)
        }
    }

    fileprivate var wholeNumber: Int128? { if case .number(let number) = self { number.integer } else { nil } }

}

extension EnumerationType {
    /// Its names as they come back, and two numbers without one.
    fileprivate var witnesses: [Value] {
        let numbers = Set(constants.map(number))
        let others = (0...Int128(numbers.count + 1)).filter { !numbers.contains($0) }
        return constants.map { form(of: .string($0.name)) }
            + others.map { .number(.integer($0)) }.filter { ValueDomain(.enumeration(self)).canBe($0) }
    }
}
