// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleSchema

/// A receiver of events as it is written, in `to` and in the providers of `tracking` alike: a file, an action, or else
/// the events of the run. In `to` it may be the name of a provider of `tracking`.
struct EventProviderDraft: Sendable {
    var file: Located<String>?
    var action: Located<String>?
    var http: Located<String>?
    /// The form of the bodies that `http` gets.
    var bodies: HTTPForm = .lines
    var otlp: Located<String>?
    var database: Located<String>?
    var table: Located<String>?
    var name: Located<String>?
    /// Its place.
    var range: SourceRange

    init(at range: SourceRange) {
        self.range = range
    }
}

/// The form of a body with several events.
enum HTTPForm: String, CaseIterable, Sendable {
    case lines
    case array
}

/// The reason why events cannot be sent to a provider.
struct ProviderRefusal: Error {
    let range: SourceRange
    let message: String
    var suggestion: String?

    /// The words about a provider that stands beside itself.
    static func repetition(_ range: SourceRange) -> String { "\(range.excerpt) stands there already" }
    static let advice = "remove one of the two: each event is sent once to each"
}

extension EventProviderDraft {
    private static let form = OptionForm<Self>(
        "a provider",
        [
            .optional("file", \.file, .located(.anyText), "A file that receives one line of JSON for each event."),
            .optional(
                "action", \.action, .action, "An action that takes the event as JSON, and optionally the label."),
            .optional(
                "http", \.http, .located(.anyText),
                "The URL of a server that takes events in batches by POST. They wait on disk until it has taken them."),
            .optional(
                "as", \.bodies, .word,
                "The form of what `http` gets: `lines` of JSON (application/x-ndjson), or one JSON `array`."),
            .optional(
                "otlp", \.otlp, .located(.anyText),
                "The URL of a collector that takes logs by OTLP over HTTP, such as http://localhost:4318."),
            .optional(
                "sqlite", \.database, .located(.anyText), "A database of SQLite, which gets a row for each event."),
            .optional(
                "table", \.table, .located(.anyText), "The table that gets the rows; it is made if there is none."),
        ])

    /// The keys that say what a provider is, each with those that may stand beside it.
    private static let kinds: [(name: String, others: Set<String>, needed: Set<String>)] = [
        ("file", [], []), ("action", [], []), ("http", ["as"], []), ("otlp", [], []), ("sqlite", ["table"], ["table"]),
    ]

    /// The schema of an object that is a provider: that of one kind, and nothing else.
    private static var ofAKind: JSONSchema {
        let properties = form.keys.map { Value.Member($0.name, form.schema(of: $0).value) }
        return kinds.reversed().reduce(JSONSchema.kind(.object).with("required", .array([.string("file")]))) {
            rest, kind in
            let names = [kind.name] + kind.others.sorted()
            let own = Value.object(
                names.map { name in .init(name, properties.first { $0.name == name }?.value ?? .bool(true)) })
            let kindSchema = JSONSchema().with("properties", own).with("additionalProperties", .bool(false))
                .with("required", .array(([kind.name] + kind.needed.sorted()).map(Value.string)))
            return JSONSchema.anything.when(.having(kind.name), kindSchema, else: rest)
        }
    }

    /// The schema of a provider that has no name.
    static let schema = JSONSchema.kind(.string, .object).and(ofAKind)
        .and(.matching("^events$", expected: "\"events\""))

    /// The schema of the providers in `to`.
    static let schemaOfAll = JSONSchema.kind(.string, .array, .object).and(ofAKind).and(.defined(.providerName))
        .with("minItems", .whole(1)).with("uniqueItems", .bool(true))
        .with("items", JSONSchema.kind(.string, .object).and(ofAKind).and(.defined(.providerName)))

    /// Reads a provider.
    ///
    /// - Parameter mayBeNamed: true if a text may be the name of one.
    static func read(_ field: Field, _ reader: OptionReader, mayBeNamed: Bool) -> EventProviderDraft? {
        let expected =
            "{\"file\": \"path\"}, {\"action\": \"module.action\"}, {\"http\": \"URL\"}, {\"otlp\": \"URL\"}, "
            + "{\"sqlite\": \"path\", \"table\": \"name\"}"
            + (mayBeNamed ? ", the name of a provider of \"tracking\"" : "") + " or \"events\""
        var draft = EventProviderDraft(at: field.range)
        if case .text(let text) = field.node.content {
            if text == "events" { return draft }
            guard mayBeNamed, !text.isEmpty else {
                reader.badValue(field, expected: expected)
                return nil
            }
            draft.name = Located(text, at: field.range)
            return draft
        }
        guard let members = reader.members(field, expected: expected) else { return nil }
        let names = Set(members.map(\.name))
        let kind = kinds.filter { names.contains($0.name) }
        // A key that no provider has is told of by its own name.
        guard
            names.isDisjoint(with: form.keys.map(\.name)) && names.count == 1
                || kind.count == 1 && kind[0].needed.isSubset(of: names)
                    && names.subtracting(kind[0].others).intersection(form.keys.map(\.name)) == [kind[0].name]
        else {
            reader.badValue(field, expected: expected)
            return nil
        }
        let before = reader.mistakes.count
        return form.read(field, into: &draft, reader) && reader.mistakes.count == before ? draft : nil
    }
}

extension FieldType where Read == [EventProviderDraft], Reader == OptionReader {
    /// A provider, or a list of different ones.
    static var providers: Self {
        Self(.defined(.providers)) { field, reader in
            func read(_ field: Field) -> EventProviderDraft? {
                EventProviderDraft.read(field, reader, mayBeNamed: true)
            }
            guard case .array(let elements) = field.node.content else { return read(field).map { [$0] } }
            if elements.isEmpty {
                reader.badValue(field, expected: "at least one element")
                return nil
            }
            let all = elements.map { read(field.element($0)) }
            let providers = all.compactMap(\.self)
            return providers.count == all.count ? providers : nil
        }
    }
}

extension ObjectForm {
    /// The schema of an object with one of these keys, and nothing else.
    var only: JSONSchema {
        JSONSchema().with("properties", .object(keys.map { .init($0.name, schema(of: $0).value) }))
            .with("additionalProperties", .bool(false)).with("minProperties", .whole(1))
            .with("maxProperties", .whole(1))
    }
}
