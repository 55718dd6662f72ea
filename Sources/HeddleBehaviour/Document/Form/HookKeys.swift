// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleSchema

/// What the keys of a hook are, for people and for the schema.
enum HookKeys {
    static let on = patterns(
        "Which actions it is around: a pattern or a list of them. `*` stands for any run of characters, `!` takes away, "
            + "`library:NAME.action` means all modules of a library.")

    static let during = patterns(
        "Takes part only in calls that are made inside of a call of such an action, on the same thread.")

    static let tagged = JSONSchema.textOrTexts(atLeast: 1)
        .described("Tags of which the action must have one; `!slow` is one that it must not have.")
    static let returns = JSONSchema.text.described("The C type that the action must return.")
    static let takes = JSONSchema.textOrTexts(atLeast: 1)
        .described("C types that the action must take, each as a parameter of its own.")
    static let condition = JSONSchema.defined(.argumentCondition)
        .described("What must hold for the arguments when the call begins: {\"argument.NAME\": {\"gt\": 5}}.")
    static let name = JSONSchema.text.described("A name for `outside` and `inside`, and for reports.")

    static let before = uses(
        .before,
        "Runs before the call: an aspect, `module.symbol`, {\"aspect\": options}, or a list of these, the first "
            + "outermost.")
    static let instead = uses(
        .instead,
        "Runs in the call's place, and may let it proceed: an aspect, `module.symbol`, {\"aspect\": options}, or "
            + "a list of these, the first outermost.")
    static let after = uses(
        .after,
        "Runs after the call, however it ended: an aspect, `module.symbol`, {\"aspect\": options}, or a list of "
            + "these, the first outermost.")

    static let order = JSONSchema.number.defaulting(to: .whole(0)).described("Where it stands: lower is further out.")
    static let outside = JSONSchema.textOrTexts(.nonEmpty.and(.defined(.hookName)))
        .described("The names of hooks that it stands outside of.")
    static let inside = JSONSchema.textOrTexts(.nonEmpty.and(.defined(.hookName)))
        .described("The names of hooks that it stands inside of.")
    static let enabled = JSONSchema.flag.defaulting(to: .bool(true)).described("False takes the hook out.")
    static let once = JSONSchema.flag.defaulting(to: .bool(false))
        .described("Runs in one call only, the first that reaches it.")
    static let optional = JSONSchema.flag.defaulting(to: .bool(false))
        .described("Lets the patterns match nothing, which is otherwise a mistake.")
    static let when = JSONSchema.words(of: HookEntry.Ending.self)
        .described("Which calls `after` sees: those that returned, or those that failed; all unless given.")

    /// How the keys of a hook depend on each other.
    static let rules = JSONSchema.all([
        .anything.when(.without("before"), .anything.when(.without("instead"), .having("after"))),
        .anything.when(.having("when"), .having("after")),
        .anything.when(inBackground, JSONSchema.having("after").and(notWaitedFor)),
    ])

    private static let inBackground = JSONSchema.having("background", JSONSchema().with("not", .just(.bool(false))))
    private static let notWaitedFor = JSONSchema().with(
        "properties",
        .object([
            .init("before", .bool(false)), .init("instead", .bool(false)),
            .init("after", JSONSchema.defined(.backgroundUses).described(afterInBackground).value),
        ]))

    private static let afterInBackground =
        "Runs after the call, which does not wait for it: `module.symbol`, or an aspect that only looks."

    private static func patterns(_ help: String) -> JSONSchema {
        .textOrTexts(.nonEmpty.and(.defined(.pattern)), atLeast: 1).described(help)
    }

    private static func uses(_ position: HookPosition, _ help: String) -> JSONSchema {
        .kind(.string, .object, .array).and(.defined(.uses(position))).described(help)
    }
}

/// What the keys of `background` are.
enum BackgroundKeys {
    static let background = JSONSchema.kind(.boolean, .object).defaulting(to: .bool(false))
        .described("Lets `after` run on a thread of its own, for which the call does not wait: true, or limits.")

    static let limit = JSONSchema.whole(1...10_000_000).described("How many calls may wait.")
    static let seconds = JSONSchema.number(0.001...86_400)
        .described("How many seconds it may look at one call at the end of a run.")
}
