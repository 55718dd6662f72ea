// SPDX-License-Identifier: Apache-2.0

internal import Declarations
internal import Diagnostics

extension Reading {
    /// Reads either shape; the value at the top of the file decides which.
    func behaviour(_ root: JSONNode) -> Behaviour? {
        switch root.content {
        case .array(let elements): return sequence(elements, root.range.source)
        case .object(let members): return version(of: members, root) == 1 ? version1(root) : nil
        default:
            note(
                .shape, "a behaviour is \(root.kindWithArticle), expected an array or an object", at: root.range,
                label: root.label,
                notes: [
                    Diagnostic.Note("the array form: [{\"name\": \"module\", \"actions\": [{\"func\": \"action\"}]}]"),
                    Diagnostic.Note(
                        "the full form: {\"behaviour\": 1, \"modules\": {…}, \"steps\": [{\"call\": \"module.action\"}]}"
                    ),
                ])
            return nil
        }
    }

    /// The version that an object says it is; nil, with a note, where it says none that is known.
    private func version(of members: JSONObject, _ root: JSONNode) -> Int128? {
        guard let member = members.first(where: { $0.name == "behaviour" }) else {
            let brace = SourceRange(root.range.source, root.range.bytes.prefix(1))
            note(
                .missingKey, "a behaviour needs the key \"behaviour\", found none", at: brace, label: root.label,
                suggestion: "begin it with \"behaviour\": 1")
            return nil
        }
        let field = Field(key: "behaviour", owner: "a behaviour", node: member.value)
        switch field.node.content {
        case .number(.integer(1)): return 1
        case .number:
            let found = "the file is version \(field.range.excerpt) of a behaviour"
            note(
                .unknownVersion, "\(found), expected 1, the only version known", at: field.range,
                label: field.node.label)
        default: wrongType(field, expected: "1, the version of the form")
        }
        return nil
    }

    private func version1(_ root: JSONNode) -> Behaviour {
        var draft = Version1Draft()
        let field = Field(key: "", owner: "", node: root)
        Version1Draft.table.read(field, into: &draft, self)
        // Steps call modules by name, and a file may write its modules behind its steps.
        let entries = draft.steps.map(steps) ?? []
        let source = root.range.source
        return Behaviour(
            source: source, form: .version1, modules: draft.modules, hooks: draft.hooks,
            steps: Steps(source: source, modules: modules, form: .version1, entries: entries),
            policy: draft.policy.policy,
            permissions: draft.policy.permissions, leavesOut: leftOut)
    }
}

/// Version 1 as it is read, key by key.
private struct Version1Draft {
    var modules: [ModuleEntry] = []
    var hooks: [HookEntry] = []
    var steps: Field?
    var policy = PolicyDraft()

    static let table = KeyTable<Version1Draft>(
        "a behaviour",
        [
            .required("behaviour") { _, _, _ in },
            .optional("modules") { $0.modules = $2.modules($1) },
            .optional("hooks") { $0.hooks = $2.hooks($1) },
            .optional("steps") { draft, field, _ in draft.steps = field },
            .optional("policy") { PolicyDraft.table.read($1, into: &$0.policy, $2) },
        ])
}
