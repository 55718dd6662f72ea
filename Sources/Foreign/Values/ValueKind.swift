// SPDX-License-Identifier: Apache-2.0

public import Declarations

/// What sort of value a declared type takes or gives, for checking a behaviour before anything is called.
public enum ValueKind: Hashable, Sendable {
    case null
    case bool
    case number
    case text
    case bytes
    case array
    case object
    case handle(type: String)

    /// The sort in words.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .text: "a text"
        case .bytes: "bytes"
        case .array: "an array"
        case .object: "an object"
        case .handle(let type): "a handle of \(type)"
        }
    }

    /// The sort of a value.
    public init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .bool: self = .bool
        case .number: self = .number
        case .string: self = .text
        case .bytes: self = .bytes
        case .array: self = .array
        case .object: self = .object
        case .handle(let handle): self = .handle(type: handle.type)
        }
    }
}

extension Action {
    /// The sorts of values that a parameter takes.
    public func kindsTaken(by parameter: Int) -> Set<ValueKind> {
        let kinds = shape.parameters[parameter].kindsTaken
        return signature.parameters[parameter].isOptional ? kinds.union([.null]) : kinds
    }

    /// The sorts of values that the result may be; nil for void.
    public var resultKinds: Set<ValueKind>? {
        switch shape.result {
        case .void: nil
        case .value(let element): element.kindsGiven
        case .pointed(let element): element.kindsGiven.union([.null])
        case .run(let run): run.kindsGiven.union([.null])
        }
    }

    /// The sorts of values that an out-parameter may be, by its name; nil where there is none of this name. What a
    /// recorded callback was called with is an array.
    public func outputKinds(_ name: String) -> Set<ValueKind>? {
        let first = String(name.prefix { $0 != "." && $0 != "[" })
        guard let index = outputNames.first(where: { $0.name == first })?.index else { return nil }
        guard first == name else { return [.array] }
        switch shape.parameters[index] {
        case .run(let run): return run.kindsGiven
        case .pointed(let element, _): return element.kindsGiven
        case .value: return [.array]
        case .instance: return nil
        }
    }

    /// The names of the out-parameters, and of those that take functions, in order.
    public var outputs: [String] { outputNames.map(\.name) }

    private var outputNames: [(index: Int, name: String)] {
        shape.parameters.indices.filter { shape.parameters[$0].isWritten || shape.parameters[$0].takesFunctions }
            .map { ($0, signature.parameters[$0].name ?? "\($0)") }
    }
}

extension Passing {
    fileprivate var kindsTaken: Set<ValueKind> {
        switch self {
        case .value(let element), .pointed(let element, _): element.kindsTaken
        case .run(let run): if case .elements = run.content { [.array] } else { [.text, .bytes] }
        case .instance: []
        }
    }

    fileprivate var takesFunctions: Bool {
        switch self {
        case .value(let element), .pointed(let element, _): element.takesFunctions
        case .run(let run): if case .elements(let element) = run.content { element.takesFunctions } else { false }
        case .instance: false
        }
    }
}

extension Run {
    fileprivate var kindsGiven: Set<ValueKind> {
        switch content {
        case .bytes: [.bytes]
        case .characters: [.text, .bytes]
        case .elements: [.array]
        }
    }
}

extension Element {
    fileprivate var kindsTaken: Set<ValueKind> {
        switch self {
        case .scalar(let scalar): scalar.kinds.union(scalar.kindsAlsoTaken)
        case .record(let shape): shape.isUnion ? [.object] : [.object, .array]
        case .array(let element, _): element.isByte ? [.array, .bytes] : [.array]
        case .characters: [.text, .bytes]
        case .text: [.text]
        case .handle(let type): [.handle(type: type)]
        case .function(let shape): [.object, .handle(type: shape.typeName)]
        }
    }

    fileprivate var kindsGiven: Set<ValueKind> {
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

    fileprivate var takesFunctions: Bool {
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
