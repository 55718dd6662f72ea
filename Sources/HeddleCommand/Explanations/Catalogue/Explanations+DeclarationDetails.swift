// SPDX-License-Identifier: Apache-2.0

extension ExplanationGroup {
    static let declarationDetails = [
        Explanation(
            "declaration.annotation", "An annotation that does not fit",
            """
            An annotation says what a pointer or a result is, such as _In_reads_(n) or _Success_(return == 0). This
            one says it of something that it cannot be said of, contradicts another, or stands where nobody reads it.
            The message has the reason, mostly with a mend.
            """,
            .command(
                """
                - heddle call libc.so.6 'int abs(_Out_ int n)' 3
                + heddle call libc.so.6 'int abs(int n)' 3
                """)),
        Explanation(
            "declaration.unknown-annotation", "An annotation that does not exist",
            """
            Words that begin and end with an underscore are annotations, those of Microsoft's SAL and a few of the
            same form. What this one would mean is not known, and what it says of a pointer cannot be left out. The
            nearest one is suggested.
            """,
            .command(
                """
                - heddle call libc.so.6 'long labs(_Inn_ long n)' 3
                + heddle call libc.so.6 'long labs(_In_ long n)' 3
                """)),
        Explanation(
            "declaration.setting", "A setting that cannot be declared so",
            """
            A module declares each setting of its configuration in C. A setting is a bool, a number, an enumeration, a
            text, an array of these, or a structure of these; its default is an initializer that fits the type and the
            range of _Field_range_.
            """,
            .module(
                """
                  #include <heddle/module.h>

                  HEDDLE_MODULE("example", "1.0.0")
                  HEDDLE_INSTANCE(example, example_create, example_destroy)
                - HEDDLE_SETTING("How many.", _Field_range_(1, 100) int count = 0)
                + HEDDLE_SETTING("How many.", _Field_range_(1, 100) int count = 1)
                  HEDDLE_ACTION(int, act, _Self_ example *self)

                  struct example { int value; } only;
                  example *example_create(const heddle_config *) { return &only; }
                  void example_destroy(example *self) { self->value = 0; }
                  int act(example *self) { return self->value; }
                """)),
        Explanation(
            "declaration.count", "A count that counts nothing",
            """
            A count, as in _In_reads_(n), is a number, the name of another parameter, *name for what that points to, a
            product of these or, behind the call, return. This one names no parameter, one that is no integer, or one
            that is not yet known when it is needed.
            """,
            .command(
                """
                - heddle call libc.so.6 'size_t strnlen(_In_reads_(len) const char *s, size_t n)' hello 5
                + heddle call libc.so.6 'size_t strnlen(_In_reads_(n) const char *s, size_t n)' hello 5
                """)),
        Explanation(
            "declaration.constant", "A constant that has no value",
            """
            The size of an array, the value of an enumeration's constant and what an assertion holds are computed as a
            compiler does it. This one names something that is no constant, divides by zero, or leaves the range of
            its type. Macros are not known: write their numbers, or use heddle bind.
            """,
            .command(
                """
                - heddle call libc.so.6 'enum e { FIRST = LAST - 1 }; int abs(int n)' 3
                + heddle call libc.so.6 'enum e { FIRST = 1 }; int abs(int n)' 3
                """)),
        Explanation(
            "declaration.assertion", "An assertion that does not hold",
            """
            A _Static_assert among the declarations is false: the types are not as whoever wrote it took them to be,
            often since a field or an attribute is missing. It protects from calls with another layout than the
            library's.
            """,
            .command(
                """
                - heddle call libc.so.6 '_Static_assert(sizeof(long) == 4, "32 bits"); long labs(long n)' 3
                + heddle call libc.so.6 '_Static_assert(sizeof(long) == 8, "64 bits"); long labs(long n)' 3
                """)),
        Explanation(
            "declaration.attribute", "An attribute that does not belong where it stands",
            """
            Attributes such as packed and aligned change how a type lies in memory. Where this one stands it would be
            without effect, is incomplete, or contradicts the rest, and the layout might be another than the
            library's.
            """,
            .command(
                """
                - heddle call libc.so.6 'int abs(int n __attribute__((packed)))' 3
                + heddle call libc.so.6 'int abs(int n)' 3
                """)),
    ]
}
