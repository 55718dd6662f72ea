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
            By its declaration the part is of another sort than what is expected of it, such as a number that is held
            against a text; or an enumeration is asked for an order, which it does not have. Whatever the call
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
