// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Reads the array form, which ignores keys that it does not know, as it always did.
    func sequence(_ elements: JSONArray, _ source: SourceText, _ steps: StepReader) -> Behaviour {
        var draft = SequenceDraft(steps: steps)
        for element in elements {
            let field = Field(key: "modules", owner: "a behaviour", node: element, isElement: true)
            draft.read(field, self)
        }
        add(source, steps.table)
        return Behaviour(
            source: source, form: .sequence, modules: draft.modules, hooks: [], providers: [],
            settings: [], files: [], steps: Steps(files: files, modules: ModuleScope(modules), entries: draft.entries),
            setupCount: 0, always: Steps(files: files, modules: ModuleScope(modules), entries: []), cases: [],
            policy: .sequence, permissions: nil, leavesOut: leftOut)
    }

    /// Reads an action of a module in the array form; the index of its entry, nil where it is wrong.
    fileprivate func action(_ field: Field, ofModule module: Int, _ steps: StepReader) -> Int? {
        var draft = ActionDraft()
        ActionDraft.form.read(field, into: &draft, self)
        guard let name = draft.name else { return nil }
        return steps.add(field.node, calls: name, ofModule: module, with: draft.value)
    }
}

/// The array form as it is read, module by module.
private struct SequenceDraft {
    let steps: StepReader
    var modules: [ModuleEntry] = []
    var entries: [Steps.Entry] = []

    mutating func read(_ field: Field, _ reading: BehaviourReader) {
        var draft = SequenceModuleDraft()
        SequenceModuleDraft.form.read(field, into: &draft, reading)
        let module = draft.name.map { add($0, reading) } ?? reading.modules.add("")
        guard let actions = draft.actions, let elements = reading.list(actions) else { return }
        for element in elements {
            guard let index = reading.action(actions.element(element), ofModule: module, steps) else { continue }
            entries.append(Steps.Entry(index: UInt32(index), file: 0))
        }
    }

    /// The index of a module, which is one however often its name stands in the file.
    private mutating func add(_ name: Located<String>, _ reading: BehaviourReader) -> Int {
        if let known = reading.modules.index(of: name.value) { return known }
        modules.append(
            ModuleEntry(
                name: name, library: name, replaced: nil, config: nil, bindings: [], declarations: [],
                annotations: [], table: nil))
        return reading.modules.add(name.value)
    }
}

struct SequenceModuleDraft {
    var name: Located<String>?
    var actions: Field?

    static let form = KeyTable<SequenceModuleDraft>(
        "a module", unknownKeys: .warning,
        [
            .required("name", \.name, .text, "The name of a module on the module path."),
            .optional(
                "actions", \.actions, .later(.list(of: .kind(.object).and(ActionDraft.form.schema))),
                "The actions to call, in order."),
        ])
}

private struct ActionDraft {
    var name: JSONNode?
    var value: JSONNode?

    static let form = KeyTable<ActionDraft>(
        "an action", unknownKeys: .warning,
        [
            .required("func", JSONSchema.text.described("The name of the action.")) { draft, field, reading in
                draft.name = reading.text(field).map { _ in field.node }
            },
            .optional("value", JSONSchema.defined(.literal).described("Its only argument.")) { draft, field, reading in
                draft.value = reading.literal(field).map { _ in field.node }
            },
        ])
}
