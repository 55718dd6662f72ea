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
            places: Dictionary(options.data.map { ($0.name, $0.range) }) { first, _ in first },
            timer: try timer(options, context))
    }

    private static func timer(
        _ options: AspectOptions<TrackOptions>, _ context: AspectRecipe.Context
    ) throws(AspectError) -> Timer? {
        guard let start = options.start else { return nil }
        if let member = options.data.first(where: { $0.name == Timer.member }) {
            throw options.bad(
                \.data, at: member.range, "the event has the time since \(start.value) as its member \"ms\"",
                "give the member another name")
        }
        return Timer(from: start, context.clock)
    }

    private static func providers(
        _ options: AspectOptions<TrackOptions>, _ context: AspectRecipe.Context
    ) throws(AspectError) -> [EventProvider] {
        guard let written = options.providers else { return context.providers.byDefault }
        var providers: [(range: SourceRange, provider: EventProviders.Found)] = []
        for draft in written {
            do throws(ProviderRefusal) {
                providers.append((draft.range, try context.providers.find(draft, context)))
            } catch { throw options.bad(\.providers, at: error.range, error.message, error.suggestion) }
        }
        if let second = EventProviders.repeated(providers.map(\.provider.key)) {
            let range = providers[second].range
            throw options.bad(\.providers, at: range, ProviderRefusal.repetition(range), ProviderRefusal.advice)
        }
        return providers.compactMap(\.provider.provider)
    }
}

private struct TrackOptions: OptionDraft {
    /// A part of the event, with its place.
    struct Part: Sendable {
        let name: String
        let part: TrackAspect.Part
        let range: SourceRange
    }

    var label = ""
    var data: [Part] = []
    var condition: CallCondition?
    var providers: [EventProviderDraft]?
    var start: Located<String>?
    /// The actions whose results are parts of the event, by their full names.
    var called: [Located<String>] { data.flatMap(\.called) }

    static func keys(at position: HookPosition) -> [OptionForm<Self>.Key] {
        let keys: [OptionForm<Self>.Key] = [
            .required("label", \.label, .anyText, "The name of the event."),
            .optional(
                "data", \.data, .parts(at: position.moment),
                "The members of the event: each a part of the call, or of the module's configuration as config.NAME, "
                    + "{\"value\": constant}, "
                    + "{\"call\": \"module.action\"} or {\"ask\": \"module.action\"}."),
            .optional(
                "when", \.condition, .condition(at: position.moment), "The calls to track; all by default."),
            .optional(
                "to", \.providers, .providers,
                "The receivers of the events, or a list of them: providers of \"tracking\" by their names, and others; "
                    + "by default they are events of the run."),
        ]
        guard position.moment == .after else { return keys }
        return keys + [
            .optional(
                "from", \.start, .text,
                "An action of the called module, which the hook is around too: the member `ms` of the event is the time "
                    + "since its last call returned.")
        ]
    }

    var asks: [Located<String>] { (providers ?? []).compactMap(\.action) + called }
}

extension TrackOptions.Part {
    fileprivate var called: [Located<String>] {
        switch part {
        case .call(let name): [name].filter { $0.contains(".") }.map { Located($0, at: range) }
        case .ask(let names, _): names.filter { $0.contains(".") }.map { Located($0, at: range) }
        case .path, .configuration, .constant: []
        }
    }
}

// MARK: The parts of the event

extension TrackAspect {
    /// The schema of the data of events about calls that have ended.
    static let dataSchema = schemaOfParts(at: .after)
}

/// The schema of the members of an event.
private func schemaOfParts(at moment: CallMoment) -> JSONSchema {
    let part = JSONSchema.kind(.string, .object).and(.callPath(at: moment, orConfiguration: true))
        .and(.anything.when(.having("ask"), QuestionDraft.form.schema, else: PartDraft.form.only))
    return JSONSchema.kind(.object).with("minProperties", .whole(1)).with("additionalProperties", part)
}

extension FieldType where Read == [TrackOptions.Part], Reader == OptionReader {
    fileprivate static func parts(at moment: CallMoment) -> Self {
        Self(moment == .after ? .defined(.eventData) : schemaOfParts(at: moment)) { field, reader in
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
                TrackOptions.Part(name: member.name, part: $0, range: field.range)
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
            suggestion:
                "write \"argument.NAME\", \"result\", \"config.NAME\", {\"value\": constant} or "
                + "{\"call\": \"module.action\"}"
        )
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
                    suggestion: PartPath.adviceOnLength(of: text.value)
                        ?? "write the names of members with \".\" between them")
                return nil
            }
            part = path
        }
        return TrackOptions.Part(name: name, part: .ask(draft.asked.map(\.value), part), range: range)
    }

    private func path(_ text: String, _ field: Field, at moment: CallMoment) -> TrackAspect.Part? {
        if let (root, path) = PartPath.split(text), root == "config", case .member? = path.steps.first {
            return .configuration(path)
        }
        do throws(ConditionMistake) {
            return .path(try CallPath(text, at: moment))
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
