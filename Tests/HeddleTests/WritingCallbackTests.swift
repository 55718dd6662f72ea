// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("A callback writes what it computes behind the pointers that it gets")
struct WritingCallbackTests {
    private static let source = """
        #include <stddef.h>
        /* Euler's method: y' = f(t, y), so many steps of 1. */
        int integrate(int (*f)(double t, const double y[], double dydt[]), double y[2], int steps) {
            for (int i = 0; i < steps; i++) {
                double slope[2] = { 0, 0 };
                int refusal = f(i, y, slope);
                if (refusal) return refusal;
                y[0] += slope[0], y[1] += slope[1];
            }
            return 0;
        }
        struct vector { size_t size, stride; double *data; };
        double sum(void (*fill)(int seed, struct vector *v), int seed) {
            double values[6] = { 0 };
            struct vector v = { 3, 2, values };
            fill(seed, &v);
            return v.data[0] + v.data[2] * 10 + v.data[4] * 100 + (v.size - 3) * 1000;
        }
        int narrow(int (*f)(signed char *small, unsigned short *wide)) {
            struct { signed char small, guard; unsigned short wide, behind; } room = { 0, 7, 0, 9 };
            int result = f(&room.small, &room.wide);
            return room.guard == 7 && room.behind == 9 ? result * 100000 + room.wide * 100 + room.small : -1;
        }
        const char *chosen(int (*pick)(const char *a, const char *b, const char **winner)) {
            const char *winner = "nobody";
            pick("weft", "warp", &winner);
            return winner;
        }
        int maybe(int (*f)(double *gradient, int *n), int kind) {
            double gradient[2] = { 0, 0 };
            int n = 0;
            f(kind ? gradient : NULL, &n);
            return (int)(gradient[1] * 10 + gradient[0]) + n;
        }
        unsigned long far(void (*f)(unsigned long *far, _Bool *is)) {
            unsigned long number = 0;
            _Bool is = 0;
            f(&number, &is);
            return number + is;
        }
        int at(int (*f)(int *nowhere)) { return f((int *)16); }
        int named(int (*f)(int n, char *name, unsigned char *bytes), int n) {
            char name[8] = "1234567";
            unsigned char bytes[4] = { 9, 9, 9, 9 };
            int result = f(n, name, bytes);
            return result * 100000 + bytes[0] * 100 + bytes[1] * 10 + (name[3] == 0 && name[0] == 'y') + (name[4] == '5');
        }
        struct flags { unsigned low : 3; int middle : 4; unsigned high : 9; _Bool on : 1; };
        int flag(int (*f)(struct flags *flags, int n), int n) {
            struct flags flags = { 5, -2, 300, 0 };
            f(&flags, n);
            return flags.low * 100000 + (flags.middle + 8) * 1000 + flags.high + flags.on * 10000000;
        }
        int swap(int (*f)(int *a, int *b)) { int a = 1, b = 2; f(&a, &b); return a * 10 + b; }
        """
    private static let declarations = [
        "int integrate(int (*f)(double t, _In_reads_(2) const double *y, _Out_writes_(2) double *dydt), _Inout_updates_(2) double *y, int steps)",
        "struct vector { size_t size, stride; _In_reads_(size * stride) double *data; }",
        "double sum(void (*fill)(int seed, struct vector *v), int seed)",
        "int narrow(int (*f)(_Out_ signed char *small, _Out_ unsigned short *wide))",
        "const char *chosen(int (*pick)(const char *a, const char *b, _Outptr_ const char **winner))",
        "int at(int (*f)(_Out_ int *nowhere))", "int swap(int (*f)(_Inout_ int *a, _Inout_ int *b))",
        "struct flags { unsigned low : 3; int middle : 4; unsigned high : 9; _Bool on : 1; }",
        "int flag(int (*f)(_Inout_ struct flags *flags, int n), int n)",
        "int named(int (*f)(int n, _Inout_updates_(8) char *name, _Inout_updates_(4) unsigned char *bytes), int n)",
    ]
    private let bench: CallbackBench

    init() throws { bench = try CallbackBench(Self.source) }

    private func result(
        _ function: String, _ options: String, _ further: String = "", declared: [String] = Self.declarations
    ) throws -> String {
        try bench.result(function, options, further, declared: declared)
    }

    @Test("for an integrator: a list of the values of an array")
    func list() throws {
        #expect(
            try result("integrate", #""returns": 0, "writes": { "dydt": ["y[1]", "-y[0] + t"] }"#, ", [1, 0], 2")
                == "0 [0,-1]")
    }

    @Test("one value by one, by the operators of C")
    func single() throws {
        #expect(
            try result("integrate", #""returns": 0, "writes": { "dydt[1]": 2, "*dydt": "t" }"#, ", [1, 0], 3")
                == "0 [4,6]")
    }

    @Test("in a structure that it gets a pointer to, and behind a counted member of it")
    func structures() throws {
        #expect(
            try result(
                "sum",
                #""writes": { "v->data[0]": "seed", "v->data[v->stride]": "seed + 1", "v->data[2 * v->stride]": 3, "v->size": 4 }"#,
                ", 1") == "1321")
    }

    @Test("with the width that the type has, and with nothing beside it touched")
    func narrow() throws {
        #expect(try result("narrow", #""returns": 1, "writes": { "*small": -3, "*wide": 65535 }"#) == "6653497")
    }

    @Test("a pointer, such as another argument")
    func pointers() throws {
        let options = #""returns": 0, "writes": { "*winner": "strcmp(a, b) < 0 ? a : b" }"#
        #expect(try result("chosen", options) == "\"warp\"")
        #expect(try result("chosen", #""returns": 0, "writes": { "*winner": "NULL" }"#).contains("null"))
    }

    @Test("all at once: each value is computed from what the caller has given")
    func atOnce() throws {
        #expect(try result("swap", #""returns": 0, "writes": { "*a": "*b", "*b": "*a" }"#) == "21")
    }

    @Test(
        "or the call fails, and says what could not be written",
        arguments: [
            ("integrate", #""dydt[t + 1.5 > 2 ? 2 : 0]": 1"#, ", [1, 0], 2", "dydt has 2 elements"),
            ("sum", #""v->data[seed]": 1"#, ", 6", "v->data has 6 elements"),
            ("integrate", #""dydt[0]": "10 / (int)t""#, ", [1, 0], 1", "of dydt[0], 10 / 0 divides by zero"),
            ("at", #""*nowhere": 1"#, "", "the memory of nowhere cannot be written"),
        ])
    func faults(_ function: String, _ write: String, _ further: String, _ message: String) throws {
        let returns = function == "sum" ? "" : #""returns": 0, "#
        let result = try result(function, "\(returns)\"writes\": { \(write) }", further)
        #expect(result.contains(message), "\(result)")
    }

    @Test(
        "and what can never be written is refused before anything is called, where it stands",
        arguments: [
            ("integrate", #""y[0]": 1"#, ", [1, 0], 2", #""y[0]", which is declared const"#),
            ("integrate", #""t": 1"#, ", [1, 0], 2", #""t", which the callback gets by value"#),
            ("integrate", #""dydt": 1"#, ", [1, 0], 2", #"such as *dydt or dydt[0]"#),
            ("integrate", #""dydt[0] + 1": 1"#, ", [1, 0], 2", "a place that is written"),
            ("integrate", #""dydt": ["x"]"#, ", [1, 0], 2", "the name of a parameter: t, y, dydt"),
            ("integrate", #""dydt": [null]"#, ", [1, 0], 2", "an expression such as"),
            ("integrate", #""dydt": ["\"text\""]"#, ", [1, 0], 2", "a text"),
            ("narrow", #""*small": 0.5"#, "", "write (long)(…)"), ("narrow", #""*small": 128"#, "", "from -128 to 127"),
            ("narrow", #""*small": "1 / 0""#, "", "divides by zero"),
            ("sum", #""*v": 0"#, ", 1", "structures are not computed"),
            ("sum", #""v->data": "NULL""#, ", 1", "a pointer to values that other members count"),
        ])
    func mistakes(_ function: String, _ write: String, _ further: String, _ message: String) throws {
        let returns = function == "sum" ? "" : #""returns": 0, "#
        let result = try result(function, "\(returns)\"writes\": { \(write) }", further)
        #expect(result.contains(message), "\(result)")
    }

    @Test("a text, with the 0 behind it, and bytes of one")
    func texts() throws {
        let writes = #""returns": 0, "writes": { "name": "\"yes\"", "bytes": "\"\u00e9\"" }"#
        // In UTF-8, é is 195, 169.
        #expect(try result("named", writes, ", 0") == "\(19500 + 1690 + 2)")
        #expect(
            try result("named", #""returns": 0, "writes": { "name": "\"too long\"" }"#, ", 0").contains(
                "one from 0 to 7"))
        #expect(
            try result("narrow", #""returns": 0, "writes": { "wide": "\"wide\"" }"#).contains(
                "no characters stand there"))
    }

    @Test("characters that are no ASCII, and lists that begin at an element")
    func offsets() throws {
        let writes = #""returns": 0, "writes": { "name": "\"yé\"", "bytes[1]": [4, "n + 5"], "*bytes": 3 }"#
        #expect(try result("named", writes, ", 0") == "\(300 + 40 + 2)")
        #expect(
            try result("named", #""returns": 0, "writes": { "name[1]": "\"es\"", "name[0]": "'y'" }"#, ", 0") == "992"
        )
        #expect(
            try result("named", #""returns": 0, "writes": { "bytes[0 + 1]": [4], "bytes[1 - 1]": 3 }"#, ", 0") == "341")
        #expect(
            try result("integrate", #""returns": 0, "writes": { "dydt[1]": [1, 2] }"#, ", [1, 0], 2").contains(
                "the index 2"))
    }

    @Test("a bit-field, and nothing beside it")
    func bitFields() throws {
        let writes = #""returns": 0, "writes": { "flags->middle": "-n", "flags->on": true }"#
        #expect(try result("flag", writes, ", 7") == "\(10_000_000 + 500_000 + 1000 + 300)")
        #expect(try result("flag", writes, ", 9").contains("it computes -9, which must be a whole number from -8 to 7"))
        #expect(
            try result("flag", #""returns": 0, "writes": { "flags->low": 9 }"#, ", 1").contains(
                "from 0 to 7, as 3 bits hold"))
        #expect(
            try result("flag", #""returns": 0, "writes": { "flags->low": 2, "flags->high": "n * 100" }"#, ", 5")
                == "\(200_000 + 6000 + 500)")
    }

    @Test("and no place twice, by whichever way")
    func onePlace() throws {
        for writes in [#""*bytes": 1, "$3[0]": 2"#, #""bytes[n]": 1, "bytes[n * 2]": 2"#] {
            let result = try result("named", "\"returns\": 0, \"writes\": { \(writes) }", ", 0")
            #expect(result.contains("are one place"), "\(result)")
        }
        #expect(try result("named", #""returns": 0, "writes": { "bytes[n]": 1, "bytes[n * 2]": 2 }"#, ", 1") == "911")
    }

    @Test("other values where the arguments meet the condition of a rule")
    func rules() throws {
        let options = #"""
            "rules": [{ "if": "n > 1", "returns": 1, "writes": { "bytes[0]": "n" } },
                      { "if": "n == 1", "compute": "n + 1", "writes": { "bytes[0]": 7 } }],
            "returns": 3, "writes": { "bytes[1]": 8 }
            """#
        #expect(try result("named", options, ", 5") == "\(100000 + 500 + 80 + 1)")
        #expect(try result("named", options, ", 1") == "\(200000 + 700 + 80 + 1)")
        #expect(try result("named", options, ", 0") == "\(300000 + 900 + 80 + 1)")
        let filling =
            #""rules": [{ "if": "seed == 1", "writes": { "v->data": [4, 0, 5] } }], "writes": { "v->size": 4 }"#
        #expect(try result("sum", filling, ", 1") == "1054")
        #expect(try result("sum", filling, ", 2") == "1000")
    }

    @Test(
        "and a rule that cannot be right is refused as well",
        arguments: [
            (#"{ "if": "n > 1", "writes": { "bytes[0]": 1 } }"#, #""returns" or "compute""#),
            (#"{ "if": "n > 1" }"#, "a rule that says nothing"),
            (#"{ "if": "n > 1", "returns": 1, "compute": "n" }"#, "a rule with both"),
            (#"{ "if": "n > 1", "returns": 1, "writes": 5 }"#, #"rules such as {"if": "n > 1""#),
            (#"{ "if": "n > 1", "returns": 1, "write": {} }"#, #"the key "write""#),
            (#"{ "if": "n > 1", "returns": 1, "writes": { "bytes[1]": 1 } }"#, "one value for bytes[1]"),
            (#"{ "returns": 1, "writes": { "bytes[0]": 1 } }"#, #"rules such as {"if": "n > 1""#),
        ])
    func ruleMistakes(_ rule: String, _ message: String) throws {
        let result = try result("named", #""rules": [\#(rule)], "returns": 0, "writes": { "bytes[1]": 8 }"#, ", 0")
        #expect(result.contains(message), "\(result)")
    }

    @Test(
        "each place once, and within the number that is declared",
        arguments: [
            (#""dydt[0]": 1, "*dydt": 2"#, "one value for dydt[0]"),
            (#""dydt": [1, 2], "dydt[1]": 2"#, "one value for dydt[1]"),
            (#""dydt[2]": 1"#, "the index 2"), (#""dydt[1 + 1]": 1"#, "one from 0 to 1"),
            (#""dydt[-1]": 1"#, "the index -1"),
            (#""dydt": [1, 2, 3]"#, "the index 2"), (#""dydt[0]": "y[7]""#, "the index 7"),
            (#""dydt[1 / 0]": 1"#, "divides by zero"),
        ])
    func places(_ writes: String, _ message: String) throws {
        let result = try result("integrate", "\"returns\": 0, \"writes\": { \(writes) }", ", [1, 0], 2")
        #expect(result.contains(message), "\(result)")
    }

    @Test("and nothing behind a pointer that is null, where the declaration allows that")
    func null() throws {
        let declared = ["int maybe(int (*f)(_Out_writes_opt_(2) double *gradient, _Inout_ int *n), int kind)"]
        let writes = #""returns": 0, "writes": { "gradient": [1, 2], "*n": "*n + 1" }"#
        #expect(try result("maybe", writes, ", 0", declared: declared) == "1")
        #expect(try result("maybe", writes, ", 1", declared: declared) == "22")
    }

    @Test("and truth values, and numbers beyond those of long")
    func further() throws {
        let declared = ["unsigned long far(void (*f)(_Out_ unsigned long *far, _Out_ _Bool *is))"]
        #expect(
            try result("far", #""writes": { "*far": 18446744073709551614, "*is": true }"#, declared: declared)
                == "18446744073709551615")
    }

    @Test("and values that nobody has counted are not written")
    func uncounted() throws {
        let result = try result(
            "sum", #""writes": { "v->data[2]": 1 }"#, ", 1",
            declared: [
                "struct vector { size_t size, stride; double *data; }",
                "double sum(void (*fill)(int seed, struct vector *v), int seed)",
            ])
        #expect(result.contains("not declared how many values are there"), "\(result)")
    }
}
