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

    private func isModuleName(_ name: Located<String>) -> Bool {
        if ActionName.canName(module: name.value) { return true }
        note(
            .badValue, "\(name.range.excerpt) cannot name a module, expected \(ActionName.moduleNameForm)",
            at: name.range)
        return false
    }

    private func module(of member: JSONObject.Member, named name: Located<String>) -> ModuleEntry? {
        var draft = ModuleDraft()
        let field = Field(key: name.value, owner: "\"modules\"", node: member.value)
        let form =
            field.has("table")
            ? ModuleDraft.formOfTable
            : field.has("declarations", "bindings") ? ModuleDraft.formOfDeclared : ModuleDraft.form
        guard form.read(field, into: &draft, self) else { return nil }
        if draft.library != nil, let replaced = draft.replaced {
            report(
                .badCombination, "\"replaces\" stands in place of \"library\", not beside it", at: replaced.range)
            return nil
        }
        return ModuleEntry(
            name: name, library: draft.library, replaced: draft.replaced, config: draft.config,
            bindings: draft.bindings,
            declarations: draft.declarations, annotations: draft.annotations,
            table: draft.table.map {
                ModuleEntry.Table(
                    source: $0, arguments: draft.arguments, written: draft.writtenArguments, type: draft.type)
            })
    }
}

extension BehaviourReader {
    /// The arguments of a call that is made before the first step, so that they cannot refer to saved values.
    fileprivate func knownArguments(_ field: Field) -> Step.Arguments {
        switch field.node.content {
        case .array(let elements):
            .positional(elements.compactMap { literal(field.element($0))?.map { Template.literal($0) } })
        case .object:
            .named(
                (literals(field) ?? []).map {
                    Template.Member(name: $0.name, value: $0.value.map { Template.literal($0) })
                })
        default: arguments(field)
        }
    }
}

extension Field {
    /// Returns whether it is an object with one of some keys.
    fileprivate func has(_ keys: String...) -> Bool {
        guard case .object(let members) = node.content else { return false }
        return members.contains { keys.contains($0.name) }
    }
}

private struct ModuleDraft {
    var library: Located<String>?
    var replaced: Located<String>?
    var config: JSONNode?
    var bindings: [Located<String>] = []
    var declarations: [Located<String>] = []
    var annotations: [FunctionAnnotations] = []
    var table: Located<String>?
    var arguments = Step.Arguments.none
    var writtenArguments: JSONNode?
    var type: Located<String>?

    static let form = KeyTable<ModuleDraft>(
        "a module", [.required("library", \.library, .text, library)] + rest + ofTables)
    /// The form of a module whose functions the file declares itself, so that hooks can answer for them.
    static let formOfDeclared = KeyTable<ModuleDraft>(
        "a module", [.optional("library", \.library, .library, library)] + rest + ofTables)

    /// The form of a module that is a table of functions of another one.
    static let formOfTable = KeyTable<ModuleDraft>(
        "a table",
        [
            .required("table", \.table, .text, table),
            .optional("with", arguments) {
                ($0.arguments, $0.writtenArguments) = ($2.knownArguments($1), $1.node)
            },
            .optional("as", \.type, .text, type),
            .refused("library", \.library, because: ofTable), .refused("config", \.config, because: ofTable),
            .refused("bindings", \.bindings, because: ofTable),
            .refused("declarations", \.declarations, because: ofTable),
            .refused("annotate", \.annotations, because: ofTable),
        ])

    /// The keys of a table, which mean nothing without it.
    private static let ofTables: [KeyTable<ModuleDraft>.Key] = [
        .optional("table", \.table, .text, table), .optional("with", arguments) { refuseAlone($1, $2) },
        .optional("as", JSONSchema.nonEmpty.described(type)) { refuseAlone($1, $2) },
    ]

    private static func refuseAlone(_ field: Field, _ reader: BehaviourReader) {
        reader.report(.badCombination, "\(field.place): it stands beside \"table\"", at: field.range)
    }

    private static let table =
        "A table of functions that the module is: `module.symbol`, data that another module exports or an action of it "
        + "that returns the table."
    private static let arguments = JSONSchema.kind(.array, .object)
        .with("items", .defined(.value)).with("additionalProperties", .defined(.value))
        .described("The arguments of the action that returns the table, by position or by name.")
    private static let type = "The type of the table, such as `struct flow`, if the action returns `void *`."
    private static let ofTable = "a table belongs to the module that it names, which has the library"

    private static let rest: [KeyTable<ModuleDraft>.Key] = [
        .optional(
            "replaces", \.replaced, .text,
            "The library in whose place hooks answer, if the module has none: modules that replace the same one share "
                + "its handles."),
        .optional(
            "config", \.config, .settings,
            "The settings of the module's instance; `heddle inspect` lists them."),
        .optional(
            "bindings", \.bindings, .texts(atLeastOne: "file"),
            "A file with the declarations of the library, made by `heddle bind`; a path relative to this file. With "
                + "several, each adds to those before it."),
        .optional(
            "declarations", \.declarations, .texts(),
            "C declarations of the library's functions and types, such as `double cos(double x)`."),
        .optional(
            "annotate", \.annotations, .annotations,
            "Annotations for functions that the bindings or the module itself declare, by their names: for each the "
                + "annotations by the names of its parameters, or by `return` for the result; and for structures, such "
                + "as `struct iovec`, by the names of their members."),
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

extension FieldType where Read == [FunctionAnnotations], Reader == BehaviourReader {
    /// Annotations by function, and in each by parameter.
    static var annotations: Self {
        let parts = FieldType<[FunctionAnnotations.Part], Reader>.members(
            "an object with the annotations by the names of parameters or members",
            of: FieldType<Located<String>, Reader>.text
        ) { FunctionAnnotations.Part(name: $0, words: $1) }
        return members("an object with the annotations by the names of functions and structures", of: parts) {
            FunctionAnnotations(function: $0, parts: $1)
        }
    }
}

extension FieldType where Read == [ModuleEntry], Reader == BehaviourReader {
    /// The modules by their names.
    static var modules: Self { Self(JSONSchema.kind(.object).and(.defined(.modules))) { $1.modules($0) } }
}

extension ModuleEntry {
    /// The schema of a module.
    static var schema: JSONSchema {
        let library = JSONSchema.lacking(["with", "as"])
            .and(
                .anything.when(
                    .having("library"), .lacking(["replaces"]),
                    else: .anything.when(.having("declarations"), .anything, else: .having("bindings"))))
        let table = JSONSchema.lacking(["library", "replaces", "config", "bindings", "declarations", "annotate"])
        return JSONSchema.kind(.object).and(ModuleDraft.formOfDeclared.schema)
            .and(.anything.when(.having("table"), table, else: library))
    }

    /// The schema of the modules by their names.
    static let schemaByName = JSONSchema()
        .naming(.nonEmpty.and(.matching(#"^[^\u0000-\u0020\u007F*!:]+$"#, expected: "a name without spaces and * ! :")))
        .with("additionalProperties", .defined(.module))
}
