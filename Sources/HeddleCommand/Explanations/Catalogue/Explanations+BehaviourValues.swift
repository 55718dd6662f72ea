// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let behaviourValues = [
        Explanation(
            "behaviour.unknown-reference", "A reference to a value that no step has saved before",
            """
            {"ref": "name"} stands for what an earlier step has saved under this name. No step before this one does:
            the name has a typing mistake, the step stands too late, or the "save" is missing.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    "steps": [
                -     { "call": "m.cos", "with": [0] },
                +     { "call": "m.cos", "with": [0], "save": "one" },
                      { "call": "m.cos", "with": [{ "ref": "one" }] } ] }
                """)),
        Explanation(
            "behaviour.unknown-path", "A path to no part of an outcome",
            """
            What "expect" and "save" speak of is a path: result, out.NAME for an out-parameter, errno, or failure.
            Anything else leads nowhere, and would never hold.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                -   "steps": [{ "call": "m.cos", "with": [0], "expect": { "value": 1 } }] }
                +   "steps": [{ "call": "m.cos", "with": [0], "expect": { "result": 1 } }] }
                """)),
        Explanation(
            "behaviour.bad-bytes", "Bytes that are neither base64 nor hexadecimal",
            """
            {"bytes": "…"} takes base64 in groups of four characters, {"hex": "…"} pairs of hexadecimal digits. A text
            that is meant as its own bytes is written without either.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": [
                      "int memcmp(_In_reads_(n) const void *a, _In_reads_(n) const void *b, size_t n)" ] } },
                -   "steps": [{ "call": "c.memcmp", "with": [{ "hex": "4x" }, "A", 1] }] }
                +   "steps": [{ "call": "c.memcmp", "with": [{ "hex": "41" }, "A", 1] }] }
                """)),
        Explanation(
            "behaviour.bad-pattern", "A pattern that is no regular expression",
            """
            The operator "matches" takes a regular expression, and this one cannot be read. In JSON each backslash of
            an expression is written twice.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": [
                      "const char *gnu_get_libc_version(void)" ] } },
                  "steps": [{ "call": "c.gnu_get_libc_version",
                -               "expect": { "result": { "matches": "[0-9" } } }] }
                +               "expect": { "result": { "matches": "[0-9]" } } }] }
                """)),
        Explanation(
            "behaviour.bad-hook", "A hook that could never run",
            """
            A hook needs "before", "instead" or "after", and "when", which chooses among outcomes, needs an "after".
            Otherwise it would stand in the file and do nothing.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                -   "hooks": [{ "on": "m.*", "before": "log", "when": "failed" }],
                +   "hooks": [{ "on": "m.*", "after": "log", "when": "failed" }],
                    "steps": [{ "call": "m.cos", "with": [0] }] }
                """)),
        Explanation(
            "behaviour.mixed-operators", "An object of operators with a key that is none",
            """
            A condition is a value, or an object whose keys are all operators. This object has a key that is no
            operator, and it cannot be a value either: the part of the call that it is held against is never an
            object. Mend the key, or take it out.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                -   "steps": [{ "call": "m.cos", "with": [0], "expect": { "result": { "gt": 0, "lte": 1 } } }] }
                +   "steps": [{ "call": "m.cos", "with": [0], "expect": { "result": { "gt": 0, "le": 1 } } }] }
                """)),
    ]
}
