// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleSchema

/// The JSON Schema of behaviours, with which editors complete, explain and check them.
///
/// It checks the form only. ``Plan`` finds the other mistakes: duplicate keys, unknown references, wrong C
/// declarations, patterns that match nothing.
///
/// ## Topics
/// - ``general``
/// - ``read(_:on:origin:)``
/// - ``text``
package struct BehaviourSchema: Sendable {
    private let schema: JSONSchema

    /// The schema of all behaviours.
    package static let general = BehaviourSchema(knowing: nil)

    /// The schema of one behaviour: the names of its actions, their parameters and its hooks are known.
    ///
    /// Loads its modules but makes no instances. Mistakes in hooks, steps and cases do not matter.
    ///
    /// - Returns: the schema, and the missing modules that the behaviour allows to be missing.
    /// - Throws: the reason why its modules cannot be loaded.
    package static func read(
        _ source: SourceText, on host: ModuleHost, origin: Origin
    ) throws(Diagnostics) -> (schema: BehaviourSchema, warnings: [Diagnostic]) {
        let files = IncludedFiles(of: source, from: origin)
        let (part, issues) = Behaviour.readPart(source, including: files.includer)
        guard let part, !part.leavesOut.module else { throw Diagnostics(issues) }
        var planner = Planner(behaviour: part, host: host, files: files)
        planner.loadModules()
        let mistakes = Diagnostics(planner.mistakes)
        guard mistakes.errors.isEmpty else { throw mistakes }
        let absent = part.modules.compactMap { planner.modules.absent[$0.name.value]?.asWarning }
        let names = NamesInBehaviour(
            behaviour: part, isWhole: Diagnostics(issues).errors.isEmpty, modules: planner.modules.all)
        return (BehaviourSchema(knowing: names), mistakes.all + absent)
    }

    /// The schema as indented JSON, with a line break at its end; the same bytes for the same names.
    package var text: String { schema.text }

    /// The schema as JSON on one line.
    package var json: String { schema.value.json }

    private init(knowing names: NamesInBehaviour?) {
        let uses = HookUseForm(aspects: AspectForm.all, functions: names?.hookFunctions ?? [])
        let general = BehaviourForm.definitions + AspectForm.definitions
        let known = names.map { $0.definitions(beside: general) } ?? general
        let definitions = known + uses.definitions + ValueForm.definitions + (names?.argumentDefinitions ?? [])
        schema = Self.root.with(
            "definitions", .object(definitions.map { .init($0.0.name, $0.1.value) }))
    }

    /// The form of a behaviour, by its first character.
    private static var root: JSONSchema {
        JSONSchema().with("$schema", .string("http://json-schema.org/draft-07/schema#"))
            .with("$comment", .string("Draft-07 is the last draft that the JSON service of editors supports wholly."))
            .with("title", .string("Heddle behaviour"))
            .and(.kind(.object, .array))
            .when(.kind(.array), .defined(.sequence), else: .defined(.behaviour))
            .examples(
                .object([.init("behaviour", .whole(1)), .init("modules", .object([])), .init("steps", .array([]))]))
    }
}

extension Diagnostic {
    /// A part that is left out has only a warning.
    fileprivate var asWarning: Diagnostic {
        var warning = self
        warning.severity = .warning
        return warning
    }
}
