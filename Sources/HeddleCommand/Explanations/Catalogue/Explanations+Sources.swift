// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let sources = ExplanationGroup(
        "Fetching a behaviour",
        [
            Explanation(
                "source.invalid-url", "A URL that is not fetched",
                """
                A behaviour is fetched by http or https. The URL is malformed, of another scheme, or holds a name and
                password, which would end up in logs.
                """,
                .command(
                    """
                    - heddle run ftp://localhost/behaviour.json
                    + heddle run http://localhost:8000/behaviour.json
                    """)),
            Explanation(
                "source.unreachable", "Nobody answers",
                """
                The host has no address, nothing listens there, or the connection was closed without an answer. The
                message has the reason. The proxy variables of the environment are not heeded.
                """,
                .command(
                    """
                    - heddle run http://localhost:1/behaviour.json
                    + heddle run http://localhost:8000/behaviour.json
                    """)),
            Explanation(
                "source.timeout", "It took too long",
                """
                The connection, or the whole transfer, was not done within its time. Nothing of the behaviour was run.
                Download the file with a tool that has more patience, and run that.
                """,
                .command(
                    """
                    - heddle run https://slow.example.org/behaviour.json
                    + curl -o behaviour.json https://slow.example.org/behaviour.json && heddle run behaviour.json
                    """)),
            Explanation(
                "source.tls", "No secure connection",
                """
                The server's certificate is not trusted, has run out or is another host's; or the server speaks no
                TLS. There is no option that turns this off: native code is called by what is fetched. SSL_CERT_FILE
                names certificates of your own.
                """,
                .command(
                    """
                    - heddle run https://expired.example.org/behaviour.json
                    + SSL_CERT_FILE=mine.pem heddle run https://mine.example.org/behaviour.json
                    """)),
            Explanation(
                "source.not-http", "The answer is not HTTP",
                """
                Something listens at the port and speaks another protocol, or its answer breaks the rules of HTTP.
                Check the port, and whether it is http or https.
                """,
                .command(
                    """
                    - heddle run http://example.org:22/behaviour.json
                    + heddle run http://example.org/behaviour.json
                    """)),
            Explanation(
                "source.status", "The server does not have it",
                """
                The server answered with another status than 200, such as 404 for a file that is not there. Only a
                whole file that the server stands by is run.
                """,
                .command(
                    """
                    - heddle run https://example.org/behavoiur.json
                    + heddle run https://example.org/behaviour.json
                    """)),
            Explanation(
                "source.redirect", "A redirect that is not followed",
                """
                Redirects are followed within the same origin, and from http to https of the same host. To another
                host, in a circle or without end they are refused: what is run comes from where you said. Give the URL
                that the message names, if you trust it.
                """,
                .command(
                    """
                    - heddle run https://example.org/moved-to-another-host.json
                    + heddle run https://other.example.org/behaviour.json
                    """)),
        ] + transfers)
}
