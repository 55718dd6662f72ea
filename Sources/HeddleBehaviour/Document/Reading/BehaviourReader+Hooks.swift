// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    func hooks(_ field: Field) -> [HookEntry] {
        guard let elements = list(field) else { return [] }
        return elements.compactMap { element in
            let entry = sound { hook(field.element(element)) }
            if let name = entry?.name { names.hooks.add(name, self) }
            if entry == nil { leftOut.hook = true }
            return entry
        }
    }

    private func hook(_ field: Field) -> HookEntry? {
        var draft = HookDraft()
        var isComplete = false
        let isSound =
            sound {
                isComplete = HookDraft.table.read(field, into: &draft, self)
                return isComplete
            } != nil
        guard isComplete else { return nil }
        check(draft, field, isSound: isSound)
        return HookEntry(
            name: draft.name, patterns: draft.patterns, tagged: draft.tagged, returns: draft.returns,
            takes: draft.takes,
            condition: draft.condition, during: draft.during, before: draft.before, instead: draft.instead,
            after: draft.after, order: draft.order, outside: draft.outside, inside: draft.inside,
            isEnabled: draft.isEnabled, isOnce: draft.isOnce, isOptional: draft.isOptional, when: draft.when?.value,
            background: draft.background, range: field.range)
    }

    /// What a hook's keys must be together.
    private func check(_ draft: HookDraft, _ field: Field, isSound: Bool) {
        // A mistyped position is one mistake, and no lack of one.
        if !draft.hasPosition, isSound {
            note(
                .badHook, "a hook needs \"before\", \"instead\" or \"after\", found none of them",
                at: SourceRange(field.range.source, field.range.bytes.prefix(1)), label: field.node.label)
        }
        if let when = draft.when, !draft.hasAfter {
            note(
                .badHook, "\"when\" chooses among the calls that \"after\" sees, found no \"after\"", at: when.range,
                label: "text \(when.range.excerpt)")
        }
        if let background = draft.background, isSound {
            let others = [("before", draft.before), ("instead", draft.instead)].filter { !$0.1.isEmpty }.map(\.0)
            check(background, beside: others)
        }
    }

    /// A position's hooks: a name, an object with one name and its options, or a list of these.
    fileprivate func uses(_ field: Field) -> [HookUse] {
        guard case .array(let elements) = field.node.content else { return use(field).map { [$0] } ?? [] }
        if elements.isEmpty { badValue(field, expected: "at least one hook") }
        return elements.compactMap { use(field.element($0)) }
    }

    private func use(_ field: Field) -> HookUse? {
        guard case .object(let members) = field.node.content else {
            return text(field, expected: "an aspect, module.symbol, or an object {\"aspect\": options}")
                .map { HookUse(name: $0, options: nil) }
        }
        let uses = Array(members.prefix(2))
        guard uses.count == 1, let member = uses.first, !member.name.isEmpty else {
            note(
                .badValue, "\(field.place) has \(uses.isEmpty ? "no aspect" : "several keys"), expected one aspect",
                at: field.range, label: field.node.label,
                suggestion: "write a list [{\"aspect\": options}, …] for several")
            return nil
        }
        let options = Field(key: member.name, owner: "a hook", node: member.value)
        return HookUse(name: Located(member.name, at: member.nameRange), options: aspectOptions(options))
    }

    /// Texts of which an empty list would say nothing, and may be meant to say that there is none.
    fileprivate func texts(_ field: Field, atLeastOne thing: String) -> [Located<String>] {
        if case .array(let elements) = field.node.content, elements.isEmpty {
            badValue(field, expected: "at least one \(thing)")
        }
        return texts(field)
    }
}

private struct HookDraft {
    var name: Located<String>?
    var patterns: [Located<String>] = []
    var tagged: [Located<String>] = []
    var returns: Located<String>?
    var takes: [Located<String>] = []
    var condition: Located<Value>?
    var during: [Located<String>] = []
    var before: [HookUse] = []
    var instead: [HookUse] = []
    var after: [HookUse] = []
    var hasPosition = false
    var hasAfter = false
    var order = 0.0
    var outside: [Located<String>] = []
    var inside: [Located<String>] = []
    var isEnabled = true
    var isOnce = false
    var isOptional = false
    var when: Located<HookEntry.Ending>?
    var background: Located<HookEntry.Background>?

    static let table = KeyTable<HookDraft>(
        "a hook",
        [
            .required("on", HookKeys.on) { $0.patterns = $2.texts($1, atLeastOne: "pattern") },
            .optional("tagged", HookKeys.tagged) { $0.tagged = $2.texts($1, atLeastOne: "tag") },
            .optional("returns", HookKeys.returns) { $0.returns = $2.text($1) },
            .optional("takes", HookKeys.takes) { $0.takes = $2.texts($1, atLeastOne: "type") },
            .optional("where", HookKeys.condition) { $0.condition = $2.literal($1) },
            .optional("during", HookKeys.during) { $0.during = $2.texts($1, atLeastOne: "pattern") },
            .optional("name", HookKeys.name) { $0.name = $2.text($1) },
            .optional("before", HookKeys.before) { draft, field, reading in
                draft.hasPosition = true
                draft.before = reading.uses(field)
            },
            .optional("instead", HookKeys.instead) { draft, field, reading in
                draft.hasPosition = true
                draft.instead = reading.uses(field)
            },
            .optional("after", HookKeys.after) { draft, field, reading in
                draft.hasPosition = true
                draft.hasAfter = true
                draft.after = reading.uses(field)
            },
            .optional("order", HookKeys.order) { draft, field, reading in
                reading.finiteNumber(field).map { draft.order = $0 }
            },
            .optional("outside", HookKeys.outside) { $0.outside = $2.texts($1) },
            .optional("inside", HookKeys.inside) { $0.inside = $2.texts($1) },
            .optional("enabled", HookKeys.enabled) { draft, field, reading in
                reading.flag(field).map { draft.isEnabled = $0 }
            },
            .optional("once", HookKeys.once) { draft, field, reading in reading.flag(field).map { draft.isOnce = $0 } },
            .optional("optional", HookKeys.optional) { draft, field, reading in
                reading.flag(field).map { draft.isOptional = $0 }
            },
            .optional("background", BackgroundKeys.form) { $0.background = $2.background($1) },
            .optional("when", HookKeys.when) { draft, field, reading in
                draft.when = reading.word(field, of: HookEntry.Ending.self).map { Located($0, at: field.range) }
            },
        ])
}

extension HookKeys {
    /// A hook.
    static var form: JSONSchema { HookDraft.table.form.and(rules) }
}
