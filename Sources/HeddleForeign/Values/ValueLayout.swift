// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The layout of values of a type in memory, and their form in a behaviour.
indirect enum ValueLayout: Sendable {
    /// A number.
    case scalar(Scalar)
    /// A structure or union.
    case record(RecordShape)
    /// So many values, one behind the other.
    case array(ValueLayout, count: Int)
    /// `char[n]`: a text that ends with NUL, or with the array.
    case characters(count: Int)
    /// `const char *`: a text that ends with NUL.
    case text
    /// `const char *` in a union: something else may stand there, so it is never followed. It comes as a handle, and may
    /// be given as one or as a text.
    case sharedText
    /// `const wchar_t *`, and pointers to `char16_t` and `char32_t`: a text that ends with a zero.
    case wideText(WideText, PointedType)
    /// A pointer to something that only the module knows.
    case handle(PointedType)
    /// A pointer to a function.
    case function(FunctionShape)

    /// Classifies a type; nil for one whose values have no size.
    ///
    /// - Parameter isShared: true in a union.
    init?(_ type: CType, isShared: Bool = false) {
        if let scalar = Scalar(type) { self = .scalar(scalar); return }
        switch type.canonical {
        case .array(let element, let count?):
            if element.isCharacter { self = .characters(count: count); return }
            guard let element = ValueLayout(element, isShared: isShared) else { return nil }
            self = .array(element, count: count)
        case .record(let record):
            guard let shape = RecordShape(record, isShared: isShared) else { return nil }
            self = .record(shape)
        case .pointer(let target, _): self = ValueLayout.pointer(to: target, isShared: isShared)
        default: return nil
        }
    }

    private static func pointer(to target: CType, isShared: Bool) -> ValueLayout {
        if case .function(let function) = target.canonical { return .function(FunctionShape(function)) }
        if target.isCharacter { return isShared ? .sharedText : .text }
        if let text = target.wideText, !isShared { return .wideText(text, PointedType(target)) }
        return .handle(PointedType(target))
    }

    /// The size in bytes; also the distance between elements of an array.
    var size: Int {
        switch self {
        case .scalar(let scalar): scalar.size
        case .record(let shape): shape.size
        case .array(let element, let count): element.size * count
        case .characters(let count): count
        case .text, .sharedText, .wideText, .handle, .function: MemoryLayout<UInt>.size
        }
    }

    /// The bytes that a value takes: a structure may end in an array without a size.
    func size(of value: Value) -> Int { if case .record(let shape) = self { shape.size(of: value) } else { size } }

    /// True if it is a structure that ends in an array which other fields count.
    var isFlexible: Bool { if case .record(let shape) = self { shape.flexible != nil } else { false } }

    /// True if parts of a value depend on others: one counts, or says which of them stands there.
    var hasDependentParts: Bool {
        switch self {
        case .record(let shape): shape.hasDependentParts
        case .array(let element, _): element.hasDependentParts
        case .scalar, .characters, .text, .sharedText, .wideText, .handle, .function: false
        }
    }

    /// True if it is a pointer, which may be null where the declaration allows it.
    var isPointer: Bool {
        switch self {
        case .text, .sharedText, .wideText, .handle, .function: true
        default: false
        }
    }

    /// True if arrays of it may also be given as bytes.
    var isByte: Bool {
        if case .scalar(.integer(let type)) = self { type.size == 1 } else { false }
    }

    /// The offsets at which pointers stand in a value, or may stand.
    var pointerOffsets: [Int] {
        switch self {
        case .text, .sharedText, .wideText, .handle, .function: [0]
        case .scalar, .characters: []
        case .array(let element, let count):
            element.pointerOffsets.flatMap { offset in (0..<count).map { $0 * element.size + offset } }
        case .record(let shape): shape.fields.flatMap(\.pointerOffsets)
        }
    }

    /// The expected form in a behaviour, in words.
    var expectation: String {
        switch self {
        case .scalar(let scalar): scalar.expectation
        case .record(let shape): shape.expectation
        case .array(let element, let count) where element.isByte:
            "an array of \(count) or fewer, or bytes such as {\"hex\": \"00ff\"}"
        case .array(_, let count): "an array of \(count) or fewer"
        case .characters(let count): "a text of at most \(count) bytes, or bytes"
        case .text: "a text"
        case .sharedText: "a text or a handle of char"
        case .wideText(let text, _): text.expectation
        case .handle(let target): "a handle of \(target.name)"
        case .function: "{\"action\": \"module.name\"} or {\"callback\": {…}}"
        }
    }
}
