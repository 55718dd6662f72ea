// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension GeneratedType {
    /// Returns whether an expectation could hold for some value of the type: looked for among values at all edges of
    /// the type and of what is expected, so that it is found wherever there is one.
    func mayMeet(_ word: ConditionOperator?, _ operand: Value) -> Bool {
        guard let word else { return mayEqual(operand) }
        switch (word, operand) {
        case (.matches, _): return samples(operand).contains { if case .string = $0 { true } else { false } }
        case (.length, .number(let length)):
            if case .text = self { return length.nearestInteger.map { $0 >= 0 } ?? false }
            return samples(operand).contains { word.holds(for: $0, operand) }
        case (.eq, _): return mayEqual(operand)
        case (.in, .array(let elements)): return elements.contains(where: mayEqual)
        default: return samples(operand).contains { word.holds(for: $0, operand) }
        }
    }

    private func mayEqual(_ expected: Value) -> Bool {
        switch (self, expected) {
        case (.record(let fields), .object(let members)), (.union(let fields), .object(let members)):
            members.allSatisfy { member in
                fields.first { $0.name == member.name }.map { $0.type.mayEqual(member.value) } ?? false
            }
        case (.array(let element, let count), .array(let elements)):
            elements.count == count ?? elements.count && elements.allSatisfy(element.mayEqual)
        case (.handle, .handle): true
        default: samples(expected).contains { $0.includes(expected) }
        }
    }

    private func samples(_ operand: Value) -> [Value] {
        switch self {
        case .integer(let range): numbers(range, around: operand)
        case .float: floats(operand) { $0.float.map { Value($0) } }
        case .double: floats(operand) { $0.double.map { Value($0) } }
        case .bool: [.bool(true), .bool(false)]
        case .text(let orNull): texts(operand) + (orNull ? [.null] : [])
        case .bytes: [.bytes([]), .bytes([1, 2]), operand]
        case .color: Self.colors.map { .string($0) } + numbers(0...0xFFFF_FFFF, around: operand).filter { !$0.isColor }
        case .record(let fields), .union(let fields):
            [.object(fields.map { Value.Member($0.name, $0.type.samples(.null).first ?? .null) })]
        case .array(let element, let count): arrays(of: element, count, operand)
        case .handle: [.null]
        case .function: []
        }
    }

    private func numbers(_ range: ClosedRange<Int128>, around operand: Value) -> [Value] {
        let middles = operand.numbersInside.compactMap(\.nearestInteger)
        let around: [Int128] = middles.flatMap { [$0 &- 1, $0, $0 &+ 1] }
        let all: [Int128] = [range.lowerBound, range.upperBound, 0] + around
        return all.filter { range.contains($0) }.map { .integer($0) }
    }

    private func floats(_ operand: Value, _ nearest: (Number) -> Value?) -> [Value] {
        let words: [Value] = [.string("NaN"), .string("Infinity"), .string("-Infinity"), .integer(0)]
        return words
            + operand.numbersInside.flatMap { number -> [Value] in
                guard let double = number.double else { return [] }
                let others = [double - 1, double + 1, double * 2].compactMap { nearest(.decimal("\($0)")) }
                return others + [nearest(number)].compactMap(\.self)
            }
    }

    private func texts(_ operand: Value) -> [Value] {
        let given = ([operand] + operand.elements).compactMap { if case .string(let text) = $0 { text } else { nil } }
        let lengths = operand.numbersInside.compactMap { $0.integer }.filter { (0...100).contains($0) }
        let bytes: [Value] = [.bytes([0xFF])] + ([operand] + operand.elements).filter(\.isForeign)
        return ["", "a"].map { .string($0) } + given.flatMap { [.string($0), .string($0 + "~")] }
            + lengths.map { .string(String(repeating: "a", count: Int($0))) } + bytes
    }

    private func arrays(of element: GeneratedType, _ count: Int?, _ operand: Value) -> [Value] {
        let lengths = count.map { [$0] } ?? [0, 1] + operand.numbersInside.compactMap { $0.integer.map { Int($0) } }
        return lengths.filter { (0...300).contains($0) }.flatMap { length in
            element.samples(operand).map { .array([Value](repeating: $0, count: length)) }
        } + (count == nil ? [.array([])] : [])
    }
}

extension Value {
    fileprivate var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }

    fileprivate var numbersInside: [Number] {
        ([self] + elements).compactMap { if case .number(let number) = $0 { number } else { nil } }
    }

    /// Numbers of the colours come as their names.
    fileprivate var isColor: Bool { [.integer(0), .integer(5), .integer(6)].contains(self) }

    /// Bytes that are no text.
    fileprivate var isForeign: Bool {
        if case .bytes(let bytes) = self { String(validating: bytes, as: UTF8.self) == nil } else { false }
    }
}

extension Number {
    fileprivate var nearestInteger: Int128? {
        if let integer { return integer }
        guard let double else { return nil }
        return Int128(exactly: double.rounded())
    }
}
