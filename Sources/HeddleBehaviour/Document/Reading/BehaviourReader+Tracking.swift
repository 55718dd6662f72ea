// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    fileprivate func providers(_ field: Field) -> [Tracking.Provider]? {
        guard let members = members(field, expected: "an object with the providers by their names") else { return nil }
        if members.isEmpty { badValue(field, expected: "at least one provider") }
        return members.compactMap { member in
            let name = Located(member.name, at: member.nameRange)
            return isProviderName(name) && names.providers.add(name, self)
                ? Tracking.Provider(name: name, node: member.value) : nil
        }
    }

    private func isProviderName(_ name: Located<String>) -> Bool {
        let reason =
            switch name.value {
            case "": "text that is not empty"
            case "events": "another name: \"events\" are the events of the run"
            default: nil as String?
            }
        guard let reason else { return true }
        note(.badValue, "\(name.range.excerpt) cannot name a provider, expected \(reason)", at: name.range)
        return false
    }

    /// Reads a list of entries; leaves out those with a mistake.
    fileprivate func entries(_ field: Field, _ form: KeyTable<TrackedCallDraft>) -> [TrackedCallDraft]? {
        guard let elements = list(field) else { return nil }
        if elements.isEmpty { badValue(field, expected: "at least one element") }
        return elements.compactMap { node in
            sound {
                var draft = TrackedCallDraft(node: node)
                return form.read(field.element(node), into: &draft, self) ? draft : nil
            }
        }
    }

    /// The hooks that a section stands for, in its order.
    func hooks(of tracking: TrackingDraft) -> [HookEntry] {
        tracking.screens.compactMap { hook(.screens, $0, action: tracking.shown) }
            + tracking.events.compactMap { hook(.events, $0, action: nil) }
    }

    /// - Parameter action: the action of entries that name none.
    private func hook(_ kind: Tracking.Entry.Kind, _ draft: TrackedCallDraft, action: String?) -> HookEntry? {
        guard let module = draft.module, let action = draft.action ?? action.map({ Located($0, at: module.range) }),
            isModule(module)
        else { return nil }
        if let from = draft.from, from.value == action.value {
            note(
                .badValue, "\"from\" is \(from.range.excerpt), the tracked action itself, expected another one",
                at: from.range, suggestion: "name the action whose end starts the time")
            return nil
        }
        var hook = HookEntry(at: draft.node.range)
        let actions = [action, draft.from].compactMap(\.self)
        hook.patterns = actions.map { Located("\(module.value).\($0.value)", at: $0.range) }
        hook.background = draft.background
        hook.after = [
            HookUse(
                name: Located("track", at: draft.node.range), options: draft.node, besides: TrackedCallDraft.ownKeys)
        ]
        hook.tracked = Tracking.Entry(kind: kind, module: module, actions: actions, node: draft.node)
        return hook
    }

    private func isModule(_ name: Located<String>) -> Bool {
        if modules.index(of: name.value) != nil { return true }
        if !lacksFile {
            note(
                .unknownModule, "there is no module \(name.range.excerpt) to track", at: name.range,
                label: "unknown module",
                suggestion: didYouMean(name.value, among: modules.all) ?? Self.words(ofModules: modules.all))
        }
        return false
    }
}

/// A section `tracking` as it is read, key by key.
struct TrackingDraft {
    var providers: [Tracking.Provider] = []
    var shown = "show"
    var screens: [TrackedCallDraft] = []
    var events: [TrackedCallDraft] = []

    fileprivate static let form = KeyTable<TrackingDraft>(
        "a tracking section",
        [
            .optional(
                "providers", \.providers, .providers,
                "The receivers of events by their names: {\"file\": path}, {\"action\": \"module.action\"} or \"events\"."
            ),
            .optional(
                "shown", \.shown, .actionName.schema { $0.defaulting(to: .string("show")) },
                "The action that shows a screen, for screens of this file that name no other."),
            .optional("screens", \.screens, .entries(TrackedCallDraft.screen), "The screens, each with its label."),
            .optional(
                "events", \.events, .entries(TrackedCallDraft.event),
                "The actions about whose calls events are sent, each with its label."),
        ], rules: [.anyOf([\.providers, \.screens, \.events])])
}

/// An entry of the section as it is read. What the aspect reads itself is only known by its keys.
struct TrackedCallDraft {
    let node: JSONNode
    var module: Located<String>?
    var action: Located<String>?
    var from: Located<String>?
    var background: Located<HookEntry.Background>?

    /// The keys that are not options of the aspect.
    static let ownKeys: Set<String> = ["module", "action", "background"]

    fileprivate static let screen = KeyTable<TrackedCallDraft>(
        "a screen",
        [
            module,
            .optional("action", \.action, .action, "The action that shows it; by default that of \"shown\"."),
        ] + rest)
    fileprivate static let event = KeyTable<TrackedCallDraft>(
        "an event", [module, .required("action", \.action, .action, "The tracked action of the module.")] + rest)

    private static let module = KeyTable<TrackedCallDraft>.Key.required(
        "module", \.module, .text.schema { $0.and(.defined(.trackedModule)) }, "The module that is called.")

    private static let rest: [KeyTable<TrackedCallDraft>.Key] = [
        .required("label", JSONSchema.anyText.described("The name of the event.")) { _, _, _ in },
        .optional("data", JSONSchema.defined(.eventData).described("The members of the event, as for `track`.")) {
            _, _, _ in
        },
        .optional("when", JSONSchema.defined(.condition).described("The calls to track; all by default.")) {
            _, _, _ in
        },
        .optional(
            "to",
            JSONSchema.defined(.providers).described(
                "The receivers of the event, or a list of them; by default all providers of \"tracking\".")
        ) { _, _, _ in },
        .optional(
            "from", \.from, .action,
            "An action of the module: the member `ms` of the event is the time since its last call returned."),
        .optional(
            "background", \.background, .located(.background),
            "Sends the event on a thread of its own, without delaying the call: true, or limits."),
    ]
}

extension FieldType where Read == TrackingDraft, Reader == BehaviourReader {
    static var tracking: Self { .object(TrackingDraft.form, from: TrackingDraft()) }
}

extension FieldType where Read == [Tracking.Provider], Reader == BehaviourReader {
    fileprivate static var providers: Self {
        Self(
            JSONSchema.kind(.object).with("minProperties", .whole(1))
                .naming(.nonEmpty.with("not", .just(.string("events"))))
                .with("additionalProperties", .defined(.provider))
        ) { $1.providers($0) }
    }
}

extension FieldType where Read == [TrackedCallDraft], Reader == BehaviourReader {
    fileprivate static func entries(_ form: KeyTable<TrackedCallDraft>) -> Self {
        Self(.list(of: JSONSchema.kind(.object).and(form.schema), atLeast: 1)) { $1.entries($0, form) }
    }
}

extension FieldType where Read == Located<String>, Reader == BehaviourReader {
    /// The name of one action, without its module.
    fileprivate static var action: Self {
        Self(JSONSchema.text.and(.matching(#"^[^*]*$"#, expected: "the name of one action"))) { field, reader in
            guard let name = reader.text(field, expected: "the name of an action") else { return nil }
            guard name.value.contains("*") else { return name }
            reader.badValue(
                field, expected: "the name of one action",
                suggestion: "write a hook with \"on\" and the aspect track, whose patterns mean several")
            return nil
        }
    }
}

extension FieldType where Read == String, Reader == BehaviourReader {
    fileprivate static var actionName: Self {
        let action = FieldType<Located<String>, BehaviourReader>.action
        return Self(action.schema(), written: { .string($0) }) { action.read($0, $1)?.value }
    }
}
