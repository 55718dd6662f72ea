// SPDX-License-Identifier: Apache-2.0

extension ValueShape: ValuePlace {
    /// The values, as far as that decides comparisons.
    package var domain: ValueDomain { ValueDomain(domainContent, mayBeNull: kinds.contains(.null)) }

    private var domainContent: ValueDomain.Content {
        switch content {
        case .type(let type): ValueDomain(of: type).content
        case .bits(let member): ValueDomain(ofField: member).content
        case .handle: .handle
        case .calls: .array(of: nil, count: nil)
        case .arguments: .array(of: nil, count: count)
        case .plain where kinds.contains(.text): .text(limit: nil)
        case .plain where kinds.subtracting([.null]) == [.bytes]: .bytes
        case .word(let words): .word(words)
        case .printed: .printed
        case .wideText(let text): .wideText(text)
        case .plain, .callback, .rules, .rule, .expressions, .failure, .functions, .variables: .unknown
        }
    }

    /// The verdict on a comparison that is the same for every value; nil where it depends on the value.
    package func verdict(_ word: ConditionOperator, _ operand: Value) -> StaticVerdict? {
        switch word {
        case .eq where isAlways(operand): .always
        case .ne where isAlways(operand): .never
        default: word.verdict(in: domain, operand)
        }
    }

    /// Returns whether every value is the expected one, as that names no member that could be another.
    private func isAlways(_ expected: Value) -> Bool {
        switch expected {
        case .object(let members):
            kinds == [.object] && members.allSatisfy { part(.member($0.name))?.isAlways($0.value) ?? false }
        case .array(let elements):
            kinds == [.array] && count == elements.count
                && elements.enumerated().allSatisfy { part(.element($0))?.isAlways($1) ?? false }
        case .null, .bool, .number, .string, .bytes, .handle: false
        }
    }
}

// MARK: - Types

extension ValueShape {
    /// The type of the values; nil where they have none.
    private var type: CType? {
        switch content {
        case .type(let type): type.canonical
        case .bits(let member): member.type.canonical
        case .plain, .handle, .callback, .rules, .rule, .expressions, .calls, .arguments, .failure, .word, .printed,
            .wideText, .functions, .variables:
            nil
        }
    }

    /// The enumeration whose enumerators the values are; nil for all others.
    package var enumeration: EnumerationType? { if case .enumeration(let type) = type { type } else { nil } }

    /// True if it is a number of C: a text stands for one only where it is written.
    var isNumber: Bool {
        switch (type, content) {
        case (.integer, _), (.floating, .type): true
        default: false
        }
    }

    /// The type in words, where the kind of value says little of it.
    package var typeWords: String? {
        switch type {
        case .enumeration(let type): "an enumerator of \(CType.enumeration(type))"
        case .record(let record): "a value of \(CType.record(record))"
        case .array(let element, let count?) where !element.isCharacter: "an array of \(count)"
        case .complex: "a complex number"
        case .integer, .floating: "a number"
        default: nil
        }
    }

    /// The structure or union that the values are.
    var record: RecordType? { if case .record(let record) = type { record } else { nil } }
}

extension EnumerationType {
    /// A name or number in the form that results of the type have: the first name for the number, where there is one.
    package func form(of value: Value) -> Value {
        switch value {
        case .string(let text): number(named: text).map { form(of: .number(.integer($0))) } ?? value
        case .number(let number): number.integer.flatMap(name(of:)).map { .string($0) } ?? value
        default: value
        }
    }

    /// The number of an enumerator; nil where the value is the name of none.
    package func number(of value: Value) -> Value? {
        guard case .string(let text) = value else { return nil }
        return number(named: text).map { .number(.integer($0)) }
    }
}
