// SPDX-License-Identifier: Apache-2.0

extension ValueShape {
    /// A value that may be given there, for trying the values around one that is not known yet; nil where there is none.
    package var sample: Value? {
        switch content {
        case .type(let type): type.sample
        case .bits(let member): member.sample
        case .arguments, .calls: .array([])
        case .plain where kinds.contains(.text): .string("x")
        case .word(let words): words.first.map { .string($0) }
        case .printed, .wideText: .string("x")
        case .handle: .null
        case .plain, .callback, .rules, .rule, .expressions, .failure, .functions, .variables: nil
        }
    }
}

extension Value {
    fileprivate static let zero = Value.number(.integer(0))
    /// A number that does not end what 0 would end.
    fileprivate static let one = Value.number(.integer(1))
}

extension CType {
    fileprivate var sample: Value? {
        switch canonical {
        case .bool: .bool(true)
        case .integer, .floating: .one
        case .enumeration: .zero
        case .complex: .array([.one, .one])
        case .record(let record): record.sample
        case .array(let element, .some) where element.isCharacter: .string("x")
        case .array: .array([])
        case .pointer: meansText ? .string("x") : .null
        case .void, .function, .aligned, .named: nil
        }
    }
}

extension RecordType {
    fileprivate var sample: Value? {
        guard kind == .union else { return .object([]) }
        guard let field = fields.first, let name = field.name, let value = field.sample else { return nil }
        return .object([Value.Member(name, value)])
    }
}

extension RecordType.Member {
    fileprivate var sample: Value? {
        guard bits != nil else { return type.sample }
        return type.canonical == .bool ? .bool(false) : .zero
    }
}
