// SPDX-License-Identifier: Apache-2.0

extension FuzzCorpus {
    static let json = [
        #"[1, 2.5, -0, 1e5, "a", null, true, false, {"bytes": "aGk="}, {"hex": "00ff"}]"#,
        #"{"x": "é\u00e9\ud83d\ude00\n\"", "y": {"": [[], {}]}, "z": 170141183460469231731687303715884105727}"#,
        " \"NaN\"\n", "-1.50E+10",
    ]

    static let paths = [
        "result.corners[2].x", "stdout", "stderr", "file:a/b.c[0]", "out.values[1]", "row.a", "argument.point.x",
        "failure.code", "errno", "status",
        "!library:shop.buy*", "*.*", "a.b.c",
    ]

    static let pathTokens = [
        ".", "[", "]", "[0]", "[00]", "[99999999999999999999]", "[-1]", "result", "out", "argument", "failure",
        "message", "!", "*", "library:", "file:", "stdout", "row", "\u{301}", "é", "\u{0}", "\r\n", "+", "٣",
    ]

    static let conditions = [
        #"{"argument.a": {"gt": 1, "le": 5}, "result.in.d": {"near": [1, 0.5]}, "argument.c": "GREEN"}"#,
        #"{"failure.code": {"matches": "^a"}, "result": {"in": {"d": {"lt": 5}}}, "argument.t": {"contains": "e"}}"#,
        #"{"in": [1, "x", null], "length": 3, "null": false, "ne": {"hex": "00"}, "eq": {"eq": 1}}"#,
        #"{"result": {"near": [1, {"absolute": 1e-9, "relative": 0.5, "ulps": 4, "of": "double"}]}}"#,
        #"{"argument.bytes": {"length": 2}, "argument.b": true, "argument.h": null, "argument.o": 1, "errno": 2}"#,
    ]

    static let conditionTokens = [
        "\"eq\":", "\"ne\":", "\"lt\":", "\"le\":", "\"gt\":", "\"ge\":", "\"near\":[", "{\"relative\":", "{\"ulps\":",
        "\"in\":[", "\"matches\":",
        "\"contains\":", "\"golden\":", "\"length\":", "\"null\":", "\"argument.p.x\":", "\"argument.a\":",
        "\"result.in.t[1]\":",
        "\"status\":", "\"NaN\"", "\"Infinity\"", "\"RED\"", "1e999999999", "-1e-999999999", "0.1",
    ]

    static let expressions = [
        "^[a-z]+\\d{2,4}$", "(?<name>a|b)\\k<name>", "(?i:é)(?=x)(?!y)(?<=z)", "\\p{Letter}+[[:alpha:]--[aeiou]]",
        "a*?b++\\Qx\\E.", "\\X\\R\\h\\u{1F642}", "(?(1)a|b)", "\\bword\\B",
    ]

    static let computations = [
        "*a - *b", "a->size * 2 + b.key[3] % 7", "n > 1 ? fmax(x, 0.5e3) : -x", "strcmp(t->name, \"weft\\n\") == 0",
        "(unsigned char)(n << 3 | 0x1f) & ~'a'", "*(const int *)$2 != ((short *)p)[n + 1]", "!(t == NULL) && strlen(t)",
        "compare(x, pow(n, -0.5) * log(x))",
    ]

    static let computationTokens = [
        "a", "x", "t", "$1", "->", ".", "[", "]", "(", ")", "*", "+", "-", "/", "%", "<<", ">>", "<=", "==", "!=", "&&",
        "||", "?", ":", "!", "~", ",", "1", "0x7f", "1e308", "170141183460469231731687303715884105727", "'\\0'",
        "\"w\"",
        "NULL", "(int *)", "(long)", "(float)", "strlen(", "compare(", "sqrt(", "abs(",
    ]

    static let expressionTokens = [
        "(", ")", "[", "]", "{", "}", "|", "*", "+", "?", "{2}", "{1,}", "{,3}", "{99999999999}", "^", "$", ".", "\\",
        "\\d", "\\W", "\\b", "\\1", "\\k<a>", "\\p{", "\\P{L}", "\\x{", "\\u{", "\\N{", "\\Q", "\\E", "\\K", "\\G",
        "\\X", "\\R", "(?:", "(?<a>", "(?=", "(?!", "(?<=", "(?>", "(?|", "(?i)", "(?xx)", "(?#", "(?R)", "(?1)",
        "(?&a)", "(*FAIL)", "(?C1)", "[:alpha:]", "[^", "--", "&&", "~~", "a-z", "é", "\u{301}", "\u{0}",
    ]

    static let formats = ["%d %5.2f %-10s|%%", "%*.*lf %hhd %llu %zx %p %c %Lg", "plain", "%+0#x%jd%td%a"]

    static let formatTokens = [
        "%", "*", ".", "d", "s", "n", "1$", "hh", "ll", "L", "z", "j", "t", "q", "-", "+", "0", "#", " ", "99999999999",
        "é", "\u{0}", "%%", "%s", "%ld",
    ]

    static let header = """
        # 1 "a.h"
        typedef unsigned long int size_t; /* A text. */ extern int puts(const char *__s);
        # 40 "b.h" 3 4
        static inline int twice(int a) { return 2 * a; } extern int errors;
        struct later; typedef struct later *pointer; struct later { pointer next; __builtin_va_list list; };
        __extension__ typedef long long int wide; extern int f(int) __attribute__((__nothrow__, __leaf__));
        """
}
