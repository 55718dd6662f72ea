// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
package import HeddleSchema

/// The form of behaviours as definitions of a JSON Schema, made of the tables that read them.
///
/// ## Topics
/// - ``definitions``
package enum BehaviourForm {
    /// The definitions of the schema of all behaviours. They refer to those of values and of the three positions of
    /// hooks.
    package static var definitions: [(SchemaDefinition, JSONSchema)] {
        [
            (.behaviour, Version1Draft.form.schema), (.hook, HookEntry.form.schema), (.step, StepSchema.form),
            (.testCase, Case.form),
            (.modules, ModuleEntry.schemaByName), (.module, ModuleEntry.schema),
            (.sequence, .list(of: .kind(.object).and(.defined(.sequenceModule)))),
            (.sequenceModule, SequenceModuleDraft.form.schema),
        ] + texts
    }

    /// The texts, of which nothing but their form is known.
    private static var texts: [(SchemaDefinition, JSONSchema)] {
        let name = #"^.+\..+$"#
        return [
            (.action, .matching(name, expected: "module.action")),
            (.pattern, .matching(#"^(?!!?(?:library:)?\.[^.]*$).+\.[^.]+$"#, expected: pattern)),
            (.hookFunction, .matching(name, expected: "module.symbol")),
            (.hookName, .nonEmpty), (.caseName, .nonEmpty), (.permittedModule, .nonEmpty), (.trackedModule, .nonEmpty),
        ]
    }

    private static let pattern = "a pattern such as module.action, module.*, !module.action or library:name.action"
}
