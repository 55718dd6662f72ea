// SPDX-License-Identifier: Apache-2.0

/// The scripts that the engine is proved with.
enum Mixes {
    private typealias Deed = Script.Deed

    /// The possible acts of a `before`, an `instead` and an `after`.
    private static let befores: [Deed] = [.passes, .fails, .reenters, .removesItself, .addsAnother]
    private static let insteads = Deed.allCases
    private static let afters: [Deed] = [.passes, .fails, .answers, .reenters, .removesItself, .addsAnother]
    /// Hooks that neither call nor change anything: enough to tell any two orders of events apart.
    private static let plainInsteads: [Deed] = [.passes, .fails, .answers, .proceeds, .proceedsTwice]
    private static let plainAfters: [Deed] = [.passes, .fails, .answers]

    /// Everything that one hook can do.
    static let everything = scripts(befores, insteads, afters, Script.Condition.allCases)

    /// Every deed in every position, and every mix of plain deeds in several positions.
    static let deedsAndPlainMixes =
        singles + pairs(befores, afters)
        + scripts([.passes, .fails], plainInsteads, plainAfters, Script.Condition.allCases).filter {
            !singles.contains($0)
        }

    /// Every kind of hook with every deed: before, after, instead, both, after-returned and after-failed.
    static let kindsWithDeeds =
        singles.filter { $0.condition == .always || isPlain($0) }
        + pairs(
            [.passes, .fails], plainAfters)
        + [.reenters, .removesItself, .addsAnother].map {
            Script(before: $0, after: $0)
        }

    /// Every kind with the deeds that decide how the others fare.
    static let kindsWithDecisions =
        [.passes, .fails].map { Script(before: $0) }
        + [.passes, .proceeds, .proceedsTwice].map { Script(instead: $0) }
        + scripts([], [], [.passes, .fails], [.always, .returned]) + scripts([], [], [.fails, .answers], [.failed])
        + [(.passes, .passes), (.fails, .passes), (.passes, .fails)].map { Script(before: $0, after: $1) }

    /// A hook of each kind that lets everything pass.
    static let passing =
        [Script(before: .passes), Script(instead: .proceeds), Script(before: .passes, after: .passes)]
        + Script.Condition.allCases.map { Script(after: .passes, condition: $0) }

    /// Every kind that calls, or changes the hooks.
    static let stirring: [Script] = [.reenters, .removesItself, .addsAnother].flatMap { deed in
        [Script(before: deed), Script(instead: deed), Script(before: deed, after: deed)]
            + Script.Condition.allCases.map { Script(after: deed, condition: $0) }
    }

    private static let singles =
        befores.map { Script(before: $0) } + insteads.map { Script(instead: $0) }
        + Script.Condition.allCases.flatMap { condition in afters.map { Script(after: $0, condition: condition) } }

    private static func isPlain(_ script: Script) -> Bool {
        ![.reenters, .removesItself, .addsAnother].contains(script.after)
    }

    private static func pairs(_ befores: [Deed], _ afters: [Deed]) -> [Script] {
        befores.flatMap { before in afters.map { Script(before: before, after: $0) } }
    }

    /// Every mix of these, and of nothing in their places.
    private static func scripts(
        _ befores: [Deed], _ insteads: [Deed], _ afters: [Deed], _ conditions: [Script.Condition]
    ) -> [Script] {
        var scripts: [Script] = []
        for before in [nil] + befores {
            for instead in [nil] + insteads {
                scripts.append(Script(before: before, instead: instead))
                for after in afters {
                    scripts += conditions.map {
                        Script(before: before, instead: instead, after: after, condition: $0)
                    }
                }
            }
        }
        return scripts.filter { $0 != Script() }
    }
}
