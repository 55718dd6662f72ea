// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let tests = [
        Explanation(
            "test.no-cases", "There are no cases to run",
            """
            heddle test runs the cases of behaviours, and the files have none. Steps that stand in no case are run by
            heddle run. The exit status is 7, so that a file that has lost its cases does not pass for a tested one.
            """,
            .command(
                """
                  cat > numbers.json <<'END'
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": ["long labs(long n)"] } },
                -   "steps": [{ "call": "c.labs", "with": [-3], "expect": { "result": 3 } }] }
                +   "cases": [{ "name": "negative", "steps": [
                +     { "call": "c.labs", "with": [-3], "expect": { "result": 3 } }] }] }
                  END
                  heddle test numbers.json
                """)),
        Explanation(
            "test.nothing-matched", "No case has such a name and such a tag",
            """
            By --name and --tag cases are chosen, and none of the files has one that is meant by them. A name is that of
            a case, where * stands for any run of characters; with both options a case needs both. The nearest name or
            tag is suggested.
            """,
            .command(
                """
                  cat > numbers.json <<'END'
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": ["long labs(long n)"] } },
                    "cases": [{ "name": "negative", "steps": [
                      { "call": "c.labs", "with": [-3], "expect": { "result": 3 } }] }] }
                  END
                - heddle test numbers.json --name negativ
                + heddle test numbers.json --name 'negativ*'
                """)),
    ]
}
