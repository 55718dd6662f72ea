// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
package import HeddleSchema

/// The form of behaviours as definitions of a JSON Schema, made of the tables that read them.
///
/// ## Topics
/// - ``definitions``
package enum BehaviourForm {
    /// What the schema of all behaviours consists of; it refers to those of values and of the three positions of hooks.
    package static var definitions: [(SchemaDefinition, JSONSchema)] {
        [
            (.behaviour, DocumentKeys.form), (.hook, HookKeys.form), (.step, StepKeys.form),
            (.modules, DocumentKeys.modulesByName), (.module, ModuleKeys.form),
            (.sequence, .list(of: .kind(.object).and(.defined(.sequenceModule)))),
            (.sequenceModule, SequenceKeys.form),
        ] + texts
    }

    /// The texts, of which nothing but their form is known.
    private static var texts: [(SchemaDefinition, JSONSchema)] {
        let name = #"^.+\..+$"#
        return [
            (.action, .matching(name, expected: "module.action")),
            (.pattern, .matching(#"^(?!!?(?:library:)?\.[^.]*$).+\.[^.]+$"#, expected: pattern)),
            (.hookFunction, .matching(name, expected: "module.symbol")),
            (.hookName, .nonEmpty), (.caseName, .nonEmpty), (.permittedModule, .nonEmpty),
        ]
    }

    private static let pattern = "a pattern such as module.action, module.*, !module.action or library:name.action"
}

extension KeyTable {
    /// What a schema says of such objects, and nothing of other values.
    var form: JSONSchema {
        .keys(
            keys.map { ObjectKey($0.name, isRequired: $0.isRequired, $0.form()) },
            takesOthers: unknownKeys == .warning)
    }
}
