// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

/// The table of an `each`: rows that all have the same columns.
struct RowTable {
    let columns: [String]
    let rows: [Case.Row]
}

extension BehaviourReader {
    /// Reads a list of objects, or `{"names": […], "rows": [[…], …]}`; nil, with a note, where it is neither.
    func rowTable(_ field: Field) -> RowTable? {
        switch field.node.content {
        case .array(let elements): return rowTable(of: elements.map(field.element), field)
        case .object: return namedTable(field)
        default:
            wrongType(field, expected: "a list of rows, or an object {\"names\": […], \"rows\": [[…], …]}")
            return nil
        }
    }

    private func rowTable(of fields: [Field], _ field: Field) -> RowTable? {
        guard !fields.isEmpty else {
            badValue(field, expected: "at least one row")
            return nil
        }
        var first: (columns: [Located<String>], range: SourceRange)?
        let rows = fields.compactMap { row in
            guard case .object(let all) = row.node.content else {
                wrongType(row, expected: "an object with the values of the row")
                return nil as Case.Row?
            }
            let members = all.filter { !isFreeKey($0.name) }
            let columns = members.map { Located($0.name, at: $0.nameRange) }
            if let first { compare(columns, row, first) } else { first = (columns.filter(isColumn), row.range) }
            return self.row(row, name: members.first { $0.name == "name" }?.value, isArray: false) {
                object(members, of: row)
            }
        }
        return finished(columns: first?.columns.map(\.value) ?? [], rows)
    }

    /// Column by column: a row is an object also where its only column is called as what else stands for something.
    private func object(_ members: [JSONObject.Member], of row: Field) -> Value? {
        let read = members.compactMap { member in
            literal(Field(key: member.name, owner: "a row", node: member.value)).map {
                Value.Member(member.name, $0.value)
            }
        }
        return read.count == members.count ? .object(read) : nil
    }

    /// A row has the columns of the first one, except that each may have a name or not.
    private func compare(
        _ columns: [Located<String>], _ row: Field, _ first: (columns: [Located<String>], range: SourceRange)
    ) {
        let wanted = first.columns.map(\.value)
        let given = Set(columns.map(\.value))
        let note = Diagnostic.Note("the first row is", at: first.range)
        let unknown = columns.filter { !wanted.contains($0.value) && $0.value != "name" }
        var missing = wanted.filter { !given.contains($0) && $0 != "name" }
        for column in unknown {
            // A misspelt column is not missing as well.
            let meant =
                nearest(to: column.value, among: missing)
                ?? (unknown.count == 1 && missing.count == 1 ? missing.first : nil)
            missing.removeAll { $0 == meant }
            self.note(
                .unknownKey, "the first row has no \(column.range.excerpt), expected the same columns in every row",
                at: column.range, suggestion: meant.map { "did you mean \"\($0)\"?" }, notes: [note])
        }
        for column in missing {
            self.note(
                .missingKey, "a row lacks \"\(column)\", expected the same columns in every row", at: row.range,
                notes: [note])
        }
    }

    // MARK: Rows that are arrays

    private func namedTable(_ field: Field) -> RowTable? {
        var draft = NamedTableDraft()
        NamedTableDraft.form.read(field, into: &draft, self)
        guard let columns = draft.columns, let rows = draft.rows else { return nil }
        let fields = list(rows)?.map(rows.element) ?? []
        if fields.isEmpty { badValue(rows, expected: "at least one row") }
        return finished(
            columns: columns,
            fields.compactMap { row in
                guard case .array(let elements) = row.node.content else {
                    wrongType(row, expected: "an array of \(columns.count) values")
                    return nil
                }
                let values = Array(elements)
                guard values.count == columns.count else {
                    badValue(row, expected: "\(columns.count) values, one for each of the names")
                    return nil
                }
                let name = columns.firstIndex(of: "name").map { values[$0] }
                return self.row(row, name: name, isArray: true) {
                    let read = values.compactMap { literal(row.element($0))?.value }
                    return .object(zip(columns, read).map { Value.Member($0, $1) })
                }
            })
    }

    fileprivate func columns(_ field: Field) -> [String] {
        let names = texts(field)
        var unique = UniqueNames("column")
        for name in names { unique.add(name, self) }
        return names.filter(isColumn).map(\.value)
    }

    // MARK: One row

    /// A column is a part of a path.
    private func isColumn(_ name: Located<String>) -> Bool {
        if PartPath.canBeName(name.value) { return true }
        note(
            .badValue, "\(name.range.excerpt) cannot name a column, expected a name without \(PartPath.marks)",
            at: name.range)
        return false
    }

    private func row(_ field: Field, name: JSONNode?, isArray: Bool, _ value: () -> Value?) -> Case.Row? {
        let name = name.map { text(Field(key: "name", owner: "a row", node: $0)) }
        return value().map { Case.Row(name: name??.value, value: $0, range: field.range, isArray: isArray) }
    }

    private func finished(columns: [String], _ rows: [Case.Row]) -> RowTable {
        let hasNames = rows.contains { $0.name != nil }
        return RowTable(columns: hasNames && !columns.contains("name") ? columns + ["name"] : columns, rows: rows)
    }
}

private struct NamedTableDraft {
    var columns: [String]?
    var rows: Field?

    static let form = KeyTable<NamedTableDraft>(
        "a table",
        [
            .required(
                "names", \.columns, .columns,
                "The names of the columns. A column `name` names the rows."),
            .required(
                "rows", \.rows, .later(.list(of: .list(of: .defined(.literal)), atLeast: 1)),
                "The rows: each a list with one value for each column."),
        ])
}

extension FieldType where Read == [String], Reader == BehaviourReader {
    fileprivate static var columns: Self {
        Self(JSONSchema.textOrTexts(.pathName).with("uniqueItems", .bool(true))) { $1.columns($0) }
    }
}

extension RowTable {
    /// The schema of a list of rows, or of an object with the names apart.
    static var schema: JSONSchema {
        let row = JSONSchema.kind(.object).and(.defined(.literal)).naming(.pathName)
            .with("properties", .object([.init("name", JSONSchema.text.described("A name for the row.").value)]))
        return JSONSchema.kind(.array, .object).with("minItems", .whole(1)).with("items", row)
            .described(
                "A table; the case runs once for each row. A list of objects with the same keys, or {\"names\": […], "
                    + "\"rows\": [[…], …]}. {\"ref\": \"row.NAME\"} is a value of the row."
            )
            .and(NamedTableDraft.form.schema)
    }
}
