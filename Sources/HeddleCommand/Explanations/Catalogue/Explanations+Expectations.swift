// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let expectations = [
        Explanation(
            "constant.unknown", "A name that is no constant of the module",
            """
            Where a number is wanted the name of a constant may stand: one of an enumeration that the module's
            declarations have, or one of its bindings. This one is neither. A text cannot stand there otherwise.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": [
                      "enum kind { DIGIT = 2048 }", "int abs(enum kind k)" ] } },
                -   "steps": [{ "call": "c.abs", "with": ["DIGITS"] }] }
                +   "steps": [{ "call": "c.abs", "with": ["DIGIT"] }] }
                """)),
        Explanation(
            "expect.never", "An expectation that can never hold",
            """
            By its declaration the part is never what is expected of it: it is of another sort, as a number is that is
            held against a text; the number is out of its type's range; an enumeration is asked for an order, which it
            does not have; or two operators contradict each other, as "gt": 10 and "lt": 5 do. Whatever the call
            returns, the expectation would fail, so the file is wrong.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": ["long labs(long n)"] } },
                -   "steps": [{ "call": "c.labs", "with": [-3], "expect": { "result": "3" } }] }
                +   "steps": [{ "call": "c.labs", "with": [-3], "expect": { "result": 3 } }] }
                """)),
        Explanation(
            "expect.always", "An expectation that can never fail",
            """
            By its declaration the part meets the expectation whatever the call returns, such as an unsigned number
            that is to be at least 0, a bool that is to be one of both, or one that is not to be what it never is. It
            tells nothing, and probably something else was meant.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": ["size_t strlen(const char *text)"] } },
                -   "steps": [{ "call": "c.strlen", "with": ["abc"], "expect": { "result": { "ge": 0 } } }] }
                +   "steps": [{ "call": "c.strlen", "with": ["abc"], "expect": { "result": { "ge": 1 } } }] }
                """)),
        Explanation(
            "step", "A step that cannot be planned",
            """
            A step was left out of the plan, and no reason was given. This is a mistake of Heddle itself: tell its
            authors, with the behaviour.
            """),
        Explanation(
            "unknown", "Something is wrong, and nobody has said what",
            """
            An error came without a diagnostic in it. This is a mistake of Heddle itself: tell its authors what you
            did.
            """),
    ]
}
