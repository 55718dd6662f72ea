// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What values a part of a call can have, as far as the declaration says.
enum PartContent {
    /// Values of a type.
    case value(CType)
    /// One of some words.
    case word([String])
    /// The declaration does not say.
    case unknown

    /// - Throws: a field that the type does not have.
    init(_ path: BoundCallPath, in signature: Signature) throws(ConditionMistake) {
        switch path.root {
        case .argument(let position): self.init(signature.parameters[signature.given[position]])
        case .result: self = signature.resultCount == nil ? .value(signature.result) : .unknown
        case .errno: self = .value(.integer(.int))
        case .status: self = .word(["returned", "failed"])
        case .failure: self = .unknown
        }
        for step in path.part.steps { self = try part(step) }
    }

    private init(_ parameter: Parameter) {
        if parameter.count != nil {
            self = .unknown
        } else if case .pointer(let target, _) = parameter.type.canonical, parameter.isDirectionDeclared,
            target.canonical != .integer(.char)
        {
            self = .value(target)
        } else {
            self = .value(parameter.type)
        }
    }

    private func part(_ step: PartPath.Step) throws(ConditionMistake) -> PartContent {
        guard case .value(let type) = self else { return .unknown }
        switch (type.canonical, step) {
        case (.record(let record), .member(let name)): return try record.content(ofField: name)
        case (.array(let element, _), _): return .value(element)
        default: return .unknown
        }
    }

    /// A value as calls have it, by whichever name or number it was written; nil for one that they never have.
    func found(_ value: Value) -> Value? {
        switch (self, value) {
        case (.word(let words), .string(let word)): words.contains(word) ? value : nil
        case (.word, _): nil
        case (.value(let type), _): type.found(value) ? type.written(value) : nil
        case (.unknown, _): value
        }
    }

    /// Whether values can be compared so; in doubt they can.
    func allows(_ word: ConditionOperator, _ operand: Value) -> Bool {
        switch (word, kind, operand) {
        case (_, nil, _), (.eq, _, _), (.ne, _, _), (.in, _, _): true
        case (.lt, .number, _), (.le, .number, _), (.gt, .number, _), (.ge, .number, _): operand.isNumber
        case (.lt, .text, _), (.le, .text, _), (.gt, .text, _), (.ge, .text, _): !operand.isNumber
        case (.near, let kind, _): kind == .number
        case (.null, let kind, let operand): operand != .bool(true) || kind == .text
        case (_, let kind, _): kind == .text
        }
    }

    /// What it can be, in words.
    var words: String {
        switch self {
        case .value(let type): "\(type)"
        case .word(let words): words.joined(separator: " or ")
        case .unknown: "a value"
        }
    }

    /// The names that values have, for suggestions.
    var names: [String] {
        switch self {
        case .word(let words): words
        case .value(let type):
            if case .enumeration(let enumeration) = type.canonical { enumeration.constants.map(\.name) } else { [] }
        case .unknown: []
        }
    }

    private enum Kind { case bool, number, text }

    /// Nil where values of several kinds come, or nobody knows.
    private var kind: Kind? {
        switch self {
        case .word: .text
        case .unknown: nil
        case .value(let type):
            switch type.canonical {
            case .bool: .bool
            case .integer: .number
            case .pointer(let target, _): target.canonical == .integer(.char) ? .text : nil
            default: nil
            }
        }
    }
}

extension RecordType {
    fileprivate func content(ofField name: String) throws(ConditionMistake) -> PartContent {
        // Members without a name have the fields of what they are made of.
        guard let members, members.allSatisfy({ $0.name != nil }) else { return .unknown }
        if let member = members.first(where: { $0.name == name }) { return .value(member.type) }
        throw ConditionMistake(
            message: "\(tag ?? "the structure") has no field \(Value.string(name).excerpt())",
            suggestion: didYouMean(name, among: members.compactMap(\.name)))
    }
}

extension CType {
    /// Whether values of the type can be this one; in doubt they can.
    fileprivate func found(_ value: Value) -> Bool {
        switch (canonical, value) {
        case (.bool, .bool): true
        case (.bool, _): false
        case (.integer(let type), .number(let number)):
            type.size > 8 || number.whole.map(type.range.contains) ?? false
        case (.integer, _): false
        case (.floating, .number), (.floating, .string): true
        case (.floating, _): false
        case (.enumeration(let enumeration), .string(let name)): enumeration.constants.contains { $0.name == name }
        case (.enumeration(let enumeration), .number(let number)):
            number.integer.map(enumeration.underlying.range.contains) ?? false
        case (.enumeration, _): false
        case (.pointer(let target, _), _) where target.canonical == .integer(.char): value == .null || value.isText
        default: true
        }
    }

    /// A value in the form that results of the type have.
    fileprivate func written(_ value: Value) -> Value {
        guard case .enumeration(let enumeration) = canonical else { return value }
        return enumeration.form(of: value)
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

extension Number {
    /// The whole number that it is worth, also where it is written with a fraction: 5 for `5.0`.
    fileprivate var whole: Int128? { integer ?? double.flatMap { Int128(exactly: $0) } }
}

extension Value {
    fileprivate var isText: Bool { if case .string = self { true } else { false } }
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}
