// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let calls = ExplanationGroup(
        "Arguments and expectations",
        [
            Explanation(
                "call.misfit", "A value that the declaration cannot take",
                """
                Every argument is held against the declared type before anything is called: a number must be in the
                range of its type and have no fraction where an integer is wanted, a text must have no NUL, a saved
                value must be of a sort that fits. Nothing is cut off or converted, since C would then get another
                value than the one that stands in the file.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
                    -   "steps": [{ "call": "m.cos", "with": ["0"] }] }
                    +   "steps": [{ "call": "m.cos", "with": [0] }] }
                    """)),
            Explanation(
                "call.arguments", "Too many arguments or too few",
                """
                By position a call has all parameters but out-parameters and the instance, which Heddle gives itself.
                By name, a parameter that only counts another one may be left out as well. The declaration is shown
                with the mistake.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": [
                          "double hypot(double x, double y)" ] } },
                    -   "steps": [{ "call": "m.hypot", "with": [3] }] }
                    +   "steps": [{ "call": "m.hypot", "with": [3, 4] }] }
                    """)),
            Explanation(
                "call.unknown-parameter", "An argument for a parameter that does not exist",
                """
                Arguments that are given by name use the names of the declaration. This one has no such parameter that
                a caller gives: the name has a typing mistake, or is that of an out-parameter.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": [
                          "double pow(double base, double exponent)" ] } },
                    -   "steps": [{ "call": "m.pow", "with": { "base": 2, "power": 8 } }] }
                    +   "steps": [{ "call": "m.pow", "with": { "base": 2, "exponent": 8 } }] }
                    """)),
            Explanation(
                "call.further", "Further arguments whose types are not said, or are wrong",
                """
                For the ... of a declaration C has no types, and a wrong one reads wrong memory. So each further
                argument says its own, as in {"int": 3}; or the declaration names a format, and the arguments have to
                fit it.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "c": { "library": "libc.so.6", "declarations": [
                          "int snprintf(_Out_writes_(n) char *s, size_t n, const char *format, ...)" ] } },
                    -   "steps": [{ "call": "c.snprintf", "with": [9, "%d", 3] }] }
                    +   "steps": [{ "call": "c.snprintf", "with": [9, "%d", { "int": 3 }] }] }
                    """)),
            Explanation(
                "call.no-such-part", "A part that the outcome of this call does not have",
                """
                A step saves or expects a result of a function that returns nothing, or an out-parameter that its
                declaration does not have.
                """,
                .behaviour(
                    """
                      { "behaviour": 1,
                        "modules": { "m": { "library": "libm.so.6", "declarations": [
                          "double frexp(double x, _Out_ int *exponent)" ] } },
                    -   "steps": [{ "call": "m.frexp", "with": [8], "expect": { "out.power": 4 } }] }
                    +   "steps": [{ "call": "m.frexp", "with": [8], "expect": { "out.exponent": 4 } }] }
                    """)),
            Explanation(
                "call.result", "A result that the Swift type cannot take",
                """
                A program has asked for the result of an action as a type that the value does not fit: a number as a
                String, or one beyond the range of an Int32. The action was called all the same. Ask for the type that
                its declaration has.
                """,
                .program(
                    """
                      let m = try host.module("m", library: "libm.so.6", declarations: ["double cos(double x)"])
                    - let one: String = try m.cos(0.0)
                    + let one: Double = try m.cos(0.0)
                    """)),
        ] + expectations)
}
