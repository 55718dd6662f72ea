// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Reads a list of hooks; leaves out those with a mistake.
    fileprivate func hooks(_ field: Field) -> [HookEntry]? {
        guard let elements = list(field) else { return nil }
        return elements.compactMap { element in
            let entry = sound { hook(field.element(element)) }
            if let name = entry?.name { names.hooks.add(name, self) }
            if entry == nil { leftOut.hook = true }
            return entry
        }
    }

    private func hook(_ field: Field) -> HookEntry? {
        var entry = HookEntry(at: field.range)
        guard HookEntry.form.read(field, into: &entry, self) else { return nil }
        checkBackground(of: entry)
        checkTolerance(of: entry)
        return entry
    }

    /// A background hook has nothing that a call would have to wait for.
    private func checkBackground(of entry: HookEntry) {
        let others = [("before", entry.before), ("instead", entry.instead)].filter { !$0.1.isEmpty }.map(\.0)
        guard let background = entry.background, let other = others.first else { return }
        note(
            .badHook,
            "a hook in the background has only \"after\", found \"\(other)\": the call does not wait for it",
            at: background.range, label: "beside \"\(other)\"",
            suggestion: "write two hooks, one with \"\(other)\" and one in the background")
    }

    /// An `instead` hook that failed has left the call without a result.
    private func checkTolerance(of entry: HookEntry) {
        guard let tolerance = entry.tolerance, !entry.instead.isEmpty else { return }
        note(
            .badHook, "a hook that is tolerated has only \"before\" and \"after\", found \"instead\"",
            at: tolerance.range, label: "beside \"instead\"",
            suggestion: "write two hooks, one with \"instead\" and one that is tolerated")
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
        return HookUse(name: Located(member.name, at: member.nameRange), options: member.value)
    }

    /// `true`, or an object with limits; nil where it is `false`, or after a mistake.
    fileprivate func background(_ field: Field) -> HookEntry.Background? {
        var background = HookEntry.Background()
        switch field.node.content {
        case .bool(let isAsked): return isAsked ? background : nil
        case .object: HookEntry.Background.form.read(field, into: &background, self)
        default:
            wrongType(field, expected: "true or an object")
            return nil
        }
        return background
    }

    /// `true`, or an object with a limit; nil where it is `false`, or after a mistake.
    fileprivate func tolerance(_ field: Field) -> HookEntry.Tolerance? {
        var tolerance = HookEntry.Tolerance()
        switch field.node.content {
        case .bool(let isAsked): return isAsked ? tolerance : nil
        case .object: HookEntry.Tolerance.form.read(field, into: &tolerance, self)
        default:
            wrongType(field, expected: "true or an object")
            return nil
        }
        return tolerance
    }
}

// MARK: Form

extension HookEntry {
    /// The keys of a hook.
    static let form = KeyTable<HookEntry>(
        "a hook",
        [
            .required(
                "on", \.patterns, .patterns,
                "The actions to hook: a pattern or a list of patterns. `*` stands for any characters, `!` excludes, "
                    + "`library:NAME.action` means all modules of a library."),
            .optional(
                "tagged", \.tagged, .texts(atLeastOne: "tag"),
                "Tags: the action must have one of these, and none that is written with `!`, as in `!slow`."),
            .optional("returns", \.returns, .text, "The C type that the action must return."),
            .optional(
                "takes", \.takes, .texts(atLeastOne: "type"),
                "C types: the action must have a parameter of its own for each."),
            .optional(
                "where", \.condition, .literal.schema { _ in .defined(.argumentCondition) },
                "Conditions on the arguments when the call begins: {\"argument.NAME\": {\"gt\": 5}}."),
            .optional(
                "during", \.during, .patterns,
                "Applies only to calls made during a call of such an action, on the same thread."),
            .optional("name", \.name, .text, "A name for `outside` and `inside`, and for reports."),
            .optional("before", \.before, .uses(.before), "Runs before the call: \(forms)"),
            .optional(
                "instead", \.instead, .uses(.instead),
                "Runs in place of the call, and may let it proceed: \(forms)"),
            .optional("after", \.after, .uses(.after), "Runs after the call, however it ended: \(forms)"),
            .optional("order", \.order, .number, "The position among hooks: lower is further out."),
            .optional("outside", \.outside, .hookNames, "The names of hooks that must be further in."),
            .optional("inside", \.inside, .hookNames, "The names of hooks that must be further out."),
            .optional("enabled", \.isEnabled, .flag, "False switches the hook off."),
            .optional("once", \.isOnce, .flag, "Runs in one call only, the first that reaches it."),
            .optional(
                "outermost", \.isOutermost, .flag,
                "Takes part only in calls that are not made inside of a call of the same action, on the same thread."),
            .optional(
                "reentrant", \.isReentrant, .flag, "Takes part also in calls that the hook's own code makes."),
            .optional(
                "tolerate", \.tolerance, .located(.tolerance),
                "The hook's failures are logged and do not fail the call: true, or a limit."),
            .optional(
                "atMost", \.most, .located(.whole(0...Int.max)),
                "The largest number of actions that the hook may be around; more are an error."),
            .optional(
                "optional", \.isOptional, .flag, "Allows the patterns to match nothing, which is otherwise an error."),
            .optional(
                "background", \.background, .located(.background),
                "Runs `after` on its own thread, without delaying the call: true, or limits."),
            .optional(
                "when", \.when, .word,
                "The calls that `after` sees: those that returned, or those that failed; all by default."),
        ],
        rules: [
            .anyOf([\.before, \.instead, \.after]),
            .needs(\.when, with: \.after, because: "chooses among the calls that \"after\" sees"),
            .other(.anything.when(inBackground, JSONSchema.having("after").and(notWaitedFor))),
            .other(.anything.when(tolerated, .lacking(["instead"]))),
        ], initial: HookEntry(at: SourceRange(SourceText(name: "", ""), 0..<0)))

    private static let forms =
        "an aspect, `module.symbol`, {\"aspect\": options}, or a list of these, the first outermost."

    private static let inBackground = JSONSchema.having("background", JSONSchema().with("not", .just(.bool(false))))
    private static let tolerated = JSONSchema.having("tolerate", JSONSchema().with("not", .just(.bool(false))))
    private static let notWaitedFor = JSONSchema().with(
        "properties",
        .object([
            .init("before", .bool(false)), .init("instead", .bool(false)),
            .init(
                "after",
                JSONSchema.defined(.backgroundUses).described(
                    "Runs after the call, on its own thread: `module.symbol`, or an aspect that only looks."
                ).value),
        ]))
}

extension HookEntry.Background {
    /// The keys of `background`.
    fileprivate static let form = KeyTable<HookEntry.Background>(
        "a background",
        [
            .optional("limit", \.limit, .whole(1...10_000_000), "The maximum number of waiting calls."),
            .optional(
                "seconds", \.seconds, .number(0.001...86_400),
                "The time limit in seconds for one call, at the end of a run."),
        ])
}

extension HookEntry.Tolerance {
    /// The keys of `tolerate`.
    fileprivate static let form = KeyTable<HookEntry.Tolerance>(
        "a tolerance",
        [.optional("failures", \.failures, .whole(1...Int.max), "Pauses the hook at so many failures.")])
}

extension FieldType where Read == [HookEntry], Reader == BehaviourReader {
    /// A list of hooks.
    static var hooks: Self { Self(.list(of: .kind(.object).and(.defined(.hook)))) { $1.hooks($0) } }
}

extension FieldType where Read == [HookUse], Reader == BehaviourReader {
    /// The hooks of a position.
    fileprivate static func uses(_ position: HookPosition) -> Self {
        Self(JSONSchema.kind(.string, .object, .array).and(.defined(.uses(position)))) { $1.uses($0) }
    }
}

extension FieldType where Read == HookEntry.Background, Reader == BehaviourReader {
    static var background: Self {
        Self(
            JSONSchema.kind(.boolean, .object).defaulting(to: .bool(false)).and(HookEntry.Background.form.schema)
        ) { $1.background($0) }
    }
}

extension FieldType where Read == HookEntry.Tolerance, Reader == BehaviourReader {
    fileprivate static var tolerance: Self {
        Self(
            JSONSchema.kind(.boolean, .object).defaulting(to: .bool(false)).and(HookEntry.Tolerance.form.schema)
        ) { $1.tolerance($0) }
    }
}

extension FieldType where Read == [Located<String>], Reader == BehaviourReader {
    fileprivate static var patterns: Self { texts(.nonEmpty.and(.defined(.pattern)), atLeastOne: "pattern") }
    fileprivate static var hookNames: Self { texts(.nonEmpty.and(.defined(.hookName))) }
}
