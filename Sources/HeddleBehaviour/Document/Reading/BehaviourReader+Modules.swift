// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    fileprivate func modules(_ field: Field) -> [ModuleEntry]? {
        members(field, expected: "an object with the modules by their names")?.compactMap { member in
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
        let form = field.hasFunctions ? ModuleDraft.formOfDeclared : ModuleDraft.form
        guard form.read(field, into: &draft, self) else { return nil }
        return ModuleEntry(
            name: name, library: draft.library, config: draft.config, bindings: draft.bindings,
            declarations: draft.declarations)
    }
}

extension Field {
    /// True if the file says itself which functions a module has.
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

    static let form = KeyTable<ModuleDraft>(
        "a module", [.required("library", \.library, .text, library)] + rest)
    /// The form of a module whose functions the file declares itself, so that hooks can answer for them.
    static let formOfDeclared = KeyTable<ModuleDraft>(
        "a module", [.optional("library", \.library, .library, library)] + rest)

    private static let rest: [KeyTable<ModuleDraft>.Key] = [
        .optional(
            "config", \.config, .settings,
            "The settings of the module's instance; `heddle inspect` lists them."),
        .optional(
            "bindings", \.bindings, .text,
            "A file with the declarations of the library, made by `heddle bind`; a path relative to this file."),
        .optional(
            "declarations", \.declarations, .texts(),
            "C declarations of the library's functions and types, such as `double cos(double x)`."),
    ]

    private static let library =
        "A bare name on the module path, a path relative to the file, or the soname of a system library."
}

extension FieldType where Read == Located<String>, Reader == BehaviourReader {
    fileprivate static var library: Self { text.schema { $0.examples(["libm.so.6", "./module.so"]) } }
}

extension FieldType where Read == JSONNode, Reader == BehaviourReader {
    /// The settings of a module.
    fileprivate static var settings: Self {
        Self(.kind(.object)) { $1.members($0, expected: "an object with the module's settings") == nil ? nil : $0.node }
    }
}

extension FieldType where Read == [ModuleEntry], Reader == BehaviourReader {
    /// The modules by their names.
    static var modules: Self { Self(JSONSchema.kind(.object).and(.defined(.modules))) { $1.modules($0) } }
}

extension ModuleEntry {
    /// The schema of a module.
    static var schema: JSONSchema {
        JSONSchema.kind(.object).and(ModuleDraft.formOfDeclared.schema)
            .and(.anything.when(.without("declarations"), .anything.when(.without("bindings"), .having("library"))))
    }

    /// The schema of the modules by their names.
    static let schemaByName = JSONSchema()
        .naming(.nonEmpty.and(.matching(#"^[^\u0000-\u0020\u007F*!:]+$"#, expected: "a name without spaces and * ! :")))
        .with("additionalProperties", .defined(.module))
}
