// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension ValueLayout {
    /// The sorts of values that may be given for it.
    var kindsTaken: Set<ValueKind> {
        switch self {
        case .scalar(let scalar): scalar.kinds.union(scalar.kindsAlsoTaken)
        case .record(let shape): shape.isUnion ? [.object] : [.object, .array]
        case .array(let element, _): element.isByte ? [.array, .bytes] : [.array]
        case .characters: [.text, .bytes]
        case .text: [.text, .bytes]
        case .handle(let type): [.handle(type: type)]
        case .function(let shape): [.object, .handle(type: shape.typeName)]
        }
    }

    /// The sorts of values that come back of it.
    var kindsGiven: Set<ValueKind> {
        switch self {
        case .scalar(let scalar): scalar.kinds
        case .record: [.object]
        case .array: [.array]
        case .characters: [.text, .bytes]
        case .text: [.text, .bytes, .null]
        case .handle(let type): [.handle(type: type), .null]
        case .function(let shape): [.handle(type: shape.typeName), .null]
        }
    }

    /// True if there are pointers to functions in it.
    var takesFunctions: Bool {
        switch self {
        case .function: true
        case .array(let element, _): element.takesFunctions
        case .record(let shape): shape.fields.contains(where: \.takesFunctions)
        default: false
        }
    }
}

extension RecordShape.Field {
    fileprivate var takesFunctions: Bool {
        if case .element(let element, _) = content { element.takesFunctions } else { false }
    }
}

extension Scalar {
    fileprivate var kinds: Set<ValueKind> {
        switch self {
        case .bool: [.bool]
        case .integer: [.number]
        case .enumeration, .floating: [.number, .text]
        case .complex: [.array]
        }
    }

    /// Large whole numbers may also be written as text.
    fileprivate var kindsAlsoTaken: Set<ValueKind> {
        if case .integer(let type) = self, type.size >= 8 { [.text] } else { [] }
    }
}
