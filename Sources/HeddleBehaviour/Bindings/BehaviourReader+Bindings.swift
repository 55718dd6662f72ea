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
        guard case .object = root.content else {
            note(
                .shape, "the bindings are \(root.kindWithArticle), expected an object", at: root.range,
                label: root.label)
            return nil
        }
        BindingsDraft.table.read(field, into: &draft, self)
        return Bindings(
            source: root.range.source, soname: draft.soname, declarations: draft.declarations,
            constants: draft.constants, layouts: draft.layouts)
    }

    fileprivate func checkBindingsVersion(_ field: Field) {
        switch field.node.content {
        case .number(.integer(1)): return
        case .number:
            note(
                .unknownVersion,
                "the file is version \(field.range.excerpt) of bindings, expected 1, the only version "
                    + "known", at: field.range, label: field.node.label)
        default: wrongType(field, expected: "1, the version of the form")
        }
    }

    fileprivate func library(_ field: Field) -> Located<String>? {
        var draft = LibraryDraft()
        LibraryDraft.table.read(field, into: &draft, self)
        return draft.soname
    }

    fileprivate func constants(_ field: Field) -> [Value.Member] {
        (members(field, expected: "an object with the constants by their names").map(Array.init) ?? []).compactMap {
            member in
            switch member.value.content {
            case .number, .text: return Value.Member(member.name, member.value.value)
            default:
                let constant = Field(key: member.name, owner: "\"constants\"", node: member.value)
                wrongType(constant, expected: "a number or text")
                return nil
            }
        }
    }

    fileprivate func layouts(_ field: Field) -> [Bindings.Layout] {
        (members(field, expected: "an object with the layouts by their types").map(Array.init) ?? []).compactMap {
            member in
            let layout = Field(key: member.name, owner: "\"layouts\"", node: member.value)
            return evidence(layout).map {
                Bindings.Layout(name: Located(member.name, at: member.nameRange), evidence: $0)
            }
        }
    }

    private func evidence(_ field: Field) -> LayoutEvidence? {
        var draft = LayoutDraft()
        LayoutDraft.table.read(field, into: &draft, self)
        return draft.size.map { LayoutEvidence(size: $0, alignment: draft.alignment, fields: draft.fields) }
    }

    fileprivate func fields(_ field: Field) -> [LayoutEvidence.Field] {
        (members(field, expected: "an object with the offsets by their fields").map(Array.init) ?? []).compactMap {
            member in
            let place = Field(key: member.name, owner: "\"offsets\"", node: member.value)
            return count(place).map { LayoutEvidence.Field(member.name, at: $0) }
        }
    }

    /// A number of bytes.
    fileprivate func count(_ field: Field) -> Int? {
        guard case .number(let number) = field.node.content else {
            wrongType(field, expected: "a number of bytes")
            return nil
        }
        if case .integer(let count) = number, let bytes = Int(exactly: count), bytes >= 0 { return bytes }
        badValue(field, expected: "a number of bytes")
        return nil
    }
}

/// A bindings file as it is read, key by key. What only people and other tools need is passed over.
private struct BindingsDraft {
    var soname: Located<String>?
    var declarations: [Located<String>] = []
    var constants: [Value.Member] = []
    var layouts: [Bindings.Layout] = []

    static let table = KeyTable<BindingsDraft>(
        "a bindings file",
        [
            .required("bindings") { $2.checkBindingsVersion($1) },
            .optional("library") { $0.soname = $2.library($1) },
            .optional("made") { _, _, _ in },
            .required("declarations") { $0.declarations = $2.texts($1) },
            .optional("constants") { $0.constants = $2.constants($1) },
            .optional("layouts") { $0.layouts = $2.layouts($1) },
            .optional("docs") { _, _, _ in },
            .optional("needsAnnotation") { _, _, _ in },
            .optional("refused") { _, _, _ in },
        ])
}

/// The library of the bindings.
private struct LibraryDraft {
    var soname: Located<String>?

    static let table = KeyTable<LibraryDraft>(
        "a library",
        [
            .optional("soname") { $0.soname = $2.text($1) },
            .optional("buildID") { _ = $2.text($1) },
        ])
}

private struct LayoutDraft {
    var size: Int?
    var alignment: Int?
    var fields: [LayoutEvidence.Field] = []

    static let table = KeyTable<LayoutDraft>(
        "a layout",
        [
            .required("size") { $0.size = $2.count($1) },
            .optional("alignment") { $0.alignment = $2.count($1) },
            .optional("offsets") { $0.fields = $2.fields($1) },
        ])
}
