// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("An order to heddle shell")
struct ShellOrderTests {
    private let bench: ShellBench

    init() throws {
        bench = try ShellBench()
    }

    @Test("shows what a line can be")
    func help() throws {
        let ended = try bench.type(".help")
        for order in [".functions", ".show", ".load", ".bindings", ".steps", ".save", ".again", ".quit"] {
            #expect(ended.output.contains("\n\(order)"))
        }
        #expect(ended.output.contains("x = sqrt(2)"))
    }

    @Test("lists functions, and shows a declaration")
    func functions() throws {
        let ended = try bench.type(
            ".functions cosh*", ".functions c.tol*", ".functions c.tou*", ".show pow", ".show c.abs")
        #expect(
            ended.output.split(separator: "\n").filter { !$0.contains("that nothing declares") } == [
                "m.cosh  double cosh(double x)", "m.coshf  float coshf(float x)",
                "m.coshl  long double coshl(long double x)", "c.tolower  int tolower(int c)",
                "c.tolower_l  int tolower_l(int c, locale_t locale)", "c.toupper  int toupper(int c)",
                "c.toupper_l  int toupper_l(int c, locale_t locale)", "m.pow  double pow(double x, double y)",
                "c.abs  int abs(int n)",
            ])
        #expect(ended.errors.isEmpty)
    }

    @Test("shows types with their members and sizes, and constants")
    func types() throws {
        let ended = try bench.type(
            "typedef struct pair { char kind; union { int i; double d; } is; } pair;", "enum color { RED, BLUE = 4 };",
            ".show pair", ".show struct pair", ".show enum color", ".show BLUE", "p = pair")
        #expect(
            ended.output.split(separator: "\n") == [
                "declared", "declared", "m, 16 bytes: struct pair { char kind; union { int i; double d; } is; }",
                "m, 16 bytes: struct pair { char kind; union { int i; double d; } is; }",
                "m, 4 bytes: enum color { RED, BLUE = 4 }", "m.BLUE  4",
            ])
        #expect(ended.errors.contains("= new pair makes an object in memory"), "\(ended.errors)")
    }

    @Test("loads a library, and bindings for it")
    func loads() throws {
        let ended = try bench.type(
            "cos(0)", ".load libm.so.6", "cos(0)", ".load libm.so.6", ".load ./nothing.so", ".bindings none.json",
            into: [])
        #expect(ended.output == "1\n")
        #expect(ended.errors.contains("error: no module has a function cos"))
        #expect(ended.errors.contains("error: libm.so.6 is loaded already, as the module m"))
        #expect(ended.errors.contains("nothing.so"))
        #expect(ended.errors.contains("none.json"))
    }

    @Test("annotates a member of a structure, a parameter and a result")
    func annotations() throws {
        try BuiltModules.compile(
            """
            struct words { const int *all; int count; };
            int first(const struct words *of, int *rest) { *rest = of->count - 1; return of->all[0]; }
            """, to: "libwords.so", in: bench.folder)
        let tagged = try bench.type(
            "struct _value { int _kind; union { int i; double d; } _is; };",
            #".annotate struct _value { "_is": "_Switch_is_(_kind)", "_is.i": "_Case_(1)", "_is.d": "_Case_(2)" }"#,
            #"v = new struct _value"#, #"v[0] = {"_is": {"d": 2.5}}"#, "v->_kind == 2", "v->_is.d == 2.5")
        #expect(tagged.errors == "" && tagged.status == 0, "\(tagged)")
        let ended = try bench.type(
            "struct words { const int *all; int count; };", "int first(const struct words *of, int *rest);",
            ".annotate struct words all _In_reads_(count)", ".annotate first of _In_", ".annotate first rest _Out_",
            "first({\"all\": [7, 8, 9]}) == 7", ".save saved.json", into: ["./libwords.so"])
        #expect(ended.errors == "")
        #expect(ended.status == 0)
        #expect(try bench.run("run", "saved.json").status == 0)
        for (line, message) in [
            (".annotate abs {}", ".annotate needs NAME PART WORDS"), (".annotate", ".annotate needs NAME PART WORDS"),
            (".annotate abs n", ".annotate needs NAME PART WORDS"),
            (#".annotate abs { "n": 1 }"#, ".annotate needs NAME PART WORDS"),
            (".annotate abs m _In_", "m is no parameter of abs"), (".annotate struct nothing m _In_", "nothing"),
        ] {
            let refused = try bench.type(line)
            #expect(refused.errors.contains(message), "\(refused.errors)")
            #expect(refused.status != 0)
        }
    }

    @Test("and every other line is named by its number where nobody types it")
    func numbers() throws {
        let ended = try bench.type("abs(-3)", "", "cos(0", "# more", ")", "abs(1) == 2", "abs(nothing)", ".none")
        for place in ["--> line 3:1:7", "--> the step of line 6:4:", "--> line 7:1:5", "= in line 8"] {
            #expect(ended.errors.contains(place), "\(ended.errors)")
        }
    }

    @Test("writes a behaviour whose paths hold in the folder that it is written to")
    func moved() throws {
        try BuiltModules.compile("int two(void); int two(void) { return 2; }", to: "libtwo.so", in: bench.folder)
        try FileManager.default.createDirectory(
            atPath: bench.folder("below"), withIntermediateDirectories: false)
        let ended = try bench.type(
            "int two(void);", "two() == 2", ".save below/saved.json", into: ["./libtwo.so"])
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(bench.folder.text(of: "below/saved.json")?.contains(#""library": "../libtwo.so""#) == true)
        #expect(try bench.run("run", "below/saved.json").status == 0)
    }

    @Test("shows the behaviour, which is the one that is written")
    func steps() throws {
        let ended = try bench.type("cos(0) == 1", ".steps", ".save saved.json")
        let text = try #require(bench.folder.text(of: "saved.json"))
        #expect(ended.output == "1\n\(text)saved.json: 1 step; heddle run saved.json runs it\n")
    }

    @Test(
        "that cannot be done says why",
        arguments: [
            (".sav x", "there is no .sav", #"did you mean "save"?"#), (".save", ".save needs FILE", ".save FILE"),
            (".save x.json", "there is no step to save", "a line that held is one"),
            (".show nothing", "no function, type or constant is named nothing", ".functions lists all"),
            (".show poww", "no function, type or constant is named poww", #"did you mean "pow"?"#),
        ])
    func mistakes(line: String, message: String, mend: String) throws {
        let ended = try bench.type(line)
        #expect(ended.errors.contains("error: \(message)"), "\(ended.errors)")
        #expect(ended.errors.contains(mend), "\(ended.errors)")
        #expect(ended.status == 2)
    }

    @Test("leaves the lines behind it undone")
    func quits() throws {
        #expect(try bench.type("abs(-1)", ".quit", "abs(-2)").output == "1\n")
        #expect(try bench.type(".exit", "abs(-2)").output.isEmpty)
    }
}
