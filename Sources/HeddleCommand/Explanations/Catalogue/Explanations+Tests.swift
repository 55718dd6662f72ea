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
            "test.nothing-matched", "No case is what was asked for",
            """
            By --name and --tag cases are chosen, and none of the files has one that is meant by them. A name is that of
            a case, where * stands for any run of characters; with both options a case needs both, and
            how many have one of the two is said. The nearest name or tag is suggested.
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
        Explanation(
            "test.bad-end", "A process that runs no case does not end in order",
            """
            heddle test runs cases in processes of their own. When all cases have run, such a process ends as any other:
            what libraries have left to be done at that point, by atexit or by destructors, is done then. This one
            crashed in it, ended with another status than 0, or did not end within five seconds; or it ended between
            two cases, by a thread that a module has started; or while it loaded the modules of a file of which no case
            was to run. The cases stand as they are told; the exit status is 5.
            Under a sanitizer, leaks that it finds show up here.
            """,
            .command(
                """
                  cat > last.c <<'END'
                  #include <stdlib.h>
                - __attribute__((destructor)) static void end(void) { abort(); }
                + __attribute__((destructor)) static void end(void) {}
                  int one(void) { return 1; }
                  END
                  cc -shared -fPIC last.c -o last.so
                  cat > last.json <<'END'
                  { "behaviour": 1,
                    "modules": { "last": { "library": "./last.so", "declarations": ["int one(void)"] } },
                    "cases": [{ "name": "one", "steps": [{ "call": "last.one", "expect": { "result": 1 } }] }] }
                  END
                  heddle test last.json
                """)),
        Explanation(
            "test.changed", "A case is not there any more",
            """
            A process that runs cases reads the files again that a behaviour includes. Somebody has changed one of them
            since the run began and was found to be right, and a case that is to be run is not in it any more. The
            behaviour itself is handed over as it was. Run the cases again.
            """),
        Explanation(
            "test.no-worker", "No process can be started for a case or a recording",
            """
            heddle test and heddle record run in processes of their own what they run, and the system refused to start
            one: there are too many processes or open files, or there is too little memory, and the message says which.
            The exit status is 8. With fewer --jobs less is needed; with --in-process heddle test runs cases in the
            command's own process, in which a crash ends the run.
            """),
    ]
}
