// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let cases = ExplanationGroup(
        "Cases and included files",
        [
            Explanation(
                "behaviour.unknown-case", "A need for a case that does not exist",
                """
                "needs" names cases of the same file, or of those that it includes, which have to pass before this one
                is tried. There is none of this name, so that the case could never run. The nearest name is suggested.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": {},
                        "cases": [
                          { "name": "opens", "steps": [] },
                    -     { "name": "reads", "needs": ["open"], "steps": [] } ] }
                    +     { "name": "reads", "needs": ["opens"], "steps": [] } ] }
                    """)),
            Explanation(
                "behaviour.cyclic-needs", "Cases that need each other",
                """
                A case runs behind those that it needs, and these needs run in a circle, which the message names. None
                of them could be the first; take one of the needs out.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": {},
                        "cases": [
                    -     { "name": "opens", "needs": ["reads"], "steps": [] },
                    +     { "name": "opens", "steps": [] },
                          { "name": "reads", "needs": ["opens"], "steps": [] } ] }
                    """)),
            Explanation(
                "behaviour.bad-include", "A file that cannot be included where it is",
                """
                Each file is taken in once: one that is included a second time would give all its names twice, and one
                that includes itself would never end. At most 200 files include each other in a chain. Only the file
                that is run has a "policy". A text that is no file has no folder from which others could be read.
                """,
                .command(
                    """
                      echo '{ "behaviour": 1, "modules": {}, "steps": [] }' > common.json
                      cat > all.json <<'END'
                      { "behaviour": 1,
                    -   "include": ["common.json", "./common.json"],
                    +   "include": ["common.json"],
                        "modules": {}, "steps": [] }
                      END
                      heddle check all.json
                    """)),
            Explanation(
                "include.unreadable", "The included file cannot be read",
                """
                A file under "include" is not there, is a directory, or may not be read; the message has the system's
                reason. A path is relative to the file in which it stands.
                """,
                .command(
                    """
                    + echo '{ "behaviour": 1, "modules": {}, "steps": [] }' > common.json
                      echo '{ "behaviour": 1, "include": ["common.json"], "modules": {}, "steps": [] }' | heddle check -
                    """)),
            Explanation(
                "include.not-for-remote", "A fetched behaviour includes a file",
                """
                A behaviour that was fetched may not name files of this machine, nor further sources. Save it to a file
                and run that, if you trust it.
                """,
                .command(
                    """
                    - heddle run https://example.org/includes-common.json
                    + curl -O https://example.org/includes-common.json && heddle run includes-common.json
                    """)),
        ] + tests)
}
