// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleSchema

/// What the keys of a case are, for people and for the schema.
enum CaseKeys {
    static let name = JSONSchema.text.described("The name of the case, which no other case has.")
    static let tags = JSONSchema.textOrTexts().described("Words by which cases are chosen.")
    static let needs = JSONSchema.textOrTexts(.nonEmpty.and(.defined(.caseName)))
        .described("The names of cases that run before, and must have passed.")
    static let each = JSONSchema.kind(.array, .object).with("minItems", .whole(1)).with("items", row)
        .described(
            "A table, for each row of which the case is run: a list of objects with the same keys, or {\"names\": […], "
                + "\"rows\": [[…], …]}. {\"ref\": \"row.NAME\"} is a value of the row.")
    static let hooks = JSONSchema.list(of: .kind(.object).and(.defined(.hook)))
        .described("Hooks for this case only, inside of those of the file.")
    static let steps = StepKeys.list("The calls of the case, in order.")
    static let always = StepKeys.list("Steps behind them that run in any case: for cleaning up.")

    private static let row = JSONSchema.kind(.object).and(.defined(.literal)).naming(.pathName)
        .with("properties", .object([.init("name", JSONSchema.text.described("A name for the row.").value)]))
}

/// What the keys of a table are whose rows are lists.
enum TableKeys {
    static let names = JSONSchema.textOrTexts(.pathName).with("uniqueItems", .bool(true))
        .described("The names of the columns; one of them may be `name`, which names the rows.")
    static let rows = JSONSchema.list(of: .list(of: .defined(.literal)), atLeast: 1)
        .described("The rows: lists with a value for each of the names.")
}
