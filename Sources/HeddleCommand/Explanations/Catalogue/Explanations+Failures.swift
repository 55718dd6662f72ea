// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let failures = ExplanationGroup(
        "Failures of calls that Heddle makes",
        [
            Explanation(
                "unsuccessful", "The result says that the call failed",
                """
                The declaration of the action says by _Success_ which results are success, and it returned another
                one. C functions mostly leave the reason in errno, which is shown with the call.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "c": { "library": "libc.so.6", "declarations": [
                          "_Success_(return == 0) int chdir(const char *path)" ] } },
                    -   "steps": [{ "call": "c.chdir", "with": ["/nowhere"] }] }
                    +   "steps": [{ "call": "c.chdir", "with": ["/"] }] }
                    """)),
            Explanation(
                "exception", "An exception left the action",
                """
                The code of a module threw an exception and nobody in it caught that. Heddle catches it at the
                boundary, and the message has its text. A module does better to catch what it expects and to say fail
                with a code of its own.
                """,
                .module(
                    """
                      #include <heddle/module.h>
                      #include <stdexcept>

                      HEDDLE_MODULE("example", "1.0.0")
                      HEDDLE_ACTION(int, act, void)

                      int act() {
                    -     throw std::runtime_error("nothing left");
                    +     return 1;
                      }
                    """)),
            Explanation(
                "failed", "A module failed without a code",
                """
                A module said that the call failed and gave no code. Its message is there; but only a code can be
                expected, retried on or looked up. The mend is the module's: name the failure.
                """,
                .module(
                    """
                      #include <heddle/module.h>

                      HEDDLE_MODULE("example", "1.0.0")
                      HEDDLE_ACTION(int, act, void)

                      int act() {
                    -     heddle->fail("", "nothing left");
                    +     heddle->fail("outOfStock", "nothing left");
                          return 0;
                      }
                    """)),
            Explanation(
                "argument", "A saved value does not fit, or was not saved",
                """
                A value that an earlier step has saved became known only in the run. It does not fit the declaration,
                as a number out of range, or there is none, since the step that saves it failed or was skipped. The
                call is not made. Expect in the earlier step what the later one needs.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "c": { "library": "libc.so.6", "declarations": [
                          "long labs(long n)", "int abs(int n)" ] } },
                        "steps": [
                    -     { "call": "c.labs", "with": [3000000000], "save": "number" },
                    +     { "call": "c.labs", "with": [2000000000], "save": "number" },
                          { "call": "c.abs", "with": [{ "ref": "number" }] } ] }
                    """)),
            Explanation(
                "action", "An action that an aspect asked cannot be called",
                """
                An aspect, such as guard, asks an action of a module, and that could not be bound: the library does
                not have it, or its declaration cannot be called. Call the action in a step to see why.
                """),
            Explanation(
                "release", "A pointer cannot be given back",
                """
                At the end of a run what is left is released by the function that _Free_ names, and that could not be
                bound as a function of one pointer. It shows in the message of handle.unreleased. Call the function in
                a step to see why.
                """),
            Explanation(
                "noResult", "An instead hook gave no result",
                """
                What stands in the place of an action must come to something: it proceeds to the action, or sets a
                result, or fails. This hook returned without any of them, and a result is never made up.
                """,
                .program(
                    """
                      let token = try host.hook("m.cos", .instead) { call in
                    +     call.proceed()
                      }
                    """)),
            Explanation(
                "unknownFunction", "The module calls a function of the host that this Heddle does not have",
                """
                The table of the host's functions grows with each contract. The module was built with a newer one than
                this Heddle has, and calls a function behind the table's end. Use a newer Heddle; or ask HEDDLE_HAS
                before the call, where the module can do without the function.
                """,
                .module(
                    """
                      #include <heddle/module.h>

                      HEDDLE_MODULE("example", "1.0.0")
                      HEDDLE_ACTION(int, act, void)

                    - typedef void (*later)(void);
                    - int act(void) { return (*reinterpret_cast<const later *>(heddle + 1))(), 1; }
                    + int act(void) { return heddle->log(HEDDLE_INFO, "act"), 1; }
                    """)),
            Explanation(
                "noInstance", "The module made no instance and gave no reason",
                """
                The function that makes a module's instance returned null and did not say why, so that the module
                cannot be used. It shows in the message of module.instance. The mend is the module's: fail with a
                reason.
                """,
                .module(
                    """
                      #include <heddle/module.h>

                      HEDDLE_MODULE("example", "1.0.0")
                      HEDDLE_INSTANCE(example, example_create, example_destroy)
                      HEDDLE_ACTION(int, act, _Self_ example *self)

                      struct example {};
                      example *example_create(const heddle_config *) {
                    +     heddle->fail("noLicence", "there is no licence for it");
                          return nullptr;
                      }
                      void example_destroy(example *) {}
                      int act(example *) { return 1; }
                    """)),
        ] + aspectFailures + answerFailures)
}
