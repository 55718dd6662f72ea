// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension ValueShape {
    /// A value that may be given there, for trying what stands around a value that is not known yet; nil where none can
    /// be thought of.
    package var sample: Value? {
        switch content {
        case .element(let element): element.sample
        case .bits(let bits): bits.scalar == .bool ? .bool(false) : .zero
        case .run, .arguments, .calls: .array([])
        case .plain where kinds.contains(.text): .string("x")
        case .word(let words): words.first.map { .string($0) }
        case .plain, .callback, .failure, .functions: nil
        }
    }
}

extension Value {
    fileprivate static let zero = Value.number(.integer(0))
    /// A number that does not end what 0 would end.
    fileprivate static let one = Value.number(.integer(1))
}

extension ValueLayout {
    fileprivate var sample: Value? {
        switch self {
        case .scalar(.bool): .bool(true)
        case .scalar(.integer), .scalar(.floating): .one
        case .scalar(.enumeration): .zero
        case .scalar(.complex): .array([.one, .one])
        case .record(let shape): shape.sample
        case .array: .array([])
        case .characters, .text: .string("x")
        case .handle, .function: .null
        }
    }
}

extension RecordShape {
    fileprivate var sample: Value? {
        guard isUnion else { return .object([]) }
        guard let field = fields.first, let value = field.sample else { return nil }
        return .object([Value.Member(field.name, value)])
    }
}

extension RecordShape.Field {
    fileprivate var sample: Value? {
        switch content {
        case .bits(let bits): bits.scalar == .bool ? .bool(false) : .zero
        case .element(let element, _): element.sample
        }
    }
}

extension PreparedCall {
    /// The values that a parameter takes, variadic ones included.
    package func shapeTaken(by parameter: Int) -> ValueShape {
        shape.parameters[parameter].shapeTaken.orNull(shape.signature.parameters[parameter].isOptional)
    }

    /// Returns whether a value that is null ends what a parameter takes.
    package func isEndedByNull(_ parameter: Int) -> Bool {
        if case .run(let run) = shape.parameters[parameter] { run.count == .untilNull } else { false }
    }
}
