// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Reads the array form, which ignores keys that it does not know, as it always did.
    func sequence(_ elements: JSONArray, _ source: SourceText) -> Behaviour {
        var draft = SequenceDraft()
        for element in elements {
            let field = Field(key: "modules", owner: "a behaviour", node: element, isElement: true)
            draft.read(field, self)
        }
        return Behaviour(
            source: source, form: .sequence, modules: draft.modules, hooks: [],
            steps: Steps(sources: [source], modules: modules, form: .sequence, entries: draft.entries),
            always: Steps(sources: [source], modules: modules, form: .sequence, entries: []), cases: [],
            policy: .sequence, permissions: nil, leavesOut: leftOut)
    }

    /// Reads an action of a module in the array form.
    func action(_ field: Field, ofModule module: Int) -> Step? {
        var draft = ActionDraft()
        ActionDraft.table.read(field, into: &draft, self)
        guard let name = draft.name else { return nil }
        return Step(
            call: name.map { ActionName(module: modules.all[module], action: $0) },
            arguments: draft.value.map { .positional([$0]) } ?? .none, saves: [], expectations: [], range: field.range)
    }
}

/// The array form as it is read, module by module.
private struct SequenceDraft {
    var modules: [ModuleEntry] = []
    var entries: [Steps.Entry] = []

    mutating func read(_ field: Field, _ reading: BehaviourReader) {
        var draft = SequenceModuleDraft()
        SequenceModuleDraft.table.read(field, into: &draft, reading)
        let module = draft.name.map { add($0, reading) } ?? reading.modules.add("")
        guard let actions = draft.actions, let elements = reading.list(actions) else { return }
        for element in elements where reading.action(actions.element(element), ofModule: module) != nil {
            entries.append(Steps.Entry(element, in: module))
        }
    }

    /// The index of a module, which is one however often its name stands in the file.
    private mutating func add(_ name: Located<String>, _ reading: BehaviourReader) -> Int {
        if let known = reading.modules.index(of: name.value) { return known }
        modules.append(ModuleEntry(name: name, library: name, config: nil, bindings: nil, declarations: []))
        return reading.modules.add(name.value)
    }
}

private struct SequenceModuleDraft {
    var name: Located<String>?
    var actions: Field?

    static let table = KeyTable<SequenceModuleDraft>(
        "a module", unknownKeys: .warning,
        [
            .required("name", SequenceKeys.name) { $0.name = $2.text($1) },
            .optional("actions", SequenceKeys.actions) { draft, field, _ in draft.actions = field },
        ])
}

private struct ActionDraft {
    var name: Located<String>?
    var value: Located<Template>?

    static let table = KeyTable<ActionDraft>(
        "an action", unknownKeys: .warning,
        [
            .required("func", SequenceKeys.ActionKeys.function) { $0.name = $2.text($1) },
            .optional("value", SequenceKeys.ActionKeys.value) { draft, field, reading in
                draft.value = reading.literal(field)?.map(Template.literal)
            },
        ])
}

extension SequenceKeys {
    /// A module with its actions.
    static var form: JSONSchema { SequenceModuleDraft.table.form }
}

extension SequenceKeys.ActionKeys {
    /// An action.
    static var form: JSONSchema { ActionDraft.table.form }
}
