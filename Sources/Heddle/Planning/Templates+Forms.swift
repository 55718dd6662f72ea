// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics

extension ConstantNames {
    /// A member of a value with the names in it replaced.
    private func resolved(
        _ template: Template, named name: String, of type: CType
    ) throws(UnknownName) -> Template {
        guard case .literal(let value) = template else { return try resolved(template, as: type.part(named: name)) }
        return .literal(try resolved(value, named: name, of: type))
    }

    /// A template with the names in it replaced by their numbers, wherever the type wants a number.
    func resolved(_ template: Template, as type: CType) throws(UnknownName) -> Template {
        switch template {
        case .literal(let value): return .literal(try resolved(value, as: type))
        case .reference, .computed: return template
        case .array(let elements):
            return .array(
                try elements.enumerated().map { index, element throws(UnknownName) in
                    try UnknownName.inside(.element(index)) { () throws(UnknownName) in
                        Located(try resolved(element.value, as: type.part(at: index)), at: element.range)
                    }
                })
        case .object(let members):
            return .object(
                try members.map { member throws(UnknownName) in
                    let value = try UnknownName.inside(.member(member.name.value)) { () throws(UnknownName) in
                        try resolved(member.value.value, named: member.name.value, of: type)
                    }
                    return Template.Member(name: member.name, value: Located(value, at: member.value.range))
                })
        }
    }
}

extension ValuePlace {
    /// A template in the form in which its value comes back. A saved value keeps the form that it came back in.
    func returned(_ template: Template, naming constants: ConstantNames) throws(UnknownName) -> Template {
        switch template {
        case .literal(let value): return .literal(try returned(value, naming: constants))
        case .reference, .computed: return template
        case .array(let elements):
            if let names = fieldNames(ofArray: elements.count) {
                let members = zip(names, elements).map { Template.Member(name: Located($0, at: $1.range), value: $1) }
                return try returned(.object(members), naming: constants)
            }
            return .array(
                try elements.enumerated().map { index, element throws(UnknownName) in
                    try returned(element, at: .element(index), naming: constants)
                })
        case .object(let members):
            return .object(
                try members.map { member throws(UnknownName) in
                    let value = try returned(member.value, at: .member(member.name.value), naming: constants)
                    return Template.Member(name: member.name, value: value)
                })
        }
    }

    private func returned(
        _ template: Located<Template>, at step: PartPath.Step, naming constants: ConstantNames
    ) throws(UnknownName) -> Located<Template> {
        guard let part = part(step) else { return template }
        return try UnknownName.inside(step) { () throws(UnknownName) in
            Located(try part.returned(template.value, naming: constants), at: template.range)
        }
    }

    /// The operand of an operator, in the form in which values come back.
    func operand(
        _ template: Template, of word: ConditionOperator, naming constants: ConstantNames
    ) throws(UnknownName) -> Template {
        if case .literal(let value) = template {
            return .literal(try operand(value, of: word, naming: constants))
        }
        guard let place = place(of: word.form) else { return template }
        guard case .array(let elements) = template, word.form.listsValues else {
            return try place.returned(template, naming: constants)
        }
        return .array(
            try elements.enumerated().map { index, element throws(UnknownName) in
                if word.form == .tolerance, index == 1, let tolerance = place.tolerance(element.value) {
                    return Located(tolerance, at: element.range)
                }
                return try UnknownName.inside(.element(index)) { () throws(UnknownName) in
                    Located(try place.returned(element.value, naming: constants), at: element.range)
                }
            })
    }

    /// A tolerance that names the type whose steps it counts; nil for one that is a name or a saved value as a whole.
    private func tolerance(_ template: Template) -> Template? {
        switch template {
        case .literal(.number): return template
        case .literal(.object(let members)):
            guard let type = stepType(besides: members.map(\.name)) else { return template }
            return .literal(.object(members + [Value.Member("of", .string(type))]))
        case .object(let members):
            guard let type = stepType(besides: members.map(\.name.value)), let range = members.first?.name.range else {
                return template
            }
            let name = Located(.literal(.string(type)) as Template, at: range)
            return .object(members + [Template.Member(name: Located("of", at: range), value: name)])
        case .literal, .array, .reference, .computed: return nil
        }
    }
}
