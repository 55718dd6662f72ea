// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleSchema

extension Module {
    /// The schema of steps that call an action of the module: for each action, its arguments.
    var stepRules: [JSONSchema] {
        actionNames.compactMap { action in
            signature(of: action).map { signature in
                JSONSchema.anything.when(
                    .having("call", .just(.string("\(qualified(action))"))),
                    signature.step(argumentForm))
            }
        }
    }

    /// The definition of the names that stand for numbers; nil where there are none.
    var constantsForm: (SchemaDefinition, JSONSchema)? {
        let names = constants.all
        return names.isEmpty ? nil : (.constants(of: name), JSONSchema().with("enum", .texts(names)))
    }

    private var argumentForm: ArgumentForm { ArgumentForm(constants: constantsForm?.0) }

    /// The entry of the module in a behaviour with the settings that it takes; nil where they are not known.
    var entryForm: Value.Member? {
        configurationForm.map { Value.Member(name, JSONSchema.all([.defined(.module), $0]).value) }
    }

    private var configurationForm: JSONSchema? {
        guard let settings else { return instance == nil ? .lacking(["config"]) : nil }
        let config = JSONSchema().with("properties", .object([.init("config", settings.form.value)]))
        return settings.all.contains(where: \.isRequired) ? config.and(.having("config")) : config
    }

    /// The actions that an editor offers in the array form; others are ignored there.
    var sequenceRule: JSONSchema {
        let action = JSONSchema().with("properties", .object([.init("func", .offering(actionNames))]))
        let actions = JSONSchema().with("items", action)
        return JSONSchema.anything.when(
            .having("name", .just(.string(name))),
            JSONSchema().with("properties", .object([.init("actions", actions.value)])))
    }
}

extension Value {
    fileprivate static func offering(_ names: [String]) -> Value { JSONSchema.anything.examples(names).value }
}

extension Signature {
    /// The step with the arguments that the function takes.
    fileprivate func step(_ form: ArgumentForm) -> JSONSchema {
        let taken = given.map { index in
            let parameter = parameters[index]
            let declaration = parameter.type.declaration(of: parameter.name ?? "")
            return Taken(
                name: name(of: index), isCounter: counters.contains(index),
                form: form.schema(of: parameter).described(
                    declaration.explained(parameter.name.flatMap { help.parameters[$0] })))
        }
        let arguments = positional(taken).and(named(taken)).described("\(self)".explained(help.text))
        let with = JSONSchema().with("properties", .object([.init("with", arguments.value)]))
        return given.isEmpty ? with : .having("with").and(with)
    }

    /// The arguments by position: all, or all but those that only count others.
    private func positional(_ taken: [Taken]) -> JSONSchema {
        let fewer = taken.filter { !$0.isCounter }
        if isVariadic || fewer.count == taken.count { return list(taken) }
        return JSONSchema().when(JSONSchema().with("maxItems", .whole(fewer.count)), list(fewer), else: list(taken))
    }

    private func list(_ taken: [Taken]) -> JSONSchema {
        // A list of no schemas is none of draft-07.
        let form =
            taken.isEmpty
            ? JSONSchema()
            : JSONSchema().with("items", .array(taken.map(\.form.value))).with("minItems", .whole(taken.count))
        return isVariadic ? form : form.with("maxItems", .whole(taken.count))
    }

    /// The arguments by name.
    private func named(_ taken: [Taken]) -> JSONSchema {
        let further = JSONSchema.kind(.array).described("Further arguments, each with its type: {\"double\": 1}.")
        let properties =
            taken.map { Value.Member($0.name, $0.form.value) }
            + (isVariadic ? [Value.Member("...", further.value)] : [])
        let form = JSONSchema().with("properties", .object(properties)).with("additionalProperties", .bool(false))
        let needed = taken.filter { !$0.isCounter }.map(\.name)
        return needed.isEmpty ? form : form.with("required", .texts(needed))
    }
}

extension String {
    /// The text of a declaration, with words about it on a line of their own.
    fileprivate func explained(_ words: String?) -> String {
        words.map { $0.isEmpty ? self : "\(self)\n\n\($0)" } ?? self
    }
}

/// An argument that a function takes.
private struct Taken {
    let name: String
    /// True if it only counts another one, which then gives the count.
    let isCounter: Bool
    let form: JSONSchema
}
