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
