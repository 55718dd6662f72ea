// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The values that a part of a call can have by its declaration.
enum PartContent {
    /// Values of a type; null as well, where a caller may leave it out.
    case value(CType, orNull: Bool = false)
    /// Texts or bytes that are counted.
    case counted(isText: Bool, orNull: Bool)
    /// One of some words.
    case word([String])
    /// A text that Heddle makes.
    case text
    /// The failure of a call, or null.
    case failure
    /// The declaration does not say.
    case unknown

    /// - Throws: a field that the type does not have.
    init(_ path: BoundCallPath, in signature: Signature) throws(ConditionMistake) {
        switch path.path.root {
        case .argument(let name), .out(let name):
            guard let parameter = signature.parameters.first(where: { $0.name == name }) else {
                throw .unknownArgument(name, signature)
            }
            self.init(parameter)
        case .result: self.init(signature.resultCrossing, orNull: true)
        case .errno: self = .value(.integer(.int))
        case .status: self = .word(["returned", "failed"])
        case .failure: self = .failure
        }
        for step in path.path.part.steps { self = try part(step) }
    }

    fileprivate init(_ parameter: Parameter) {
        self.init(parameter.crossing, orNull: parameter.isOptional)
    }

    /// - Parameter orNull: true if a pointer that leads to the values may be null.
    private init(_ crossing: Crossing, orNull: Bool) {
        switch crossing {
        case .nothing: self = .unknown
        case .value(let type): self = .value(type)
        case .pointee(let type): self = .value(type, orNull: orNull)
        case .counted(.characters, _): self = .counted(isText: true, orNull: orNull)
        case .counted(.bytes, _): self = .counted(isText: false, orNull: orNull)
        case .counted(.elements, _): self = .value(crossing.type, orNull: orNull)
        }
    }

    private func part(_ step: PartPath.Step) throws(ConditionMistake) -> PartContent {
        // Null has no parts.
        if case .failure = self { return .text }
        guard case .value(let type, _) = self else { return .unknown }
        switch (type.canonical, step) {
        case (.record(let record), .member(let name)): return try record.content(ofField: name)
        case (.array(let element, let count), _) where !element.isCharacter:
            guard let count, let index = step.index, index >= count else { return .value(element) }
            throw ConditionMistake(
                .unknownPath, "\(type) has no element \(index): it has \(count), counted from 0", atName: true)
        case (.complex(let part), _) where [0, 1].contains(step.index): return .value(.floating(part))
        case (.pointer(let target, _), _) where target.canonical.isFunction: return .unknown
        case (.void, _): return .unknown
        default: throw ConditionMistake(.unknownPath, "\(type) has no part \(step)", atName: true)
        }
    }

    /// The values.
    var domain: ValueDomain {
        switch self {
        case .value(let type, let orNull): ValueDomain(of: type, orNull: orNull)
        case .counted(let isText, let orNull): ValueDomain(isText ? .text(limit: nil) : .bytes, mayBeNull: orNull)
        case .word(let words): ValueDomain(.word(words))
        case .text: ValueDomain(.text(limit: nil))
        case .failure, .unknown: ValueDomain(.unknown)
        }
    }

    /// The content of an element of an array; nil where the values are no arrays.
    var element: PartContent? {
        switch self {
        case .value(let type, _):
            switch type.canonical {
            case .array(let element, _): element.isCharacter ? nil : .value(element)
            case .complex(let part): .value(.floating(part))
            default: nil
            }
        case .unknown: .unknown
        case .counted, .word, .text, .failure: nil
        }
    }

    /// True if values may be objects, as far as the declaration says.
    var canBeObject: Bool {
        switch self {
        case .value(let type, _):
            switch domain.content {
            case .record, .unknown: true
            default: type.canonical == .void
            }
        case .failure, .unknown: true
        case .counted, .word, .text: false
        }
    }

    /// The possible values, in words.
    var words: String {
        switch self {
        case .value(let type, _): "\(type)"
        case .counted(let isText, _): isText ? "a text" : "bytes"
        case .word(let words): words.joined(separator: " or ")
        case .text: "a text"
        case .failure: "a failure or null"
        case .unknown: "a value"
        }
    }

    /// The names that values have, for suggestions.
    var names: [String] {
        switch self {
        case .word(let words): words
        case .value(let type, _):
            if case .enumeration(let enumeration) = type.canonical { enumeration.constants.map(\.name) } else { [] }
        case .counted, .text, .failure, .unknown: []
        }
    }
}

extension Parameter {
    /// A value in the form in which calls have it as an argument.
    ///
    /// - Throws: a name where a number is wanted, and that is no constant of the module.
    package func returned(_ value: Value, naming constants: ConstantNames) throws(UnknownName) -> Value {
        try PartContent(self).domain.returned(value, naming: constants)
    }
}

extension RecordType {
    fileprivate func content(ofField name: String) throws(ConditionMistake) -> PartContent {
        if members == nil { return .unknown }
        if let member = fields.first(where: { $0.name == name }) { return .value(member.type) }
        throw ConditionMistake(
            .unknownPath, "\(tag ?? "the structure") has no field \(Value.string(name).excerpt())",
            suggestion: didYouMean(name, among: fields.compactMap(\.name)), atName: true)
    }
}

extension PartPath.Step {
    /// The element that it leads to: a member that is named by a number is one.
    fileprivate var index: Int? {
        switch self {
        case .element(let index): index
        case .member(let name): Int(name)
        }
    }
}

extension EnumerationType {
    /// A name or number in the form that results of the type have: the first name for the number, where there is one.
    package func form(of value: Value) -> Value {
        switch value {
        case .string(let name):
            guard let constant = constants.first(where: { $0.name == name }) else { return value }
            return form(of: .number(.integer(number(of: constant))))
        case .number(let number):
            guard let integer = number.integer else { return value }
            return constants.first { self.number(of: $0) == integer }.map { .string($0.name) } ?? value
        default: return value
        }
    }
}
