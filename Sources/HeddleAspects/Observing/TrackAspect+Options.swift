// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleSchema

extension TrackAspect {
    static let recipe = AspectRecipe.observing(
        "track", "Sends an event for each call, named by its label.", TrackOptions.self
    ) { options, context throws(AspectError) in
        TrackAspect(
            options.label, data: options.data.map { ($0.name, $0.part) }, when: options.condition,
            to: try providers(options, context), services: context.services, at: context.position.moment,
            places: Dictionary(options.data.map { ($0.name, $0.range) }) { first, _ in first })
    }

    private static func providers(
        _ options: AspectOptions<TrackOptions>, _ context: AspectRecipe.Context
    ) throws(AspectError) -> [Provider] {
        guard let named = options.providers else { return [.events] }
        var providers: [Provider] = []
        for provider in named { providers.append(try Self.provider(provider, options, context)) }
        return providers
    }

    private static func provider(
        _ named: TrackOptions.Provider, _ options: AspectOptions<TrackOptions>, _ context: AspectRecipe.Context
    ) throws(AspectError) -> Provider {
        if let file = named.file {
            do throws(LineFileRefusal) { return .file(file.value, try context.files(file.value)) } catch {
                throw options.bad(\.providers, at: file.range, error.message, error.suggestion)
            }
        }
        guard let name = named.action else { return .events }
        guard let action = context.services.action(name.value) else {
            throw options.bad(
                \.providers, at: name.range, "there is no action \(Value.string(name.value).excerpt())")
        }
        if let objection = Provider.objection(to: action.signature) {
            throw options.bad(\.providers, at: name.range, "\(name.value) is \(action.signature)", objection)
        }
        return .action(name.value, action)
    }
}

private struct TrackOptions: OptionDraft {
    /// A part of the event, with its place.
    struct Part: Sendable {
        let name: String
        let part: TrackAspect.Part
        let range: SourceRange
    }

    /// A receiver of the events: a file or an action, or else the events of the run.
    struct Provider: Sendable {
        var file: Located<String>?
        var action: Located<String>?

        /// Distinguishes providers.
        var key: [String?] { [file?.value, action?.value] }
    }

    var label = ""
    var data: [Part] = []
    var condition: CallCondition?
    var providers: [Provider]?
    /// The actions whose results are parts of the event, by their full names.
    var called: [Located<String>] { data.flatMap(\.called) }

    static func keys(at position: HookPosition) -> [OptionForm<Self>.Key] {
        return [
            .required("label", \.label, .anyText, "The name of the event."),
            .optional(
                "data", \.data, .parts(at: position.moment),
                "The members of the event: each a part of the call, {\"value\": constant}, "
                    + "{\"call\": \"module.action\"} or {\"ask\": \"module.action\"}."),
            .optional(
                "when", \.condition, .condition(at: position.moment), "The calls to track; all by default."),
            .optional(
                "to", \.providers, .providers,
                "The receiver of the events, or a list of them; by default they are events of the run."),
        ]
    }

    var asks: [Located<String>] { (providers ?? []).compactMap(\.action) + called }
}

extension TrackOptions.Part {
    fileprivate var called: [Located<String>] {
        switch part {
        case .call(let name): [name].filter { $0.contains(".") }.map { Located($0, at: range) }
        case .ask(let names, _): names.filter { $0.contains(".") }.map { Located($0, at: range) }
        case .path, .constant: []
        }
    }
}

// MARK: The parts of the event

extension FieldType where Read == [TrackOptions.Part], Reader == OptionReader {
    fileprivate static func parts(at moment: CallMoment) -> Self {
        let part = JSONSchema.kind(.string, .object).and(.callPath(at: moment))
            .and(.anything.when(.having("ask"), QuestionDraft.form.schema, else: PartDraft.form.only))
        return Self(
            JSONSchema.kind(.object).with("minProperties", .whole(1)).with("additionalProperties", part)
        ) { field, reader in
            guard let members = reader.members(field) else { return nil }
            if members.isEmpty { reader.badValue(field, expected: "at least one part") }
            let all = members.map { reader.part($0, of: field, at: moment) }
            let parts = all.compactMap(\.self)
            return parts.count == all.count ? parts : nil
        }
    }
}

extension OptionReader {
    /// A text is a path, `{"value": …}` a constant, `{"call": …}` the result of an action, `{"ask": …}` that of one
    /// without its hooks.
    fileprivate func part(
        _ member: JSONObject.Member, of field: Field, at moment: CallMoment
    ) -> TrackOptions.Part? {
        let field = field.member(member)
        switch field.node.content {
        case .text(let text):
            return path(text, field, at: moment).map {
                TrackOptions.Part(name: member.name, part: .path($0), range: field.range)
            }
        case .object(let members):
            if members.contains(where: { $0.name == "ask" }) { return question(member.name, field) }
            var draft = PartDraft()
            guard members.map(\.name).count == 1 else { break }
            let before = mistakes.count
            PartDraft.form.read(field, into: &draft, self)
            if let value = draft.value {
                return TrackOptions.Part(name: member.name, part: .constant(value.value), range: value.range)
            }
            if let call = draft.call {
                return TrackOptions.Part(name: member.name, part: .call(call.value), range: call.range)
            }
            if mistakes.count > before { return nil }
        default: break
        }
        wrongType(
            field, expected: "a part of the call",
            suggestion: "write \"argument.NAME\", \"result\", {\"value\": constant} or {\"call\": \"module.action\"}")
        return nil
    }

    private func question(_ name: String, _ field: Field) -> TrackOptions.Part? {
        var draft = QuestionDraft()
        let before = mistakes.count
        QuestionDraft.form.read(field, into: &draft, self)
        guard mistakes.count == before, let range = draft.asked.first?.range else { return nil }
        var part = PartPath()
        if let text = draft.part {
            guard let path = PartPath.split("result.\(text.value)")?.path else {
                report(
                    .badValue, "\(field.place): \(text.range.excerpt) is no part of a result", at: text.range,
                    suggestion: "write the names of members with \".\" between them")
                return nil
            }
            part = path
        }
        return TrackOptions.Part(name: name, part: .ask(draft.asked.map(\.value), part), range: range)
    }

    private func path(_ text: String, _ field: Field, at moment: CallMoment) -> CallPath? {
        do throws(ConditionMistake) {
            return try CallPath(text, at: moment)
        } catch {
            report(.badValue, "\(field.place): \(error.message)", at: field.range, suggestion: error.suggestion)
            return nil
        }
    }
}

/// A part of the event that does not come from the call; it has one key.
private struct PartDraft {
    var value: Located<Value>?
    var call: Located<String>?

    static let form = OptionForm<PartDraft>(
        "a part",
        [
            .optional("value", \.value, .literal, "A constant."),
            .optional(
                "call", \.call, .located(.anyText),
                "An action without arguments, whose result is the value; without a module, one of the called module."
            ),
        ])
}

/// A question to actions.
private struct QuestionDraft {
    var asked: [Located<String>] = []
    var part: Located<String>?

    static let form = OptionForm<QuestionDraft>(
        "a question",
        [
            .required(
                "ask", \.asked, .texts(atLeastOne: "action"),
                "An action without arguments that is called without its hooks; or a list, of which each further one gets "
                    + "the result of the one before. Without a module, one of the called module. If the answer is null "
                    + "or an empty text, there is no event."),
            .optional("part", \.part, .located(.anyText), "A part of the answer, such as `name`."),
        ])
}

// MARK: The providers

extension FieldType where Read == [TrackOptions.Provider], Reader == OptionReader {
    /// A provider, or a list of different ones.
    fileprivate static var providers: Self {
        Self(
            JSONSchema.kind(.string, .array, .object).and(.provider).with("minItems", .whole(1))
                .with("uniqueItems", .bool(true)).with("items", JSONSchema.kind(.string, .object).and(.provider))
        ) { field, reader in
            guard case .array(let elements) = field.node.content else { return reader.provider(field).map { [$0] } }
            if elements.isEmpty {
                reader.badValue(field, expected: "at least one element")
                return nil
            }
            let fields = elements.map(field.element)
            let all = fields.map(reader.provider)
            var keys: Set<[String?]> = []
            for (field, provider) in zip(fields, all) {
                guard let provider, !keys.insert(provider.key).inserted else { continue }
                reader.report(
                    .badValue, "\(field.place) is \(field.range.excerpt), which stands there already", at: field.range,
                    suggestion: "remove one of the two: each event is sent once to each")
                return nil
            }
            let providers = all.compactMap(\.self)
            return providers.count == all.count ? providers : nil
        }
    }
}

extension OptionReader {
    /// `"events"` are the events of the run, `{"file": …}` is a file, `{"action": …}` an action.
    fileprivate func provider(_ field: Field) -> TrackOptions.Provider? {
        let expected = "{\"file\": \"path\"}, {\"action\": \"module.action\"} or \"events\""
        if case .text("events") = field.node.content { return TrackOptions.Provider() }
        guard let members = members(field, expected: expected) else { return nil }
        guard members.map(\.name).count == 1 else {
            badValue(field, expected: expected)
            return nil
        }
        var provider = TrackOptions.Provider()
        return TrackOptions.Provider.form.read(field, into: &provider, self) ? provider : nil
    }
}

extension TrackOptions.Provider {
    fileprivate static let form = OptionForm<Self>(
        "\"to\"",
        [
            .optional("file", \.file, .located(.anyText), "A file that receives one line of JSON for each event."),
            .optional(
                "action", \.action, .action, "An action that takes the event as JSON, and optionally the label."),
        ])
}

extension JSONSchema {
    /// A provider, if the value is a text or an object.
    fileprivate static var provider: JSONSchema {
        TrackOptions.Provider.form.only.and(.matching("^events$", expected: "\"events\""))
    }
}

extension ObjectForm {
    /// The schema of an object with one of these keys, and nothing else.
    fileprivate var only: JSONSchema {
        JSONSchema().with("properties", .object(keys.map { .init($0.name, schema(of: $0).value) }))
            .with("additionalProperties", .bool(false)).with("minProperties", .whole(1))
            .with("maxProperties", .whole(1))
    }
}
