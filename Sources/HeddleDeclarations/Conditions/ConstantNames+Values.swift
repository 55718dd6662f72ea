// SPDX-License-Identifier: Apache-2.0

extension ConstantNames {
    /// A value in which the names of constants are replaced by numbers wherever the type takes a number. Enumerators
    /// get the form in which results have them, whether they were written as names or as numbers.
    package func resolved(_ value: Value, as type: CType) throws(UnknownName) -> Value {
        switch value {
        case .string(let text): return try number(for: text, among: ValueDomain(of: type).content) ?? value
        case .number:
            guard case .enumeration(let enumeration) = type.canonical else { return value }
            return enumeration.form(of: value)
        case .array(let elements):
            if let number = try number(for: elements, among: ValueDomain(of: type).content) { return number }
            return .array(
                try elements.enumerated().map { index, element throws(UnknownName) in
                    try UnknownName.inside(.element(index)) { () throws(UnknownName) in
                        try resolved(element, as: type.part(at: index))
                    }
                })
        case .object(let members):
            return .object(
                try members.map { member throws(UnknownName) in
                    try UnknownName.inside(.member(member.name)) { () throws(UnknownName) in
                        try member.formed { value throws(UnknownName) in
                            try resolved(value, named: member.name, of: type)
                        }
                    }
                })
        default: return value
        }
    }

    /// The same of a member of a value: a part of it, or an expression.
    package func resolved(_ value: Value, named name: String, of type: CType) throws(UnknownName) -> Value {
        if let expression = expression(value, named: name, of: type) { return expression }
        return try resolved(value, as: type.part(named: name))
    }

    /// The expressions over the arguments of a callback that an option of it holds, with the constants in them replaced;
    /// nil for other members of values.
    private func expression(_ value: Value, named name: String, of type: CType) -> Value? {
        let pointed = type.isPointer ? type.target : type
        guard case .function(let function) = pointed.canonical, CallbackOption.holdsExpressions(name) else {
            return nil
        }
        func resolved(_ text: String) -> String {
            text.replacingConstants { name in
                function.parameters.contains { $0.name == name } ? nil : number(named: name)
            }
        }
        switch value {
        case .string(let text): return .string(resolved(text))
        case .array(let texts): return .array(texts.map { expression($0, named: name, of: type) ?? $0 })
        case .object(let members):
            return .object(
                members.map { .init(resolved($0.name), expression($0.value, named: name, of: type) ?? $0.value) })
        default: return nil
        }
    }
}
