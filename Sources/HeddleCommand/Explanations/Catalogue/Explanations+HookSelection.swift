// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let hookSelection = [
        Explanation(
            "hook.not-allowed", "A hook around an action that does not allow it",
            """
            The declaration of the action says _Unhookable_ or _ObserveOnly_, or the file's "mayHook" does not let the
            hook's module be there. Where a pattern with a * covers the action, the hook is just not there; this one
            gives its whole name. Take the action out of the patterns.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": [
                      "_Unhookable_ double cos(double x)", "double sin(double x)" ] } },
                -   "hooks": [{ "on": ["m.cos", "m.sin"], "before": "log" }],
                +   "hooks": [{ "on": "m.sin", "before": "log" }],
                    "steps": [{ "call": "m.cos", "with": [0] }] }
                """)),
        Explanation(
            "hook.passed-over", "A hook that does not fit all that its patterns cover",
            """
            What the hook runs fits some of the actions that a * covers and not others: a function takes parameters
            that they do not have, or an aspect cannot deal with what they return. It is not around these. Where a
            pattern gives an action its whole name, that is a mistake; here it is only worth a look. `heddle plan`
            shows each call that has the hook and each that has not. Patterns that begin with ! make it plain.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": [
                      "double cos(double x)", "double frexp(double x, _Out_ int *exponent)" ] } },
                -   "hooks": [{ "on": "m.*", "instead": "cache" }],
                +   "hooks": [{ "on": ["m.*", "!m.frexp"], "instead": "cache" }],
                    "steps": [{ "call": "m.cos", "with": [0] }] }
                """)),
        Explanation(
            "hook.where", "A condition that the calls cannot meet",
            """
            "where" holds the arguments of a call against values, as in {"argument.x": {"gt": 1}}. This one names no
            part of a call, one that there is not before the call, an argument that the action does not have, a name
            that no constant of the module has, or compares what cannot be compared; or no call would ever meet it.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                -   "hooks": [{ "on": "m.cos", "before": "log", "where": { "argument.y": { "gt": 1 } } }],
                +   "hooks": [{ "on": "m.cos", "before": "log", "where": { "argument.x": { "gt": 1 } } }],
                    "steps": [{ "call": "m.cos", "with": [0] }] }
                """)),
        Explanation(
            "hook.type", "A type that no module knows",
            """
            "returns" and "takes" choose actions by C types, which count by what they are. This text is no type, or is
            the name of one that no module of the file declares, so that the hook would be around nothing.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                -   "hooks": [{ "on": "m.*", "before": "log", "returns": "real" }],
                +   "hooks": [{ "on": "m.*", "before": "log", "returns": "double" }],
                    "steps": [{ "call": "m.cos", "with": [0] }] }
                """)),
        Explanation(
            "hook.tag", "A tag that no action has",
            """
            "tagged" chooses actions by the tags that their declarations give them, as in _Tags_(money, slow). No
            action of any module has this one, so that the hook would be around nothing.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": [
                      "_Tags_(even) double cos(double x)" ] } },
                -   "hooks": [{ "on": "m.*", "before": "log", "tagged": "evven" }],
                +   "hooks": [{ "on": "m.*", "before": "log", "tagged": "even" }],
                    "steps": [{ "call": "m.cos", "with": [0] }] }
                """)),
        Explanation(
            "policy.unknown-module", "A permission for a module that the file does not have",
            """
            "mayHook" says by name which modules may hook which actions. There is no module of this name, so that a
            permission, or a ban, would go to nobody. The module that was meant is mostly one letter away.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                -   "policy": { "mayHook": { "n": [], "*": [] } },
                +   "policy": { "mayHook": { "m": [], "*": [] } },
                    "steps": [{ "call": "m.cos", "with": [0] }] }
                """)),
    ]
}
