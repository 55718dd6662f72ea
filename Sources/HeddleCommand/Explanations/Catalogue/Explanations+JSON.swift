// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let json = ExplanationGroup(
        "The text of a file",
        [
            Explanation(
                "json.syntax", "The text is not JSON",
                """
                The text stops being JSON at the place that is shown. JSON has no comments, no comma behind the last
                element, no single quotes and no numbers such as 01 or NaN. Nothing behind the place is looked at,
                since it could not be trusted.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": {},
                    -   "steps": [], }
                    +   "steps": [] }
                    """)),
            Explanation(
                "json.encoding", "The text is not plain UTF-8",
                """
                A byte belongs to no UTF-8 character, or the text begins with a byte order mark. JSON is UTF-8 without
                a mark; what another encoding would mean is not guessed. Save the file as UTF-8 without a mark, or
                convert it with iconv.
                """,
                .command(
                    """
                    - printf '\\357\\273\\277[]' | heddle check -
                    + printf '[]' | heddle check -
                    """)),
            Explanation(
                "json.duplicate-key", "A name stands twice in one object",
                """
                Readers of JSON disagree about which of two equal names counts, so that the file would mean different
                things to different programs. Take one of them out; the first is shown with the second.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": {},
                    -   "steps": [],
                        "steps": [] }
                    """)),
            Explanation(
                "json.too-deep", "Arrays and objects are nested too deep",
                """
                A text that opens thousands of arrays is no behaviour but a mistake or an attack, and is refused
                before it costs memory. The limit is far beyond what a person writes.
                """,
                .command(
                    """
                    - yes '[' | head -n 2000 | heddle check -
                    + echo '[]' | heddle check -
                    """)),
            Explanation(
                "json.too-large", "The text is too large",
                """
                The text is larger than Heddle reads. A behaviour or bindings of that size come from a program: let it
                write several files, or fewer steps.
                """),
        ])
}
