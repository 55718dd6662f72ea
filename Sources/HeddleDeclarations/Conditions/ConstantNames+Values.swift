// SPDX-License-Identifier: Apache-2.0

extension ConstantNames {
    /// A value with the names in it replaced by their numbers, wherever the type wants a number. What an enumeration
    /// has gets the form that results of it have, whichever of its names or numbers it was written with.
    package func resolved(_ value: Value, as type: CType) throws(UnknownName) -> Value {
        switch value {
        case .string(let text): return try number(for: text, among: ValueDomain(of: type).content) ?? value
        case .number:
            guard case .enumeration(let enumeration) = type.canonical else { return value }
            return enumeration.form(of: value)
        case .array(let elements):
            return .array(
                try elements.enumerated().map { index, element throws(UnknownName) in
                    try resolved(element, as: type.part(at: index))
                })
        case .object(let members):
            return .object(
                try members.map { member throws(UnknownName) in
                    Value.Member(member.name, try resolved(member.value, as: type.part(named: member.name)))
                })
        default: return value
        }
    }
}

extension Parameter {
    /// The type of the values that a behaviour gives for the parameter, and gets from it; `void` for texts and bytes
    /// that are counted.
    package var valueType: CType {
        guard case .pointer(let target, _) = type.canonical else { return type }
        if case .function = target.canonical { return type }
        if count != nil { return target.isNumbers && !isBytes ? .array(of: target, count: nil) : .void }
        // One character is a text wherever its pointer goes.
        return isDirectionDeclared && target.canonical != .integer(.char) ? target : type
    }
}

extension CType {
    /// True if several of them are an array of values, and not a text or bytes.
    fileprivate var isNumbers: Bool {
        if case .integer(let type) = canonical { type.size > 1 } else { canonical != .void }
    }
}
