// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleDeclarations
internal import HeddleSchema

/// The forms of the positions of a hook: aspects with their options, and functions of modules.
struct HookUseForm {
    let aspects: [AspectForm]
    /// The known functions, which an editor offers.
    let functions: [String]

    /// The positions, and the options of all aspects.
    var definitions: [(SchemaDefinition, JSONSchema)] {
        HookPosition.allCases.flatMap { position in
            definitions(.uses(position), .use(position), position, aspects.filter { $0.positions.contains(position) })
        } + definitions(.backgroundUses, .backgroundUse, .after, aspects.filter(\.canBeInBackground))
            + aspects.flatMap(options)
    }

    private func definitions(
        _ uses: SchemaDefinition, _ use: SchemaDefinition, _ position: HookPosition, _ aspects: [AspectForm]
    ) -> [(SchemaDefinition, JSONSchema)] {
        let element = JSONSchema.kind(.string, .object).and(.defined(use))
        let list = JSONSchema.defined(use).with("items", element).with("minItems", .whole(1))
        return [(uses, list), (use, form(of: aspects, at: position))]
    }

    /// A name, or an object with the name of an aspect and its options.
    private func form(of aspects: [AspectForm], at position: HookPosition) -> JSONSchema {
        let bare = aspects.filter(\.canBeBare).map(\.name)
        let function = JSONSchema.matching(#"\."#, expected: "module.symbol")
        let options = aspects.map { aspect in
            Value.Member(aspect.name, JSONSchema.defined(aspect.definition(at: position)).described(aspect.help).value)
        }
        return JSONSchema()
            .with("properties", .object(options)).with("additionalProperties", .bool(false))
            .with("minProperties", .whole(1)).with("maxProperties", .whole(1))
            .when(
                .kind(.string),
                JSONSchema.anything.when(function, .defined(.hookFunction), else: .words(bare))
            )
            .examples(bare + functions)
    }

    private func options(of aspect: AspectForm) -> [(SchemaDefinition, JSONSchema)] {
        let positions = aspect.isUniform ? Array(aspect.positions.prefix(1)) : aspect.positions
        return positions.map { (aspect.definition(at: $0), aspect.options(at: $0)) }
    }
}

extension AspectForm {
    fileprivate func definition(at position: HookPosition) -> SchemaDefinition {
        .options(of: name, at: isUniform ? nil : position)
    }
}
