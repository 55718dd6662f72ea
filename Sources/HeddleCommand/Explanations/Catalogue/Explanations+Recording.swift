// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let recording = ExplanationGroup("Recordings", recordedExpectations + recordingEnds + stubs)

    private static let recordedExpectations = [
        Explanation(
            "record.unsteady", "A value that is another one in each run",
            """
            heddle record runs a behaviour several times, and a part of what this call came to differed: a time, a
            number that the system gives out, memory that nobody has written to. The recording expects of it what held
            in all runs, such as that it is not null, or nothing. An expectation with operators that stands in the
            behaviour is kept where it held.
            """,
            .command(
                """
                  cat > pid.json <<'END'
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": ["int getpid(void)", "int abs(int n)"] } },
                -   "steps": [{ "call": "c.getpid" }] }
                +   "steps": [{ "call": "c.abs", "with": [-3] }] }
                  END
                  heddle record pid.json -o recorded.json
                """)),
        Explanation(
            "record.surprise", "The recording expects what the behaviour did not",
            """
            An expectation of the behaviour did not hold, or a call failed that was not expected to. The recording
            expects what came instead, so that it holds at once; that it should have come is for you to say. The exit
            status is that of the run.
            """,
            .command(
                """
                  cat > abs.json <<'END'
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
                -   "steps": [{ "call": "c.abs", "with": [-3], "expect": { "result": -3 } }] }
                +   "steps": [{ "call": "c.abs", "with": [-3], "expect": { "result": 3 } }] }
                  END
                  heddle record abs.json -o recorded.json
                """)),
        Explanation(
            "record.secret", "A secret that a recording would copy",
            """
            A recording has the arguments and the hooks of the behaviour as they are written, and this one holds what
            a declaration says is secret. Nothing was run. Let a call say the secret, save what it returned, and refer
            to that: references are copied, and values that are secret never are.
            """,
            .command(
                """
                  cat > greet.json <<'END'
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": [
                      "_Ret_maybenull_ char *getenv(const char *name)", "int puts(_Secret_ const char *text)" ] } },
                -   "steps": [{ "call": "c.puts", "with": ["open sesame"] }] }
                +   "steps": [{ "call": "c.getenv", "with": ["PATH"], "save": "word" },
                +             { "call": "c.puts", "with": [{ "ref": "word" }] }] }
                  END
                  heddle record greet.json -o recorded.json
                """)),
    ]

    private static let recordingEnds = [
        Explanation(
            "record.parting", "The runs went different ways",
            """
            heddle record runs a behaviour several times, and this call returned in one run and failed in another. No
            expectation holds for both, so that the recording ends before it.
            Mostly an earlier run has left something behind, such as a file: let the behaviour clean up under "always".
            """,
            .command(
                """
                  rm -rf made
                  cat > mkdir.json <<'END'
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": [
                      "_Success_(return == 0) int mkdir(const char *path, unsigned int mode)",
                      "int rmdir(const char *path)" ] } },
                +   "always": [{ "call": "c.rmdir", "with": ["made"] }],
                    "steps": [{ "call": "c.mkdir", "with": ["made", 448] }] }
                  END
                  heddle record mkdir.json -o recorded.json
                """)),
        Explanation(
            "record.unsound", "The recording does not hold",
            """
            heddle record checks what it has written, and runs it once. It was refused, or something else came than in
            the runs before. Mostly those have left something behind, such as a file: let the behaviour clean up under
            "always", or compare more runs with --runs. The file is written all the same.
            """,
            .command(
                """
                  rm -rf made
                  cat > mkdir.json <<'END'
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": [
                      "int mkdir(const char *path, unsigned int mode)", "int rmdir(const char *path)" ] } },
                +   "always": [{ "call": "c.rmdir", "with": ["made"] }],
                    "steps": [{ "call": "c.mkdir", "with": ["made", 448] }] }
                  END
                  heddle record --runs 1 mkdir.json -o recorded.json
                """)),
        Explanation(
            "record.ending", "Steps that were not run are not recorded",
            """
            A run ended before these steps: a call failed or an expectation did not hold, and the policy is to stop
            there; a case that is needed has not passed; the process crashed or was interrupted. The recording has what
            came before. With the policy "onFailure": "continue" a run goes on behind a failure.
            """,
            .command(
                """
                  cat > abs.json <<'END'
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
                    "steps": [
                -     { "call": "c.abs", "with": [-3], "expect": { "result": -3 } },
                +     { "call": "c.abs", "with": [-3], "expect": { "result": 3 } },
                      { "call": "c.abs", "with": [5] } ] }
                  END
                  heddle record abs.json -o recorded.json
                """)),
        Explanation(
            "record.interrupted", "The recording was interrupted",
            """
            Ctrl-C, SIGTERM or SIGHUP has stopped heddle record. What came until then is recorded: what was the same in
            the runs that were made, which may be one only, so that a time or a number of the system may be expected
            as it was. The call that ran when the signal came may have come to something else for it, such as to errno
            4. The exit status is 130. Record again without an interruption.
            """),
        Explanation(
            "record.lost", "A run did not come to its end",
            """
            heddle record runs a behaviour in processes of its own, and one was gone before the run was over: native
            code crashed it, ended it by exit or _exit, or was killed. The message says how, and in which call. What came
            before that call is recorded; the exit status is 5.
            """,
            .command(
                """
                  cat > ends.json <<'END'
                  { "behaviour": 1,
                    "modules": { "c": { "library": "libc.so.6", "declarations": [
                      "void _exit(int status)", "int abs(int n)" ] } },
                -   "steps": [{ "call": "c.abs", "with": [-3] }, { "call": "c._exit", "with": [0] }] }
                +   "steps": [{ "call": "c.abs", "with": [-3] }] }
                  END
                  heddle record ends.json -o recorded.json
                """)),
    ]
}
