// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleSchema

/// The names that exist in a behaviour: its actions with their parameters, its hooks, cases and modules.
struct NamesInBehaviour {
    let behaviour: Behaviour
    /// True if the whole file could be read, so that there are no other hooks.
    let isWhole: Bool
    let modules: [Module]

    /// The functions that can be hooks.
    var hookFunctions: [String] {
        modules.flatMap { module in module.hookFunctionNames.map { "\(module.qualified($0))" } }
    }

    /// The definitions that the schemas of arguments refer to, with the constants of each module.
    var argumentDefinitions: [(SchemaDefinition, JSONSchema)] {
        ArgumentForm.definitions + modules.compactMap(\.constantsForm)
    }

    /// The definitions of the schema, narrowed to the known names.
    func definitions(beside general: [(SchemaDefinition, JSONSchema)]) -> [(SchemaDefinition, JSONSchema)] {
        general.map { ($0, narrowed($0, $1)) }
    }

    private func narrowed(_ definition: SchemaDefinition, _ form: JSONSchema) -> JSONSchema {
        switch definition {
        case .action: form.oneOf(actions, isClosed: isClosed)
        case .hookFunction: form.oneOf(hookFunctions, isClosed: isClosed)
        case .hookName: form.oneOf(hookNames, isClosed: isWhole)
        case .caseName: form.oneOf(behaviour.cases.map(\.name.value), isClosed: false)
        case .permittedModule: form.oneOf(["*"] + behaviour.modules.map(\.name.value), isClosed: true)
        case .trackedModule: form.oneOf(behaviour.modules.map(\.name.value), isClosed: true)
        case .providerName: form.oneOf(providerNames, isClosed: isWhole && !behaviour.providers.isEmpty)
        case .pattern: form.examples(modules.isEmpty ? [] : ["*.*"] + modules.map { "\($0.name).*" } + actions)
        case .step: form.withRules(modules.flatMap(\.stepRules))
        case .modules: form.with("properties", .object(modules.compactMap(\.entryForm)))
        case .sequenceModule: form.withRules(modules.map(\.sequenceRule))
        default: form
        }
    }

    /// True if an unknown name is a mistake.
    private var isClosed: Bool { behaviour.policy.missing == .fail }

    private var actions: [String] {
        modules.flatMap { module in module.actionNames.map { "\(module.qualified($0))" } }
    }

    private var providerNames: [String] { ["events"] + behaviour.providers.map(\.name.value) }

    private var hookNames: [String] {
        let hooks = behaviour.hooks + behaviour.cases.flatMap(\.hooks)
        var known: Set<String> = []
        return hooks.compactMap(\.name?.value).filter { known.insert($0).inserted }
    }
}

extension JSONSchema {
    /// A schema for a text that an editor completes with these names. Other texts are allowed only if names may be
    /// unknown.
    fileprivate func oneOf(_ names: [String], isClosed: Bool) -> JSONSchema {
        let offering = examples(names)
        guard isClosed, !names.isEmpty else { return offering }
        return offering.when(.kind(.string), JSONSchema().with("enum", .texts(names)))
    }

    fileprivate func withRules(_ rules: [JSONSchema]) -> JSONSchema { rules.isEmpty ? self : self.and(.all(rules)) }
}
