// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let declarations = ExplanationGroup(
        "Declarations in C",
        [
            Explanation(
                "declaration.syntax", "Not a declaration of C",
                """
                The text is no C declaration from the place that is shown on. A declaration has the result's type, the
                function's name and the types of its parameters, with (void) where there are none; C++ and the
                preprocessor are not read.
                """,
                .command(
                    """
                    - heddle call libm.so.6 'double cos(double x' 0
                    + heddle call libm.so.6 'double cos(double x)' 0
                    """)),
            Explanation(
                "declaration.unknown-type", "A type that is not declared",
                """
                A name stands where a type should, and nothing has declared it. Heddle knows the types of C itself and
                the usual ones of its standard headers, such as size_t and uint8_t; all others have to be declared
                before they are used.
                """,
                .command(
                    """
                    - heddle call libm.so.6 'double cos(real x)' 0
                    + heddle call libm.so.6 'typedef double real; double cos(real x)' 0
                    """)),
            Explanation(
                "declaration.type", "A type that C does not have",
                """
                The words are each known and together they are no type, or no type that may stand there: long float,
                an array of no elements, a parameter of type void, a member without a size.
                """,
                .command(
                    """
                    - heddle call libm.so.6 'double cos(long float x)' 0
                    + heddle call libm.so.6 'double cos(double x)' 0
                    """)),
            Explanation(
                "declaration.redeclared", "A name with two meanings",
                """
                The name was declared before as something else. One of the two is wrong, and a call by the wrong one
                would pass the wrong values. The same declaration may stand twice.
                """,
                .command(
                    """
                    - heddle call libm.so.6 'typedef int number; typedef double number; double cos(number x)' 0
                    + heddle call libm.so.6 'typedef double number; double cos(number x)' 0
                    """)),
            Explanation(
                "declaration.variable", "A variable in the place of a function",
                """
                Heddle calls functions. A variable of a library cannot be read or written; most libraries have a
                function that does.
                """,
                .command(
                    """
                    - heddle call libc.so.6 'int getpid'
                    + heddle call libc.so.6 'int getpid(void)'
                    """)),
            Explanation(
                "declaration.body", "A function with a body",
                """
                A declaration ends before the body of a function. Heddle compiles nothing: it calls what a library
                already has.
                """,
                .command(
                    """
                    - heddle call libc.so.6 'int abs(int n) { return n < 0 ? -n : n; }' 3
                    + heddle call libc.so.6 'int abs(int n)' 3
                    """)),
            Explanation(
                "declaration.unsupported", "Something of C that Heddle does not call",
                """
                C has it, and there is no safe way to pass it: va_list, _Atomic, _BitInt, vectors, blocks, arrays of
                variable length, the linkage of C++. The declaration is refused, for a call would pass another value
                than the one that was meant. Many libraries have a second function without it.
                """,
                .command(
                    """
                    - heddle call libm.so.6 'double cos(_Atomic double x)' 0
                    + heddle call libm.so.6 'double cos(double x)' 0
                    """)),
            Explanation(
                "declaration.limit", "More than Heddle can pass",
                """
                The type is too large, is nested too deep, or the function has too many parameters. The limits are far
                beyond what compilers see; whoever meets one has mostly mistyped a number.
                """,
                .command(
                    """
                    - heddle call libc.so.6 'struct s { char all[99999999999999]; }; int abs(int n)' 3
                    + heddle call libc.so.6 'struct s { char all[99]; }; int abs(int n)' 3
                    """)),
        ] + declarationDetails)
}
