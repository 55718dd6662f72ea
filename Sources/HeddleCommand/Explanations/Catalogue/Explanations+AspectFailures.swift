// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let aspectFailures = [
        Explanation(
            "refused", "A guard refused the call",
            """
            The aspect guard lets only calls pass whose arguments meet its condition, and to which its action says
            yes. Neither the action nor what stands further in has seen this one. The guard's "code" and "message"
            give the failure other words.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double sqrt(double x)"] } },
                    "hooks": [{ "on": "m.sqrt", "before": { "guard": { "where": { "argument.x": { "ge": 0 } } } } }],
                -   "steps": [{ "call": "m.sqrt", "with": [-1] }] }
                +   "steps": [{ "call": "m.sqrt", "with": [1] }] }
                """)),
        Explanation(
            "limited", "More calls than the limit lets pass",
            """
            The aspect limit lets only so many calls pass in a span of time, or run at once. This one was over that
            and was not made. Call less often, or raise the limit; a cache outside of it answers without counting.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                -   "hooks": [{ "on": "m.cos", "instead": { "limit": { "calls": 1, "per": "1 h" } } }],
                +   "hooks": [{ "on": "m.cos", "instead": { "limit": { "calls": 2, "per": "1 h" } } }],
                    "steps": [{ "call": "m.cos", "with": [0] }, { "call": "m.cos", "with": [1] }] }
                """)),
        Explanation(
            "timedOut", "The call returned too late",
            """
            The aspect timeout fails a call that took longer than it may. A call of C cannot be interrupted: it ran to
            its end and had its effects; the message says how long it took.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": [
                      "int usleep(unsigned int duration)" ] } },
                -   "hooks": [{ "on": "c.usleep", "instead": { "timeout": { "after": "1 ms" } } }],
                +   "hooks": [{ "on": "c.usleep", "instead": { "timeout": { "after": "1 min" } } }],
                    "steps": [{ "call": "c.usleep", "with": [20000] }] }
                """)),
        Explanation(
            "fault", "A failure that was asked for",
            """
            The aspect fault fails calls on purpose, to show what the rest does then. Its options say which calls, and
            its "code" and "message" give the failure other words.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                -   "hooks": [{ "on": "m.cos", "before": { "fault": { "nth": 1 } } }],
                +   "hooks": [{ "on": "m.cos", "before": { "fault": { "nth": 2 } } }],
                    "steps": [{ "call": "m.cos", "with": [0] }] }
                """)),
        Explanation(
            "noAnswer", "More calls than there are answers",
            """
            A list of answers, that of a callback or of the aspect answer, was used up, and the next call has none. A
            callback then returns what "returns" says; the aspect does what "then" says.
            """,
            .behaviour(
                """
                  { "behaviour": 1,
                    "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                -   "hooks": [{ "on": "m.cos", "instead": { "answer": { "results": [5], "then": "fail" } } }],
                +   "hooks": [{ "on": "m.cos", "instead": { "answer": { "results": [5], "then": "proceed" } } }],
                    "steps": [{ "call": "m.cos", "with": [0] }, { "call": "m.cos", "with": [0] }] }
                """)),
        Explanation(
            "stillRunning", "The call that runs once has not ended yet",
            """
            The aspect once runs the body for the first call and answers all later ones with what that returned. This
            call came while the first still ran, from another thread or from inside of it, so that there is no answer
            yet. Call again when the first has returned.
            """),
        Explanation(
            "misfit", "A value of an aspect does not fit the call",
            """
            An aspect put a value in the place of an argument or of a result, and the call cannot take it. Constants
            are checked when the plan is made, as far as that can be done without the call; whether this one fits only
            showed in it. Nothing is cut off or converted.
            """),
    ]
}
