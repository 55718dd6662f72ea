// SPDX-License-Identifier: Apache-2.0

internal import Behaviour
internal import Declarations

extension ConstantNames {
    /// A value with the names in it replaced by their numbers, wherever the type wants a number. What an enumeration
    /// has gets the form that results of it have, whichever of its names or numbers it was written with.
    func resolved(_ value: Value, as type: CType) throws(UnknownConstant) -> Value {
        switch value {
        case .string(let text): return try number(for: text, as: type) ?? value
        case .number:
            guard case .enumeration(let enumeration) = type.canonical else { return value }
            return enumeration.form(of: value)
        case .array(let elements):
            return .array(
                try elements.enumerated().map { index, element throws(UnknownConstant) in
                    try resolved(element, as: type.part(at: index))
                })
        case .object(let members):
            return .object(
                try members.map { member throws(UnknownConstant) in
                    Value.Member(member.name, try resolved(member.value, as: type.part(named: member.name)))
                })
        default: return value
        }
    }

    /// The same for a value with references in it.
    func resolved(_ template: Template, as type: CType) throws(UnknownConstant) -> Template {
        switch template {
        case .literal(let value): return .literal(try resolved(value, as: type))
        case .reference: return template
        case .array(let elements):
            return .array(
                try elements.enumerated().map { index, element throws(UnknownConstant) in
                    Located(try resolved(element.value, as: type.part(at: index)), at: element.range)
                })
        case .object(let members):
            return .object(
                try members.map { member throws(UnknownConstant) in
                    let part = type.part(named: member.name.value)
                    let value = try resolved(member.value.value, as: part)
                    return Template.Member(name: member.name, value: Located(value, at: member.value.range))
                })
        }
    }
}

extension CType {
    /// The type of a part of a value; `void` where there is none.
    func part(at path: PartPath) -> CType {
        path.steps.reduce(self) { type, step in
            switch (step, type.canonical) {
            case (.member(let name), _): type.part(named: name)
            case (.element, .pointer(let target, _)): target
            case (.element(let index), _): type.part(at: index)
            }
        }
    }

    /// The type of an element, as values have it: arrays, and structures by position; `void` where there is none.
    fileprivate func part(at index: Int) -> CType {
        switch canonical {
        case .array(let element, _): element
        case .record(let record): record.members?.dropFirst(index).first?.type ?? .void
        // The list of what a callback answers with, which stands in an object of its own.
        case .integer, .enumeration, .floating: self
        default: .void
        }
    }

    /// The type of a member, as values have it; a callback's answers are of the type that the function returns.
    fileprivate func part(named name: String) -> CType {
        switch canonical {
        case .record(let record): record.member(named: name)?.type ?? .void
        case .pointer(let target, _): target.part(named: name)
        case .function(let function): name == "callback" ? self : Self.answers.contains(name) ? function.result : .void
        default: .void
        }
    }

    private static let answers = ["returns", "answers"]
}

extension RecordType {
    /// A member; those of anonymous members are members too.
    fileprivate func member(named name: String) -> Member? {
        for member in members ?? [] {
            if member.name == name { return member }
            guard member.name == nil, case .record(let inner) = member.type.canonical else { continue }
            if let found = inner.member(named: name) { return found }
        }
        return nil
    }
}

extension Parameter {
    /// The type of the values that a behaviour gives for the parameter, and gets from it.
    var valueType: CType {
        guard case .pointer(let target, _) = type.canonical else { return type }
        if case .function = target.canonical { return type }
        if count != nil { return target.isNumbers && !isBytes ? .array(of: target, count: nil) : .void }
        return isDirectionDeclared ? target : type
    }
}

extension CType {
    /// Whether several of them are an array of values, and not a text or bytes.
    fileprivate var isNumbers: Bool {
        if case .integer(let type) = canonical { type.size > 1 } else { canonical != .void }
    }
}
