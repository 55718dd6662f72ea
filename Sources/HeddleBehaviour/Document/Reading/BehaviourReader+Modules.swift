// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    func modules(_ field: Field) -> [ModuleEntry] {
        guard case .object(let members) = field.node.content else {
            wrongType(field, expected: "an object with the modules by their names")
            return []
        }
        return members.compactMap { member in
            let name = Located(member.name, at: member.nameRange)
            modules.add(name.value)
            let isNew = isModuleName(name) && names.modules.add(name, self)
            let entry = isNew ? sound { module(of: member, named: name) } : nil
            if entry == nil { leftOut.module = true }
            return entry
        }
    }

    /// A module's name stands in patterns and calls, where some characters mean something.
    private func isModuleName(_ name: Located<String>) -> Bool {
        let reserved = name.value.unicodeScalars.first {
            $0.value <= 0x20 || $0.value == 0x7F || "*!:".unicodeScalars.contains($0)
        }
        if !name.value.isEmpty, reserved == nil { return true }
        let found = name.range.excerpt
        note(
            .badValue, "\(found) cannot name a module, expected a name without spaces and without * ! :",
            at: name.range)
        return false
    }

    private func module(of member: JSONObject.Member, named name: Located<String>) -> ModuleEntry? {
        var draft = ModuleDraft()
        let field = Field(key: name.value, owner: "\"modules\"", node: member.value)
        let table = field.hasFunctions ? ModuleDraft.tableOfDeclared : ModuleDraft.table
        guard table.read(field, into: &draft, self) else { return nil }
        return ModuleEntry(
            name: name, library: draft.library, config: draft.config, bindings: draft.bindings,
            declarations: draft.declarations)
    }
}

extension Field {
    /// Whether the file says itself which functions a module has.
    fileprivate var hasFunctions: Bool {
        guard case .object(let members) = node.content else { return false }
        return members.contains { ["declarations", "bindings"].contains($0.name) }
    }
}

private struct ModuleDraft {
    var library: Located<String>?
    var config: JSONNode?
    var bindings: Located<String>?
    var declarations: [Located<String>] = []

    static let table = KeyTable<ModuleDraft>("a module", [.required("library", ModuleKeys.library, readLibrary)] + rest)
    /// Of a module whose functions the file declares itself, so that hooks can answer for them.
    static let tableOfDeclared = KeyTable<ModuleDraft>(
        "a module", [.optional("library", ModuleKeys.library, readLibrary)] + rest)

    private static let readLibrary: KeyTable<ModuleDraft>.Read = { $0.library = $2.text($1) }
    private static let rest: [KeyTable<ModuleDraft>.Key] = [
        .optional("config", ModuleKeys.config) { draft, field, reading in
            if case .object = field.node.content { return draft.config = field.node }
            reading.wrongType(field, expected: "an object with the module's settings")
        },
        .optional("bindings", ModuleKeys.bindings) { $0.bindings = $2.text($1) },
        .optional("declarations", ModuleKeys.declarations) { $0.declarations = $2.texts($1) },
    ]
}

extension ModuleKeys {
    /// A module.
    static var form: JSONSchema {
        JSONSchema.kind(.object).and(ModuleDraft.tableOfDeclared.form)
            .and(.anything.when(.without("declarations"), .anything.when(.without("bindings"), .having("library"))))
    }
}
