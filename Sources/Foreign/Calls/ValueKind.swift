// SPDX-License-Identifier: Apache-2.0

public import Declarations

/// What sort of value a declared type takes or gives, for checking a behaviour before anything is called.
public enum ValueKind: Hashable, Sendable {
    case null
    case bool
    case number
    case text
    case bytes
    case handle(type: String)

    /// The sort in words.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .text: "a text"
        case .bytes: "bytes"
        case .handle(let type): "a handle of \(type)"
        }
    }

    /// The sort of a value; nil for arrays and objects, which no declared type takes or gives.
    public init?(_ value: Value) {
        switch value {
        case .null: self = .null
        case .bool: self = .bool
        case .number: self = .number
        case .string: self = .text
        case .bytes: self = .bytes
        case .handle(let handle): self = .handle(type: handle.type)
        case .array, .object: return nil
        }
    }
}

extension Action {
    /// The sorts of values that a parameter takes.
    public func kindsTaken(by parameter: Int) -> Set<ValueKind> {
        let kinds = shape.parameters[parameter].kinds
        return signature.parameters[parameter].isOptional ? kinds.union([.null]) : kinds
    }

    /// The sorts of values that the result may be; nil for void.
    public var resultKinds: Set<ValueKind>? {
        switch shape.result {
        case .void: nil
        case .scalar(let scalar): scalar.kinds
        case .text: [.text, .bytes, .null]
        case .handle(let type): [.handle(type: type), .null]
        }
    }

    /// The sorts of values that an out-parameter may be, by its name; nil where there is none of this name.
    public func outputKinds(_ name: String) -> Set<ValueKind>? {
        guard let index = outputNames.first(where: { $0.name == name })?.index else { return nil }
        switch shape.parameters[index] {
        case .buffer(_, _, let isText): return isText ? [.text, .bytes] : [.bytes]
        case .receivedPointer(nil): return [.text, .bytes, .null]
        case .receivedPointer(let type?): return [.handle(type: type), .null]
        case .pointed(let scalar, _): return scalar.kinds
        default: return nil
        }
    }

    /// The names of the out-parameters, in order.
    public var outputs: [String] { outputNames.map(\.name) }

    private var outputNames: [(index: Int, name: String)] {
        shape.parameters.indices.filter { shape.parameters[$0].isWritten }
            .map { ($0, signature.parameters[$0].name ?? "\($0)") }
    }
}

extension Passing {
    fileprivate var kinds: Set<ValueKind> {
        switch self {
        case .scalar(let scalar), .pointed(let scalar, _): scalar.kinds.union(scalar.kindsAlsoTaken)
        case .text: [.text]
        case .buffer: [.text, .bytes]
        case .handle(let type): [.handle(type: type)]
        case .instance, .receivedPointer: []
        }
    }
}

extension Scalar {
    fileprivate var kinds: Set<ValueKind> {
        switch self {
        case .bool: [.bool]
        case .integer: [.number]
        case .enumeration, .floating: [.number, .text]
        }
    }

    /// Large whole numbers may also be written as text.
    fileprivate var kindsAlsoTaken: Set<ValueKind> {
        if case .integer(let type) = self, type.size == 8 { [.text] } else { [] }
    }
}
