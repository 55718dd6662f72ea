// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let backgroundHooks = [
        Explanation(
            "hook.background", "A hook that cannot run in the background",
            """
            A background hook looks at calls that are over, on a thread of its own. This aspect changes calls, or looks
            at each of them when it begins and when it ends. Give it a hook of its own without "background".
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                -   "hooks": [{ "on": "m.cos", "after": "time", "background": true }],
                +   "hooks": [{ "on": "m.cos", "after": "time" }],
                    "steps": [{ "call": "m.cos", "with": [0] }] }
                """)),
        Explanation(
            "background.dropped", "A background hook has not seen all calls",
            """
            Calls do not wait for a background hook. Where it is slower than they come, as many wait as "limit" says,
            and it never sees the others. It is a warning; let more of them wait, or make the hook faster.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": [
                      "unsigned htonl(unsigned number)", "int usleep(unsigned microseconds)" ] } },
                -   "hooks": [{ "on": "c.htonl", "after": "c.usleep", "background": { "limit": 1 } }],
                +   "hooks": [{ "on": "c.htonl", "after": "c.usleep", "background": { "limit": 10 } }],
                    "steps": [
                      { "call": "c.htonl", "with": [300000] }, { "call": "c.htonl", "with": [300000] },
                      { "call": "c.htonl", "with": [300000] }, { "call": "c.htonl", "with": [300000] } ] }
                """)),
        Explanation(
            "background.failed", "A background hook failed",
            """
            A function that runs in the background said that it failed, or an exception left it. The call that it looked
            at was over by then, so that nothing else changes; the message counts such calls and has the first failure.
            It is a warning. The mend is in the function; here it runs behind act.
            """,
            .module(
                """
                  #include <heddle/module.h>

                  HEDDLE_MODULE("example", "1.0.0")
                  HEDDLE_ACTION(int, act, void)
                  HEDDLE_HOOK(watch)

                  int act() { return 1; }
                  void watch(heddle_call *) {
                -     heddle->fail("unseen", "there is no place for it");
                +     heddle->log(HEDDLE_INFO, "act has returned");
                  }
                """)),
        Explanation(
            "background.stuck", "A background hook was not done in time",
            """
            At the end of a run it is waited for each background hook, as long as there is progress: a single call may
            take "seconds", ten where nothing is said. This one took longer. The run has failed and ends without it, and
            the instances of modules are not destroyed, since the hook may still be using them.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": [
                      "unsigned htonl(unsigned number)", "int usleep(unsigned microseconds)" ] } },
                -   "hooks": [{ "on": "c.htonl", "after": "c.usleep", "background": { "seconds": 0.05 } }],
                +   "hooks": [{ "on": "c.htonl", "after": "c.usleep", "background": { "seconds": 60 } }],
                    "steps": [{ "call": "c.htonl", "with": [900000] }] }
                """)),
    ]
}
