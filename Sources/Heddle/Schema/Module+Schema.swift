// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleSchema

extension Module {
    /// The schema of steps that call an action of the module: for each action, its arguments.
    var stepRules: [JSONSchema] {
        actionNames.compactMap { action in
            signature(of: action).map { signature in
                JSONSchema.anything.when(
                    .having("call", .just(.string("\(qualified(action))"))), signature.arguments)
            }
        }
    }

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
    /// The step with what the function takes.
    fileprivate var arguments: JSONSchema {
        let with = JSONSchema().with("properties", .object([.init("with", argumentForm.described("\(self)").value)]))
        return given.isEmpty ? with : .having("with").and(with)
    }

    /// The arguments by position, where all must be there, or by name.
    private var argumentForm: JSONSchema {
        guard given.allSatisfy({ parameters[$0].name != nil || isCounter($0) }) else {
            return JSONSchema.kind(.array).and(positionalForm)
        }
        return positionalForm.and(namedForm)
    }

    private var positionalForm: JSONSchema {
        let taken = givenParameters.map { $0.form.value }
        // A list of no schemas is none of draft-07.
        let form =
            taken.isEmpty
            ? JSONSchema() : JSONSchema().with("items", .array(taken)).with("minItems", .whole(taken.count))
        return isVariadic ? form : form.with("maxItems", .whole(taken.count))
    }

    private var namedForm: JSONSchema {
        let named = given.compactMap { index in
            parameters[index].name.map { (name: $0, isNeeded: !isCounter(index), form: parameters[index].form) }
        }
        let further = JSONSchema.kind(.array).described("Further arguments, each with its type: {\"double\": 1}.")
        let properties =
            named.map { Value.Member($0.name, $0.form.value) }
            + (isVariadic ? [Value.Member("...", further.value)] : [])
        let form = JSONSchema().with("properties", .object(properties)).with("additionalProperties", .bool(false))
        let needed = named.filter(\.isNeeded).map(\.name)
        return needed.isEmpty ? form : form.with("required", .texts(needed))
    }

    /// Returns whether a parameter only counts another one, which tells it when arguments are given by name.
    private func isCounter(_ index: Int) -> Bool {
        given.contains { parameters[$0].count == .parameter(index) || parameters[$0].count == .pointee(index) }
    }
}

extension Parameter {
    /// The description of the argument for an editor.
    fileprivate var form: JSONSchema { JSONSchema.anything.described(type.declaration(of: name ?? "")) }
}
