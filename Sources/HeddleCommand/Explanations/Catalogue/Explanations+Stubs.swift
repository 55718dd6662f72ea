// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let stubs = [
        Explanation(
            "record.stub", "No answers can stand in the place of this module",
            """
            heddle record --stub names a module of the behaviour in whose place answers are written. It must have a
            library, which is recorded; none of its functions may be a hook of the behaviour, as hooks are not
            recorded; and all its actions must let hooks be around them. With --stubs all modules of that kind are
            meant.
            """,
            .command(
                """
                  cat > abs.json <<'END'
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
                    "steps": [{ "call": "c.abs", "with": [-3] }] }
                  END
                - heddle record abs.json --stub libc -o stubbed.json
                + heddle record abs.json --stub c -o stubbed.json
                """)),
        Explanation(
            "record.callback", "A function that is no longer called",
            """
            The module called a function that it was given in a structure. An answer in its place calls functions that
            are arguments by themselves, and none in structures, so that the recording with stubs expects no such
            calls. Record without stubs where they matter.
            """),
        Explanation(
            "call.unanswered", "A call that comes to nothing",
            """
            The module has no "library", so that its actions are only declared, and this one has no hook with
            "instead" around it that could answer. Name the library, or add a hook, such as one with the aspect answer.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "shop": { "declarations": ["int price(const char *name)"] } },
                +   "hooks": [{ "on": "shop.price", "instead": { "answer": { "result": 42 } } }],
                    "steps": [{ "call": "shop.price", "with": ["Ada"] }] }
                """)),
    ]

    static let answerFailures = [
        Explanation(
            "unexpectedCall", "A call that was not recorded",
            """
            The aspect answer has recorded "calls", and gives each answer once, in order unless "ordered" is false.
            None fits this call: its arguments are others, another call comes next, or all are used up. The message has
            the recorded call that is nearest, where it stands, whether it was used up, and what differs.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "shop": { "declarations": ["int price(const char *name)"] } },
                    "hooks": [{ "on": "shop.price", "instead": { "answer": { "calls": [
                      { "call": "shop.price", "with": ["Ada"], "result": 42 } ] } } }],
                -   "steps": [{ "call": "shop.price", "with": ["Bob"] }] }
                +   "steps": [{ "call": "shop.price", "with": ["Ada"] }] }
                """)),
        Explanation(
            "noLibrary", "No hook has answered for a module without a library",
            """
            The module has no "library": its actions are only declared, and hooks answer for them. The hooks around
            this action let the call proceed, and there is nothing behind them. Let one of them answer every call, or
            name the library.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "shop": { "declarations": ["int price(const char *name)"] } },
                -   "hooks": [{ "on": "shop.price", "instead": { "answer": { "results": [42], "then": "proceed" } } }],
                +   "hooks": [{ "on": "shop.price", "instead": { "answer": { "results": [42], "then": "last" } } }],
                    "steps": [{ "call": "shop.price", "with": ["Ada"] }, { "call": "shop.price", "with": ["Bob"] }] }
                """)),
    ]
}
