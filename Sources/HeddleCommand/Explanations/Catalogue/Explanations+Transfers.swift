// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let transfers = [
        Explanation(
            "source.too-large", "The body is larger than is accepted",
            """
            A server could send without end, so the transfer stops at a limit that no behaviour of a person reaches.
            Download the file and run that.
            """,
            .command(
                """
                - heddle run https://example.org/generated.json
                + curl -O https://example.org/generated.json && heddle run generated.json
                """)),
        Explanation(
            "source.truncated", "The body ended early",
            """
            The server announced more than it sent: the connection broke, or a file was changed while it was sent.
            Half a behaviour is not run. Try again.
            """),
        Explanation(
            "source.not-a-behaviour", "Not a behaviour but something else",
            """
            The server sent an HTML page, such as one for logging in, an empty body, or an encoding that was not asked
            for. Look at it with a browser or curl.
            """,
            .command(
                """
                - heddle run https://example.org/
                + heddle run https://example.org/behaviour.json
                """)),
        Explanation(
            "source.fetcher-missing", "heddle-fetch is not there",
            """
            The network is in a program of its own, heddle-fetch, so that no network code stands in the process that
            calls modules. It is looked for beside the heddle command and nowhere else, and cannot be started there.
            Install it, or download the file and give its path.
            """,
            .command(
                """
                - cp "$(command -v heddle)" . && ./heddle run http://localhost:8000/behaviour.json
                + heddle run http://localhost:8000/behaviour.json
                """)),
        Explanation(
            "source.fetcher-failed", "heddle-fetch did not do its work",
            """
            heddle-fetch crashed, or said something that the right one never says. Is it of the same version as
            heddle?
            """),
        Explanation(
            "source.cancelled", "The transfer was cancelled",
            """
            The program that asked for the behaviour lost interest before it was there.
            """),
    ]
}
