// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let behaviour = ExplanationGroup(
        "The form of a behaviour",
        [
            Explanation(
                "behaviour.unreadable", "The file cannot be read",
                """
                The behaviour is not there, may not be read, or is too large; or it is a directory, a device, a FIFO, or a
                file that the kernel makes up, as those of /proc are, which may never end. A - in place of the file's name stands for standard input.
                """,
                .command(
                    """
                    - heddle check /
                    + echo '[]' | heddle check -
                    """)),
            Explanation(
                "behaviour.shape", "Neither an array nor an object",
                """
                A behaviour is an array, which is the short form, a list of modules with their actions; or an object,
                the full form with modules, hooks and steps. Anything else says nothing that could be run. Bindings
                are always an object.
                """,
                .behaviour(
                    """
                    - "hello"
                    + []
                    """)),
            Explanation(
                "behaviour.unknown-version", "A version that this Heddle does not know",
                """
                The number under "behaviour" says for which version of the form the file was written. A file of
                another version may mean something else by the same words, so it is not run by guessing. Use a Heddle
                that knows the version, or write the file for version 1.
                """,
                .behaviour(
                    """
                    - { "behaviour": 2,
                    + { "behaviour": 1,
                        "modules": {},
                        "steps": [] }
                    """)),
            Explanation(
                "behaviour.unknown-key", "A key that is not known where it stands",
                """
                A key that nobody reads is mostly a known one with a typing mistake, and would be without effect, so
                it is refused. The nearest known key is suggested. Keys that begin with x-, and description, are free
                for whatever you want to keep beside the rest. In the array form an unknown key is only a warning.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": {},
                    -   "setps": [],
                        "steps": [] }
                    """)),
            Explanation(
                "behaviour.missing-key", "A key that must be there is not",
                """
                An object lacks what it cannot do without: a behaviour its version and modules, a module its library,
                a step the call, a hook what it is on. The message names the object and the key.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "steps": [{ "with": [0] }] }
                    +   "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "behaviour.wrong-type", "A value of another kind than its place wants",
                """
                A place of the form takes one kind of JSON value, such as a list of steps or text, and found another.
                Heddle converts nothing: the text "true" is not true. This is about the form of the file; arguments
                that do not fit a C declaration are call.misfit.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "steps": { "call": "m.cos", "with": [0] } }
                    +   "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "behaviour.bad-value", "A value that its place cannot take",
                """
                The kind of the value is right and the value is not: an empty text or list, a word that is not one of
                those that are known there, a number out of range. The message says what is taken.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": {},
                    -   "policy": { "onFailure": "ignore" },
                    +   "policy": { "onFailure": "continue" },
                        "steps": [] }
                    """)),
            Explanation(
                "behaviour.unknown-module", "A call of a module that the file does not have",
                """
                A call is module.action, where the module is a key of "modules" in the same file, not the name of a
                library. Either the name has a typing mistake, or the module is missing from "modules", or the action
                is.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "steps": [{ "call": "math.cos", "with": [0] }] }
                    +   "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "behaviour.duplicate-name", "A name that is taken",
                """
                Hooks and saved values have names by which other places speak of them, so each name is given once. A
                saved value is never overwritten: what a reference means does not depend on which step ran last.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                        "steps": [
                          { "call": "m.cos", "with": [0], "save": "first" },
                    -     { "call": "m.cos", "with": [1], "save": "first" } ] }
                    +     { "call": "m.cos", "with": [1], "save": "second" } ] }
                    """)),
        ] + behaviourValues)
}
