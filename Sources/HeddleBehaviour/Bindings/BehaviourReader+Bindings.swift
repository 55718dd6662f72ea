// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Reads a bindings file; nil, with a note, where it is no such file.
    func bindings(_ root: JSONNode) -> Bindings? {
        var draft = BindingsDraft()
        let field = Field(key: "", owner: "", node: root)
        guard case .object(let members) = root.content else {
            note(
                .shape, "the bindings are \(root.kindWithArticle), expected an object", at: root.range,
                label: root.label)
            return nil
        }
        let form = members.contains { $0.name == "annotate" } ? BindingsDraft.tableOfAnnotations : BindingsDraft.table
        form.read(field, into: &draft, self)
        return Bindings(
            source: root.range.source, soname: draft.library.soname, declarations: draft.declarations,
            constants: draft.constants, layouts: draft.layouts, refused: draft.refused,
            annotations: draft.annotations, inlineLibrary: draft.inlineLibrary)
    }
}

/// A bindings file as it is read, key by key.
private struct BindingsDraft {
    var library = LibraryDraft()
    var declarations: [Located<String>] = []
    var constants: [Value.Member] = []
    var layouts: [Bindings.Layout] = []
    var refused: [Bindings.Refusal] = []
    var annotations: [FunctionAnnotations] = []
    var inlineLibrary: Located<String>?
    /// The parts that only people and other tools need.
    var others: Field?

    static let table = KeyTable<BindingsDraft>(
        "a bindings file", [version, .required("declarations", \.declarations, .texts(), declarations)] + rest)
    /// The form of a file that adds to the declarations of others.
    static let tableOfAnnotations = KeyTable<BindingsDraft>(
        "a bindings file", [version, .optional("declarations", \.declarations, .texts(), declarations)] + rest)

    private static let declarations = "C declarations of functions, variables and types."
    private static let version = KeyTable<BindingsDraft>.Key.required("bindings", JSONSchema.just(.whole(1))) {
        $2.checkVersion($1, of: "bindings")
    }

    private static let rest: [KeyTable<BindingsDraft>.Key] =
        [
            .optional("library", \.library, .object(LibraryDraft.table, from: LibraryDraft()), "The bound library."),
            .optional("made", \.others, .later(.anything), "How the file was made."),
            .optional(
                "annotate", \.annotations, .annotations,
                "Annotations for functions and structures that this file declares, or one before it, by their names."),
            .optional("constants", \.constants, .constants, "Macros that stand for a number or text, by name."),
            .optional("layouts", \.layouts, .layouts, "How types lie in memory, by their names."),
            .optional(
                "inlineLibrary", \.inlineLibrary, .text,
                "A library beside this file with the inline functions of the headers."
            ),
            .optional("docs", \.others, .later(.anything), "The comments of the headers, by function."),
            .optional("needsAnnotation", \.others, .later(.anything), "Functions that cannot be called as they are."),
            .optional(
                "refused", \.refused, .refusals, "Functions and variables without a declaration here, with the reason."),
        ]
}

/// The library of the bindings.
private struct LibraryDraft {
    var soname: Located<String>?
    var buildID: String?

    static let table = KeyTable<LibraryDraft>(
        "a library",
        [
            .optional("soname", \.soname, .text, "The soname of the library."),
            .optional("buildID", \.buildID, .text, "The build ID of the library."),
        ])
}

private struct LayoutDraft {
    var size: Int?
    var alignment: Int?
    var fields: [LayoutEvidence.Field] = []

    static let table = KeyTable<LayoutDraft>(
        "a layout",
        [
            .required("size", \.size, .whole(0...Int.max), "The size in bytes."),
            .optional("alignment", \.alignment, .whole(0...Int.max), "The alignment in bytes."),
            .optional("offsets", \.fields, .offsets, "The offsets of the fields in bytes."),
        ])
}

extension FieldType where Read == [Value.Member], Reader == BehaviourReader {
    /// Numbers and texts by their names.
    fileprivate static var constants: Self {
        members("an object with the constants by their names", of: FieldType<Value, Reader>.numberOrText) {
            Value.Member($0.value, $1)
        }
    }
}

extension FieldType where Read == [Bindings.Refusal], Reader == BehaviourReader {
    fileprivate static var refusals: Self {
        members("an object with the reasons by their names", of: FieldType<String, Reader>.text) {
            Bindings.Refusal(name: $0.value, reason: $1)
        }
    }
}

extension FieldType where Read == [Bindings.Layout], Reader == BehaviourReader {
    fileprivate static var layouts: Self {
        let layout = FieldType<LayoutDraft, Reader>.object(LayoutDraft.table, from: LayoutDraft())
        return members("an object with the layouts by their types", of: layout) { name, layout in
            layout.size.map {
                let evidence = LayoutEvidence(size: $0, alignment: layout.alignment, fields: layout.fields)
                return Bindings.Layout(name: name, evidence: evidence)
            }
        }
    }
}

extension FieldType where Read == [LayoutEvidence.Field], Reader == BehaviourReader {
    fileprivate static var offsets: Self {
        members("an object with the offsets by their fields", of: FieldType<Int, Reader>.whole(0...Int.max)) {
            LayoutEvidence.Field($0.value, at: $1)
        }
    }
}

extension FieldType where Read == Value, Reader == BehaviourReader {
    fileprivate static var numberOrText: Self {
        Self(.kind(.number, .string)) { field, reader in
            switch field.node.content {
            case .number, .text: return field.node.value
            default:
                reader.wrongType(field, expected: "a number or text")
                return nil
            }
        }
    }
}
