// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension Settings {
    /// The schema of a configuration: each setting with its type, range, default and words.
    package var form: JSONSchema {
        let keys = all.map { Value.Member($0.name, $0.form.value) }
        let form = JSONSchema().with("properties", .object(keys)).with("additionalProperties", .bool(false))
        let required = all.filter(\.isRequired).map(\.name)
        return required.isEmpty ? form : form.with("required", .texts(required))
    }
}

extension Setting {
    fileprivate var form: JSONSchema {
        let form = JSONSchema(configuring: ValueDomain(of: type), range)
        let described = form.described(help.isEmpty ? "\(self)" : "\(help)\n\n`\(self)`")
        guard let initial, initial != .null, !isSecret else { return described }
        return described.defaulting(to: initial)
    }
}

extension JSONSchema {
    fileprivate init(configuring domain: ValueDomain, _ range: NumberRange?) {
        self =
            switch domain.content {
            case .bool: .flag
            case .whole(let whole): .kind(.integer).within(range ?? NumberRange(whole))
            case .floating: .number.within(range)
            case .enumeration(let type):
                .kind(.string, .integer).when(.kind(.string), .words(type.constants.map(\.name)))
            case .text: .anyText
            case .array(let element?, let count):
                .list(of: JSONSchema(configuring: ValueDomain(of: element), range), count)
            case .record(let record): .object(record.fields.compactMap { $0.name }, of: domain, range)
            default: .anything
            }
    }

    private static func list(of element: JSONSchema, _ count: Int?) -> JSONSchema {
        let list = list(of: element)
        return count.map { list.with("minItems", .whole($0)).with("maxItems", .whole($0)) } ?? list
    }

    private static func object(_ names: [String], of domain: ValueDomain, _ range: NumberRange?) -> JSONSchema {
        let members = names.compactMap { name in
            domain.part(.member(name)).map { Value.Member(name, JSONSchema(configuring: $0, range).value) }
        }
        return kind(.object).with("properties", .object(members)).with("additionalProperties", .bool(false))
    }

    private func within(_ range: NumberRange?) -> JSONSchema {
        range.map { with("minimum", .number($0.lowest)).with("maximum", .number($0.highest)) } ?? self
    }
}
