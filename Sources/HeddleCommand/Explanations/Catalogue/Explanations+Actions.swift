// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let actions = ExplanationGroup(
        "Actions",
        [
            Explanation(
                "action.missing", "The module has no such action",
                """
                Neither the module nor the declarations beside it have a function of this name. The nearest name is
                suggested. With "missing": "skip" under "policy", and in the array form, the call is left out with a
                warning.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "steps": [{ "call": "m.cosine", "with": [0] }] }
                    +   "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "action.undeclared", "A function whose types nobody has said",
                """
                The library has the function, and nothing says what it takes and returns: a symbol in a library is
                only an address. Write its C declaration into "declarations", as its header or manual has it, or make
                the bindings of the library with heddle bind.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                    -   "modules": { "m": { "library": "libm.so.6" } },
                    +   "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                        "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "action.unsupported", "A declaration that does not say enough for a call",
                """
                The declaration is right C, and leaves open what a call must know: whether a pointer is read or
                written and how many values it points to, for the most part. An annotation says it. Some types cannot
                be passed at all; then the reason says so.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": [
                    -     "double frexp(double x, int *exponent)" ] } },
                    +     "double frexp(double x, _Out_ int *exponent)" ] } },
                        "steps": [{ "call": "m.frexp", "with": [8] }] }
                    """)),
            Explanation(
                "symbol.missing", "The library does not have the function that is declared",
                """
                A declaration names a function that the library does not define: the name is wrong, is a variable's,
                or is that of a function that the library only uses and another one has. A module's own functions are
                called, never those of the libraries behind it.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": {
                    -     "m": { "library": "libm.so.6", "declarations": ["long labs(long n)"] } },
                    +     "m": { "library": "libc.so.6", "declarations": ["long labs(long n)"] } },
                        "steps": [{ "call": "m.labs", "with": [-3] }] }
                    """)),
        ])
}
