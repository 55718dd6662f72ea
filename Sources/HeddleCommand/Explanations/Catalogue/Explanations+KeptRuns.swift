// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let keptRuns = ExplanationGroup(
        "Reports and kept runs",
        [
            Explanation(
                "run.unreadable", "The kept run cannot be read",
                """
                The file under --from is not there, is a directory, may not be read, or is too large. The message has
                the system's own reason. A - in place of the file's name stands for standard input.
                """,
                .command(
                    """
                    + echo '[]' | heddle run - --json > run.jsonl
                      heddle report --from run.jsonl
                    """)),
            Explanation(
                "report.unwritable", "The report cannot be written",
                """
                The file that a report is to go to cannot be made or written; the message has the system's reason. A
                report is there whole or not at all, so that what was there before is untouched. The exit status is 2,
                or 8 where there is no more room for the file.
                """,
                .command(
                    """
                      echo '[]' | heddle run - --json > run.jsonl
                    - heddle report --from run.jsonl --html nowhere/run.html
                    + heddle report --from run.jsonl --html run.html
                    """)),
            Explanation(
                "report.input", "What is to be written is read by the same command",
                """
                The file that a report or a recording is to go to is one that this command reads, by whichever path: a
                behaviour, a file that it includes, bindings, a module, or a kept run. Nothing was run, and the file is
                untouched. Write to another file.
                """,
                .command(
                    """
                      echo '[]' | heddle run - --json > run.jsonl
                    - heddle report --from run.jsonl --junit ./run.jsonl
                    + heddle report --from run.jsonl --junit run.xml
                    """)),
            Explanation(
                "kept-run.empty", "A kept run without events",
                """
                The text holds nothing but empty lines. A run is kept by writing down what --json says on standard
                output; without --json there are no events.
                """,
                .command(
                    """
                    - echo '[]' | heddle run - > run.jsonl
                    + echo '[]' | heddle run - --json > run.jsonl
                      heddle report --from run.jsonl
                    """)),
            Explanation(
                "kept-run.form", "A line of a kept run that is no event",
                """
                Each line of a kept run is one event, as --json writes it. This one is something else, or has a value
                of another kind than its event has there. The file was changed, or is of another version of Heddle.
                Keep the run again.
                """,
                .command(
                    """
                    - echo '[]' > run.jsonl
                    + echo '[]' | heddle run - --json > run.jsonl
                      heddle report --from run.jsonl
                    """)),
            Explanation(
                "kept-run.missing", "An event of a kept run that lacks a member",
                """
                The line is an event, and a member that events of its kind always have is not there. The file was
                changed, or is of another version of Heddle. Keep the run again.
                """,
                .command(
                    """
                    - echo '{ "event": "output", "stream": "stdout" }' > run.jsonl
                    + echo '{ "event": "output", "stream": "stdout", "text": "hello" }' > run.jsonl
                      heddle report --from run.jsonl
                    """)),
        ] + keptRunEnds)

    private static let keptRunEnds = [
        Explanation(
            "kept-run.cut-off", "The last line of a kept run is not complete",
            """
            The last line ends in its middle: what wrote it was killed, or the disk was full. It is a warning; the
            report has everything before it. Keep the run again, if its end matters.
            """,
            .command(
                """
                - echo '[]' | heddle run - --json | head -c 20 > run.jsonl
                + echo '[]' | heddle run - --json > run.jsonl
                  heddle report --from run.jsonl
                """)),
        Explanation(
            "kept-run.no-end", "A kept run without an end",
            """
            The last event of a run is its summary, and there is none: what wrote it was killed or crashed, or found
            mistakes before anything ran. It is a warning; the report has everything that was kept, and a case that had
            begun is interrupted. Keep the run again, if its end matters.
            """,
            .command(
                """
                - echo '[{ "name": "none", "actions": [{ "func": "none" }] }]' | heddle run - --json | head -n 1 > run.jsonl
                + echo '[{ "name": "none", "actions": [{ "func": "none" }] }]' | heddle run - --json > run.jsonl
                  heddle report --from run.jsonl
                """)),
        Explanation(
            "kept-run.beyond-the-end", "Events behind the end of a kept run",
            """
            A run ends with its summary, and there are events behind it: two runs were written into one file. Keep
            each in a file of its own.
            """,
            .command(
                """
                  echo '[]' | heddle run - --json > run.jsonl
                - echo '[]' | heddle run - --json >> run.jsonl
                + echo '[]' | heddle run - --json > another.jsonl
                  heddle report --from run.jsonl
                """)),
    ]
}
