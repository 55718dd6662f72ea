// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let bindings = ExplanationGroup(
        "Bindings",
        [
            Explanation(
                "bind.clang", "clang cannot be run",
                """
                heddle bind has clang read the headers, since only a compiler knows what they come to. It is not on
                the PATH, or could not be started. Install clang, or put the bin folder of a Swift toolchain on the
                PATH, which has one.
                """,
                .command(
                    """
                    - PATH=/nowhere "$(command -v heddle)" bind math.h --library libm.so.6 -o math.json
                    + heddle bind math.h --library libm.so.6 -o math.json
                    """)),
            Explanation(
                "bind.header", "clang refuses the headers",
                """
                A header is not found, or has an error. What clang knows of headers with errors in them cannot be
                trusted, so nothing is bound. Folders are named with -I, macros with -D, and other options for clang
                behind --.
                """,
                .command(
                    """
                    - heddle bind maths.h --library libm.so.6
                    + heddle bind math.h --library libm.so.6 -o math.json
                    """)),
            Explanation(
                "bind.evidence", "clang does not say how the types lie in memory",
                """
                heddle bind compiles a small program to learn the sizes and offsets of all types, and could not read
                them from what clang wrote. It is likely a clang of a kind that Heddle does not know. Put another one
                first on the PATH, and tell the authors of Heddle.
                """),
            Explanation(
                "bind.output", "The bindings cannot be written",
                """
                The file that -o names cannot be made or written; the message has the system's reason.
                """,
                .command(
                    """
                    - heddle bind math.h --library libm.so.6 -o nowhere/math.json
                    + heddle bind math.h --library libm.so.6 -o math.json
                    """)),
            Explanation(
                "bindings.unreadable", "The bindings cannot be read",
                """
                The file under "bindings" is not there or may not be read. A path in a behaviour is relative to the
                behaviour's file.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6",
                    -     "bindings": "nowhere/math.json" } },
                    +     "declarations": ["double cos(double x)"] } },
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "bindings.not-for-remote", "A fetched behaviour names a file of bindings",
                """
                A behaviour that was fetched may not name files of this machine. Save it to a file and run that, if
                you trust it.
                """,
                .command(
                    """
                    - heddle run https://example.org/names-bindings.json
                    + heddle run https://example.org/names-a-module.json
                    """)),
            Explanation(
                "declarations.not-for-remote", "A fetched behaviour declares functions",
                """
                A declaration says with which types a function is called. A server that could give one would call any
                function that a module exports with any address. A behaviour that was fetched calls what the modules
                on the module path describe themselves. Save it to a file and run that, if you trust it.
                """,
                .command(
                    """
                    - heddle run https://example.org/declares-a-function.json
                    + heddle run https://example.org/names-a-module.json
                    """)),
            Explanation(
                "bindings.library", "Bindings of another library",
                """
                Bindings note the soname of the library whose headers they were made from. This library has another,
                so its functions may take other arguments though they have the same names. Make the bindings again
                from its own headers.
                """,
                .command(
                    """
                      heddle bind math.h --library libm.so.6 -o math.json
                    - heddle call libc.so.6 cos 0 --bindings math.json
                    + heddle call libm.so.6 cos 0 --bindings math.json
                    """)),
            Explanation(
                "bindings.drift", "The library has changed since its bindings were made",
                """
                The bindings declare a function that the library does not have. Headers and library are of different
                versions, and other functions may have changed as well. Make the bindings again with heddle bind from
                the headers of this library.
                """,
                .command(
                    """
                    - echo '{"bindings": 1, "declarations": ["double cosine(double x)"]}' > math.json
                    + echo '{"bindings": 1, "declarations": ["double cos(double x)"]}' > math.json
                      heddle call libm.so.6 cos 0 --bindings math.json
                    """)),
            Explanation(
                "bindings.layout", "A type lies otherwise than the bindings note",
                """
                Bindings note the size of each type and the offsets of its fields as clang laid it out. Heddle, which
                reads the declaration in the same file, comes to another layout, so that calls would pass wrong
                values; or there is a layout of a type that the file does not declare. The file was changed by hand.
                Make it again with heddle bind.
                """,
                .command(
                    """
                      cat > math.json <<'END'
                      { "bindings": 1,
                        "declarations": ["struct pair { char a; long b; };", "double cos(double x)"],
                    -   "layouts": { "struct pair": { "size": 12 } } }
                    +   "layouts": { "struct pair": { "size": 16 } } }
                      END
                      heddle call libm.so.6 cos 0 --bindings math.json
                    """)),
        ])
}
