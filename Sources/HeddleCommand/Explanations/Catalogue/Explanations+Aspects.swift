// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let aspects = ExplanationGroup(
        "Aspects",
        [
            Explanation(
                "aspect.unknown", "An aspect that does not exist",
                """
                A program has asked the catalogue for an aspect of a name that it does not have; in a behaviour the
                same mistake is hook.unknown. The message lists those that there are.
                """),
            Explanation(
                "aspect.position", "An aspect in a position where it makes no sense",
                """
                Some aspects make sense in some positions only: cache answers in place of the action, so it stands as
                an "instead"; what guards a call stands before it. The message says where it can be.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m.*", "before": "cache" }],
                    +   "hooks": [{ "on": "m.*", "instead": "cache" }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "aspect.options", "Options that are no object",
                """
                The options of an aspect are an object with the names of the options. An aspect without options stands
                by its name alone.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m.*", "before": { "log": "debug" } }],
                    +   "hooks": [{ "on": "m.*", "before": { "log": { "level": "debug" } } }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "aspect.unknown-option", "An option that the aspect does not have",
                """
                The aspect has no option of this name, which would be without effect. The message lists those that it
                has. "description" and names that begin with x- are free.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m.*", "before": { "log": { "levl": "debug" } } }],
                    +   "hooks": [{ "on": "m.*", "before": { "log": { "level": "debug" } } }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "aspect.option", "An option that is not what it has to be",
                """
                The option is of another kind than it has to be, out of its range, not one of its words, or
                contradicts another option. A duration is a text with its unit, such as "20 ms".
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m.*", "before": { "delay": { "for": 20 } } }],
                    +   "hooks": [{ "on": "m.*", "before": { "delay": { "for": "20 ms" } } }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "aspect.missing-option", "An option that the aspect cannot do without",
                """
                Without this option, or one of several, the aspect would not know what to do: how long to wait, what
                to let pass.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m.*", "before": "delay" }],
                    +   "hooks": [{ "on": "m.*", "before": { "delay": { "for": "20 ms" } } }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "aspect.unfit", "An aspect that does not fit an action",
                """
                The aspect or its options are right, and this action is not one for them: its declaration has no such
                argument, another result, or says that a call has effects that an answer from a cache would leave out.
                Take the action out of the patterns, or mend the option.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m.cos", "instead": { "answer": { "result": "one" } } }],
                    +   "hooks": [{ "on": "m.cos", "instead": { "answer": { "result": 1 } } }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
        ])
}
