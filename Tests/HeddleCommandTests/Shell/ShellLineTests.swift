// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A line of heddle shell")
struct ShellLineTests {
    private let bench: ShellBench

    init() throws {
        bench = try ShellBench()
    }

    @Test(
        "is a call as C writes it, and shows its result",
        arguments: [
            ("cos(0)", "1"), ("cos(0);", "1"), ("m.cos(0)", "1"), ("  pow( 2 , 10 )  ", "1024"),
            (#"strlen("hello")"#, "5"), (#"strlen("a\tb\n\"\u00e9\\")"#, "8"), ("abs(-0x10)", "16"),
            ("abs(-12L)", "12"),
            ("fabs(-.5)", "0.5"), ("fabs(-5.)", "5"), ("fabs(1e-3f)", "0.001"), ("abs(0755)", "493"),
            ("cos(0) // one", "1"), ("cos(0) # one", "1"),
            (#"strlen("\x41\101\a\v\?")"#, "5"), ("toupper('a')", "65"),
            ("div(7, 2)", #"{"quot": 3, "rem": 1}"#), ("abs(n: -3)", "3"), ("abs(-0)", "0"),
            ("getenv(\"HEDDLE_NO_SUCH\")", "null"),
            ("copysign(NaN, 1)", "\"NaN\""), ("fabs(-Infinity)", "\"Infinity\""), ("strlen('\"')", nil),
        ])
    func calls(line: String, shown: String?) throws {
        let ended = try bench.type(line)
        #expect(ended.output == (shown.map { $0 + "\n" } ?? ""))
        #expect(ended.status == (shown == nil ? 3 : 0), "\(ended.errors)")
    }

    @Test(
        "follows no path without end",
        arguments: [String(repeating: "*", count: 50_000) + "p", "p" + String(repeating: "[0]", count: 50_000)])
    func longPath(line: String) throws {
        let ended = try bench.type("p = new int", line)
        #expect(ended.errors.contains("a path has at most 1000 steps"), "\(ended.errors.suffix(300))")
        #expect([2, 3].contains(ended.status))
    }

    @Test(
        "that declares a variable, as C does, says how an object is made",
        arguments: [
            ("int k;", "k = new int"), ("char b[10];", "b = new char[10]"), ("struct tm t;", "t = new struct tm"),
        ])
    func variables(line: String, made: String) throws {
        let ended = try bench.type(line)
        #expect(ended.status == 3 && ended.errors.contains("= \(made) makes an object in memory"), "\(ended.errors)")
        #expect(try bench.type(made).status == 0)
    }

    @Test("makes the calls among its values first, and the behaviour has a step for each")
    func inner() throws {
        let ended = try bench.type(
            "cos(cos(0))", "y = pow(m.sqrt(4), div(7, 2).quot) == 8", "pow(sqrt(4), sqrt(9))", ".save saved.json")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.hasPrefix("1\n0.5403023058681398\n2\n{\"quot\": 3, \"rem\": 1}\n8\n2\n3\n8\n"))
        #expect(
            bench.steps() == [
                #"{ "call": "m.cos", "with": [0], "save": "cos_result" }"#,
                #"{ "call": "m.cos", "with": [{ "ref": "cos_result" }] }"#,
                #"{ "call": "m.sqrt", "with": [4], "save": "sqrt_result" }"#,
                #"{ "call": "c.div", "with": [7, 2], "save": { "div_result": "result.quot" } }"#,
                #"{ "call": "m.pow", "with": [{ "ref": "sqrt_result" }, { "ref": "div_result" }], "expect": { "result": 8 }, "save": "y" }"#,
                #"{ "call": "m.sqrt", "with": [4], "save": "sqrt_result_2" }"#,
                #"{ "call": "m.sqrt", "with": [9], "save": "sqrt_result_3" }"#,
                #"{ "call": "m.pow", "with": [{ "ref": "sqrt_result_2" }, { "ref": "sqrt_result_3" }] }"#,
            ])
        #expect(try bench.run("run", "saved.json").status == 0)
    }

    @Test("casts an argument, as C does: a further one gets its type, and a pointer is taken for another one")
    func casts() throws {
        let ended = try bench.type(
            #"snprintf(NULL, 0, "%d %s", (int)12, (const char *)"ab") == 5"#, "n = 7",
            #"snprintf(NULL, 0, "%d", (int)n) == 1"#,
            "abs((int)-3) == 3", "p = new int[2]", #"snprintf(NULL, 0, "%p", (void *)p) > 2"#,
            #"snprintf(NULL, 0, "%p", (void *)NULL) == 5"#, into: ["libc.so.6"])
        #expect(ended.status == 0, "\(ended.errors)")
    }

    @Test("takes what a parameter without a name hands out by its position")
    func unnamed() throws {
        let ended = try bench.type("double frexp(double, _Out_ int *);", "e = c.frexp(8).$2", "e", "c.frexp(8).$2 == 4")
        #expect(ended.output == "declared in c\n0.5\n$2 = 4\n4\n0.5\n$2 = 4\n", "\(ended)")
        #expect(ended.status == 0, "\(ended.errors)")
    }

    @Test("reads and writes what a pointer points to, as * does in C")
    func pointed() throws {
        let ended = try bench.type("n = new int", "*n = 4", "*n", "*n == 4", "abs(*n)", "k = new int[2]", "*k")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.hasSuffix("0\n") && ended.output.contains("4\n4\n4\n"), "\(ended.output)")
    }

    @Test("shows a constant, and a value that a line has given a name")
    func known() throws {
        let ended = try bench.type("x = 3", "x", "enum mode { OFF, ON = 7 };", "ON", "abs(ON) == 7", "abs(x) == 3")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains("3\n") && ended.output.contains("7\n"), "\(ended.output)")
    }

    @Test("that compares a value that no call gives says how it is compared", arguments: ["n = abs(-9)", "n = 9"])
    func compared(line: String) throws {
        let ended = try bench.type(line, "n == 9")
        #expect(ended.status == 2)
        #expect(ended.errors.contains("n is a value, and a line compares what it calls or reads"), "\(ended.errors)")
    }

    @Test("that compares a part of such a value does, too")
    func comparedPart() throws {
        let ended = try bench.type("d = div(7, 2)", "d.quot == 3")
        #expect(ended.status == 2)
        #expect(
            ended.errors.contains("d.quot is a value, and a line compares what it calls or reads"), "\(ended.errors)")
        #expect(ended.errors.contains("as in f(…).quot == 9; d.quot alone shows it"), "\(ended.errors)")
    }

    @Test("that declares a variable with its value says how both are made")
    func declaredValue() throws {
        let ended = try bench.type("int i = 5")
        #expect(ended.errors.contains("name = new TYPE makes an object in memory"), "\(ended.errors)")
    }

    @Test("saves a result under a name, which later lines use, and may save again")
    func saves() throws {
        let ended = try bench.type(
            "x = sqrt(2)", "pow(x, 2)", "x = cos(0)", "x", "y = pow(x, x)", "pow(y, x)", ".save saved.json")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.hasPrefix("1.4142135623730951\n2.0000000000000004\n1\n1\n1\n1\n"))
        #expect(
            bench.steps() == [
                #"{ "call": "m.sqrt", "with": [2], "save": "x" }"#,
                #"{ "call": "m.pow", "with": [{ "ref": "x" }, 2] }"#,
                #"{ "call": "m.cos", "with": [0], "save": "x_2" }"#,
                #"{ "call": "m.pow", "with": [{ "ref": "x_2" }, { "ref": "x_2" }], "save": "y" }"#,
                #"{ "call": "m.pow", "with": [{ "ref": "y" }, { "ref": "x_2" }] }"#,
            ])
        #expect(try bench.run("run", "saved.json").status == 0)
    }

    @Test("expects a result, and is kept only if that holds")
    func expects() throws {
        let ended = try bench.type(
            "abs(-3) == 3", "abs(-3) != 4", "abs(-3) < 4", "abs(-3) >= 3", "abs(-3) == 4", ".save saved.json")
        #expect(ended.status == 1)
        #expect(ended.errors.contains("= expected: int 4"))
        #expect(ended.errors.contains("= actual:   int 3"))
        #expect(
            bench.steps() == [
                #"{ "call": "c.abs", "with": [-3], "expect": { "result": 3 } }"#,
                #"{ "call": "c.abs", "with": [-3], "expect": { "result": { "ne": 4 } } }"#,
                #"{ "call": "c.abs", "with": [-3], "expect": { "result": { "lt": 4 } } }"#,
                #"{ "call": "c.abs", "with": [-3], "expect": { "result": { "ge": 3 } } }"#,
            ])
    }

    @Test("takes a part of what a call comes to, behind a dot")
    func parts() throws {
        let ended = try bench.type(
            "q = div(7, 2).quot", "q", "div(7, 2).rem == 1", #"access("/no/such", 0).errno == "ENOENT""#,
            "e = frexp(8).exponent", "e", "f = frexp(8)", "f", ".save saved.json")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(
            bench.steps().prefix(5) == [
                #"{ "call": "c.div", "with": [7, 2], "save": { "q": "result.quot" } }"#,
                #"{ "call": "c.div", "with": [7, 2], "expect": { "result.rem": 1 } }"#,
                #"{ "call": "c.access", "with": ["/no/such", 0], "expect": { "errno": "ENOENT" } }"#,
                #"{ "call": "m.frexp", "with": [8], "save": { "e": "out.exponent" } }"#,
                #"{ "call": "m.frexp", "with": [8], "save": "f" }"#,
            ])
    }

    @Test("casts a number as C does, and refuses what no type holds")
    func castNumbers() throws {
        let ended = try bench.type(
            "fabs((int)2.7) == 2", "fabs((float)0.1) == 0.10000000149011612", "abs((unsigned char)300) == 44",
            "abs((_Bool)5) == 1", "n = new int", "*n = 7", "y = sqrt(2)", "fabs((int)y) == 1",
            "enum mode { OFF, ON = 7 };", "abs((int)ON) == 7")
        #expect(ended.status == 0, "\(ended.errors)")
        for line in ["abs((int)4294967296)", "abs((short)70000)", "abs((nope)5)", "abs((struct tm)5)", "abs((int *)5)"]
        {
            #expect(try bench.type(line).status != 0, "\(line)")
        }
    }

    @Test("casts pointers: NULL, 0, and the result of a call")
    func castPointers() throws {
        let ended = try bench.type(
            "getenv((const char *)\"HEDDLE_NO_SUCH\")", "p = new char[8]", "memchr((void *)p, 0, 8)",
            "free((void *)malloc(3))",
            "free((void *)0)", "free((char *)NULL)", into: ["libc.so.6"])
        #expect(ended.errors.isEmpty, "\(ended.errors)")
    }

    @Test("shows the part that stands behind a call, also where nothing names or expects it")
    func shownParts() throws {
        let ended = try bench.type("div(7, 2).quot", "frexp(8).exponent", ".save saved.json")
        #expect(ended.output.hasPrefix("{\"quot\": 3, \"rem\": 1}\n3\n0.5\nexponent = 4\n4\n"), "\(ended)")
        #expect(
            bench.steps().first == #"{ "call": "c.div", "with": [7, 2], "save": { "div_result": "result.quot" } }"#)
    }

    @Test("declares types and functions in C, on one line or on several")
    func declares() throws {
        let ended = try bench.type(
            "struct point {", "    int x, y;", "};", "p = new struct point", "p->y = 4", "p->y", "p->x",
            "long labs(long n);", "labs(-7)", "_Success_(return == 0) int chdir(_In_z_ const char *path);",
            #"chdir("/no/such")"#)
        #expect(ended.output.contains("declared\n<point #1>\n4\n0\ndeclared in c\n7\ndeclared in c\n"))
        #expect(ended.output.contains("c.chdir(\"/no/such\") failed: "))
        #expect(ended.status == 1)
    }

    @Test("is a step of a behaviour in JSON, on one line or on several")
    func json() throws {
        let ended = try bench.type(
            #"{ "repeat": [{ "call": "c.abs", "with": [-1] }], "times": 3 }"#, "{", #""call": "m.cos","#,
            #""with": [0], "save": "one" }"#, "one")
        #expect(ended.output == "1\n1\n1\n1\n1\n")
        #expect(ended.status == 0, "\(ended.errors)")
    }

    @Test("is passed over if it is empty or a comment")
    func comments() throws {
        let ended = try bench.type("", "   ", "# it's (", "// {", "abs(1)")
        #expect(ended.output == "1\n")
        #expect(ended.errors.isEmpty)
    }

    @Test(
        "says what is wrong with it, and where, and calls nothing",
        arguments: [
            ("strlen(hello)", "hello is no saved value, no constant and no function of a module", ":1:8"),
            ("cos(1", "expected , or )", ":1:6"), ("cos(1 2)", "expected , or )", ":1:7"),
            ("cos(1) 2", "expected the end of the line", ":1:8"), ("cos(08)", "this is no number", ":1:5"),
            ("cos(1..2)", "this is no number", ":1:5"), ("cosh1(1)", "no module has a function cosh1", ":1:1"),
            ("x = m", "m is no saved value, no constant and no function of a module", nil),
            ("m = cos(1)", "m is a module, and cannot name a value", ":1:1"),
            (#"strlen("abc)"#, "the text has no end", ":1:8"), (#"strlen("\q")"#, "unknown escape", ":1:10"),
            ("toupper('ab')", "expected one character between '", ":1:13"),
            ("pow(x: 1, 2)", "expected all arguments by position, or all by name", ":1:11"),
            ("cos(&x)", "nothing here hands something out", ":1:5"),
            ("?", "expected a call such as cos(0)", ":1:1"),
            ("cos(1) ==", "expected a value", ":1:10"),
            ("cos(cos(1) == 1)", "expected , or )", ":1:12"),
            ("x = [cos(1)]", "a call among values stands in a call", ":1:1"),
            ("cos(coz(1))", "no module has a function coz", ":1:5"),
            ("f = cos", "cos is a function: write cos(…) to call it", ":1:5"),
            ("NULL = abs(1)", "NULL is a value, and cannot name another one", ":1:1"),
            ("cos", "cos is no saved value, and so cannot stand here", ":1:1"),
            ("new int", "the object needs a name: p = new int", ":1:1"), ("cos([[", "expected a value", nil),
        ])
    func mistakes(line: String, message: String, place: String?) throws {
        let ended = try bench.type(line)
        #expect(ended.output.isEmpty)
        #expect(ended.status != 0)
        if place != nil { #expect(ended.errors.contains("error: \(message)"), "\(ended.errors)") }
        if let place { #expect(ended.errors.contains("--> line 1\(place)\n"), "\(ended.errors)") }
    }

    @Test("gives a value a name, which stands for it in later lines")
    func defines() throws {
        let ended = try bench.type("size = 0x10", "abs(size)", "list = [1, 2]", "size = -3", "abs(size)", ".steps")
        #expect(ended.output.hasPrefix("16\n3\n{"))
        #expect(ended.output.contains(#"{ "call": "c.abs", "with": [-3] }"#))
        #expect(ended.status == 0, "\(ended.errors)")
    }

    @Test("in JSON means the values that the behaviour has under their names")
    func olderNames() throws {
        let ended = try bench.type(
            "x = abs(-1)", "x = abs(-2)", "x = abs(-3)", #"{ "call": "c.abs", "with": [{ "ref": "x" }] }"#,
            #"{ "call": "c.abs", "with": [{ "ref": "x_3" }], "save": "y" }"#, "y")
        #expect(ended.errors.contains("error: the latest x is x_3 in the behaviour, where x is an earlier value"))
        #expect(ended.output == "1\n2\n3\n3\n3\n")
    }

    @Test("in JSON saves no name again, which the behaviour would refuse")
    func savedTwice() throws {
        let step = #"{ "call": "c.abs", "with": [-1], "save": "a" }"#
        let ended = try bench.type(step, step, "a", ".save saved.json")
        #expect(ended.errors.contains("error: the behaviour has saved a already"), "\(ended.errors)")
        #expect(try bench.run("run", "saved.json").status == 0)
    }

    @Test("may be as deep as a value of JSON, and not so deep that reading it takes all memory")
    func depth() throws {
        let ended = try bench.type(
            "cos(" + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + ")", "abs(-1)")
        #expect(ended.errors.contains("a value has 200 levels at most"))
        #expect(ended.output == "1\n")
    }

    @Test("that a declaration would mend says so")
    func undeclared() throws {
        let ended = try bench.type(#"strtoq("12", 10)"#)
        #expect(ended.errors.contains("error: the function strtoq of c is not declared"))
        #expect(ended.errors.contains("= type its C declaration with a ; at its end, such as double cos(double x);"))
        #expect(ended.status == 4)
    }

    @Test("that declares a function which no library has says so")
    func absent() throws {
        let ended = try bench.type(
            "double nothing(double x);", "double cbrt(double x);", "cbrt(8)", into: ["libm.so.6"])
        #expect(ended.output == "declared in m, which exports no such function\ndeclared in m\n2\n")
    }

    @Test("that names a function which two libraries have says which")
    func ambiguous() throws {
        try BuiltModules.compile(
            "int abs(int j); int abs(int j) { return -j; }", to: "libmine.so", flags: ["-fno-builtin"], in: bench.folder
        )
        let ended = try bench.type(
            "int abs(int j);", "abs(3)", "mine.abs(3)", "c.abs(-3)", into: ["libc.so.6", "./libmine.so"])
        #expect(ended.errors.contains("error: 2 modules have a function abs"))
        #expect(ended.errors.contains("= say which: c.abs, mine.abs"))
        #expect(ended.output == "declared in mine\n-3\n3\n")
    }
}
