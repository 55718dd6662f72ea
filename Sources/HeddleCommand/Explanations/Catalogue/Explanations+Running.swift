// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let running = ExplanationGroup(
        "What a run finds out",
        [
            Explanation(
                "expectation.failed", "An expectation did not hold",
                """
                The call was made, and a part of its outcome is not what the step expects; both are shown, with what
                differs in them, where saved values came from and which hooks were around the call. It is told on
                standard error; with --json it is an event of its own, whose "held" is false. Either the code or the
                expectation is wrong. Numbers that are computed are better held against {"near": [value, tolerance]}.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "steps": [{ "call": "m.cos", "with": [0], "expect": { "result": 0 } }] }
                    +   "steps": [{ "call": "m.cos", "with": [0], "expect": { "result": 1 } }] }
                    """)),
            Explanation(
                "call.failed", "A call failed of which nothing was expected",
                """
                Reports of cases count a call that failed as a fault, unless the step expects a "failure". The failure
                has a code of its own, which is shown behind it; with --json the call's event has the status failed.
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
                "aspect.expectation", "What an aspect expected did not hold",
                """
                The aspect expectCalls has counted the calls of an action, or noted their order, and at the end of the
                run it is not what its options say. Either a call is missing or too many, or the options are wrong.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "hooks": [{ "on": "m.cos", "before": { "expectCalls": { "times": 2 } } }],
                    +   "hooks": [{ "on": "m.cos", "before": { "expectCalls": { "times": 1 } } }],
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "handle.unreleased", "A handle that was never given back",
                """
                _Free_ in a declaration says that a pointer becomes the caller's, and which function releases it. At
                the end of the run nobody had called that. It is a warning; call the function with the saved handle.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "c": { "library": "libc.so.6", "declarations": [
                          "_Free_(fclose) FILE *tmpfile(void)", "int fclose(FILE *stream)" ] } },
                        "steps": [
                    -     { "call": "c.tmpfile" } ] }
                    +     { "call": "c.tmpfile", "save": "file" },
                    +     { "call": "c.fclose", "with": [{ "ref": "file" }] } ] }
                    """)),
            Explanation(
                "step.never-saved", "A step of \"always\" refers to what was never saved",
                """
                Steps under "always" run whatever became of the others. This one is about a value that a step saves
                which failed or was never reached, so there is nothing to clean up, and it is not called. It is a
                warning; what went wrong before it says why.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "c": { "library": "libc.so.6", "declarations": [
                          "_Success_(return == 0) int chdir(const char *path)",
                          "_Free_(fclose) FILE *tmpfile(void)", "int fclose(FILE *stream)" ] } },
                        "steps": [
                    -     { "call": "c.chdir", "with": ["/nowhere"] },
                    +     { "call": "c.chdir", "with": ["/"] },
                          { "call": "c.tmpfile", "save": "file" } ],
                        "always": [{ "call": "c.fclose", "with": [{ "ref": "file" }] }] }
                    """)),
            Explanation(
                "callback.late", "A callback was called after it was closed",
                """
                A function that Heddle makes for a callback does what its answers say until its call has returned,
                unless its "lifetime" says longer. The library has kept it and called it later; it then returned
                "afterwards", or zero. It is a warning; give the lifetime that the library means.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "c": { "library": "libc.so.6", "declarations": [
                          "typedef void (*handler)(int number)", "handler signal(int number, _Retained_ handler act)",
                          "int raise(int number)" ] } },
                        "steps": [
                    -     { "call": "c.signal", "with": [10, { "callback": {} }] },
                    +     { "call": "c.signal", "with": [10, { "callback": { "lifetime": "forever" } }] },
                          { "call": "c.raise", "with": [10] } ] }
                    """)),
            Explanation(
                "call.left", "Native code jumped out of a call that has hooks",
                """
                A function that a hooked call runs has called longjmp, as the errors of Lua, libpng and libjpeg do, or
                has ended its thread. The call never came back, so no after hook has run behind it and nothing has
                counted it; the run goes on where the jump has led. It is a warning. Hook the call that the library
                jumps back into, which does return.
                """,
                .module(
                    """
                      #include <heddle/module.h>
                      #include <setjmp.h>
                      HEDDLE_MODULE("example", "1.0.0")
                      HEDDLE_ACTION(void, act, void)
                      HEDDLE_ACTION(void, give_up, void)
                      HEDDLE_HOOK(watch)
                    - static jmp_buf start;
                      extern "C" void act() {
                    -     if (setjmp(start) == 0) heddle->call(heddle->find("example.give_up", "void give_up(void)"), 0, 0);
                    +     heddle->call(heddle->find("example.give_up", "void give_up(void)"), 0, 0);
                      }
                    - extern "C" void give_up() { longjmp(start, 1); }
                    + extern "C" void give_up() { heddle->fail("gaveUp", "it gave up"); }
                      extern "C" void watch(heddle_call *) {}
                    """)),
        ])
}
