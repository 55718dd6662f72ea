// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let hooks = ExplanationGroup(
        "Hooks",
        [
            Explanation(
                "hook.matches-nothing", "A pattern that matches no action",
                """
                A hook that is around nothing would stand in the file and do nothing, mostly for a typing mistake.
                Mend the pattern; or say "optional": true where it may match nothing, which is then worth a notice.
                Where actions were near, the message says what they lack.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m.cosine", "before": "log" }],
                    +   "hooks": [{ "on": "m.cos", "before": "log" }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "hook.pattern", "A text that is no pattern",
                """
                A pattern is module.action, where * stands for any run of characters inside a name, ! in front takes
                away, and library:NAME.action means all modules that are made from one library.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m", "before": "log" }],
                    +   "hooks": [{ "on": "m.*", "before": "log" }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "hook.unknown", "A hook that is neither an aspect nor a function",
                """
                What runs in a hook is one of Heddle's aspects, such as log or time, or a function of a module of this
                file, written module.symbol. There is neither of this name.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m.*", "before": "lgo" }],
                    +   "hooks": [{ "on": "m.*", "before": "log" }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "hook.shape", "A function that does not fit the action that it hooks",
                """
                A plain C function serves as a hook when its parameters are the first ones of the action, with the
                same types; in place of the action it needs all of them and the same result. Otherwise it would read
                what was never passed.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": [
                          "double cos(double x)", "double sin(double x)", "float sinf(float x)" ] } },
                    -   "hooks": [{ "on": "m.cos", "instead": "m.sinf" }],
                    +   "hooks": [{ "on": "m.cos", "instead": "m.sin" }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "hook.options", "Options given to a function",
                """
                Aspects take options; a function of a module gets the call and nothing else. What the function needs
                belongs into the "config" of its module.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": [
                          "double cos(double x)", "double sin(double x)" ] } },
                    -   "hooks": [{ "on": "m.cos", "before": { "m.sin": { "level": "debug" } } }],
                    +   "hooks": [{ "on": "m.cos", "before": "m.sin" }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "hook.order", "Hooks that contradict each other about their order",
                """
                By "outside" and "inside" hooks say where they stand to each other, and around this action these
                wishes run in a circle, which the message names. No order meets all of them; take one of them out.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                        "hooks": [
                          { "name": "a", "on": "m.*", "before": "log", "outside": "b" },
                    -     { "name": "b", "on": "m.*", "after": "count", "outside": "a" } ],
                    +     { "name": "b", "on": "m.*", "after": "count" } ],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "hook.unknown-neighbour", "An order relative to a hook that does not exist",
                """
                "outside" and "inside" name other hooks of the file by their "name". There is none of this name, so
                that the wish would be without effect.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m.*", "before": "log", "outside": "counter" }],
                    +   "hooks": [{ "on": "m.*", "before": "log" }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
        ] + hookSelection + backgroundHooks)
}
