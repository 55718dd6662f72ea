// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Annotations of functions that are declared elsewhere")
struct AnnotateTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            #include <stdlib.h>
            #include <string.h>
            int total(const int *values, int count) { int sum = 0; while (count > 0) sum += values[--count]; return sum; }
            int halve(int n, int *half, int *rest) { *half = n / 2; *rest = n % 2; return 0; }
            char *twice(const char *text) {
                char *made = malloc(2 * strlen(text) + 1);
                return made == NULL ? NULL : strcat(strcpy(made, text), text);
            }
            void give_back(char *text) { free(text); }
            int length(const char *text) { return text == NULL ? -1 : (int)strlen(text); }
            int (*choose(int which))(int) { (void)which; return abs; }
            int hand_over(int (*take)(const unsigned char *data, unsigned size), int times) {
                int sum = 0;
                while (times-- > 0) sum += take((const unsigned char *)"thread", 6);
                return sum;
            }
            """, to: "own.so", in: bench.folder)
        try bench.folder.write(
            "own.json",
            """
            { "bindings": 1, "declarations": [
              "int total(const int *values, int count)", "int halve(int n, int *, int *rest)", "char *twice(const char *text)",
              "void give_back(char *text)", "int length(const char *text)", "int (*choose(int which))(int)",
              "typedef int (*taker)(const unsigned char *data, unsigned size)", "int hand_over(taker take, int times)" ] }
            """)
    }

    @Test("of the type of a callback are those of all functions that take one, also where it is declared again")
    func callbacks() throws {
        let step = #"""
            { "call": "o.hand_over", "with": [{ "callback": { "returns": 4 } }, 1],
              "expect": { "result": 4, "out.take": [[{ "hex": "746872656164" }, 6]] } }
            """#
        let bound = #""bindings": "own.json""#
        let bare = try bench.heddle("check", behaviour: behaviour(bound, step))
        #expect(
            bare.status == 3 && bare.errors.contains("\"annotate\" takes the annotations of taker"), "\(bare.errors)")
        for further in [
            #""annotate": { "taker": { "data": "_In_reads_bytes_(size)" } }"#,
            #""declarations": "typedef int (*taker)(_In_reads_bytes_(size) const unsigned char *data, unsigned size)""#,
        ] {
            let run = try bench.heddle("run", behaviour: behaviour("\(bound), \(further)", step))
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test("of a callback without a typedef stand behind the name of the parameter that takes it")
    func parametersOfParameters() throws {
        let step = #"""
            { "call": "o.hand_over", "with": [{ "callback": { "returns": 4 } }, 1],
              "expect": { "result": 4, "out.take": [[{ "hex": "746872656164" }, 6]] } }
            """#
        let declared = #""declarations": "int hand_over(int (*take)(const unsigned char *data, unsigned), int times)""#
        let bare = try bench.heddle("check", behaviour: behaviour(declared, step))
        #expect(
            bare.status == 3 && bare.errors.contains(#"write them in "annotate" under "NAME.data""#),
            "\(bare.errors)")
        for name in ["take.data", "$1.data", "take.$1"] {
            let words = #""\#(name)": "_In_reads_bytes_($2)", "return": "_Success_(return > 0)""#
            let run = try bench.heddle(
                "run", behaviour: behaviour(#"\#(declared), "annotate": { "hand_over": { \#(words) } }"#, step))
            #expect(run.status == 0, "\(run.errors)")
        }
        let wrong = #""annotate": { "hand_over": { "take.dta": "_In_reads_bytes_($2)" } }"#
        let refused = try bench.heddle("check", behaviour: behaviour("\(declared), \(wrong)", step))
        #expect(refused.errors.contains(#""take.dta" is no parameter of hand_over"#))
        #expect(refused.errors.contains(#"did you mean "take.data"?"#))
    }

    private func behaviour(_ members: String, _ steps: String) -> String {
        """
        { "behaviour": 1, "modules": { "o": { "library": "./own.so", \(members) } }, "steps": [\(steps)] }
        """
    }

    private static let steps = """
        { "call": "o.total", "with": { "values": [1, 2, 3] }, "expect": { "result": 6 } },
        { "call": "o.halve", "with": [7], "expect": { "out.rest": 1 } },
        { "call": "o.twice", "with": ["ab"], "expect": { "result": "abab" } },
        { "call": "o.length", "with": [null], "expect": { "result": -1 } }
        """
    private static let annotations = """
        { "total": { "values": "_In_reads_(count)" }, "halve": { "$2": "_Out_", "rest": "_Out_" },
          "twice": { "return": "_Free_(give_back)" }, "length": { "text": "_In_opt_z_" } }
        """

    @Test("make them callable, whether bindings or the behaviour itself declare them")
    func callable() throws {
        let bound = #""bindings": "own.json", "annotate": \#(Self.annotations)"#
        let run = try bench.heddle("run", behaviour: behaviour(bound, Self.steps))
        #expect(run.status == 0, "\(run.errors)")
        let declared = #"""
            "declarations": "int total(const int *values, int count)", "annotate": { "total": { "values": "_In_reads_(count)" } }
            """#
        let step = #"{ "call": "o.total", "with": { "values": [1, 2, 3] }, "expect": { "result": 6 } }"#
        #expect(try bench.heddle("run", behaviour: behaviour(declared, step)).status == 0)
        // Without them two of the functions are refused.
        let bare = try bench.heddle("check", behaviour: behaviour(#""bindings": "own.json""#, Self.steps))
        #expect(bare.status == 3 && bare.errors.contains("does not say what it points to"))
    }

    @Test("stand in a file that behaviours share, and the later ones count")
    func shared() throws {
        try bench.folder.write("notes.json", #"{ "bindings": 1, "annotate": \#(Self.annotations) }"#)
        let shared = #""bindings": ["own.json", "notes.json"]"#
        let run = try bench.heddle("run", behaviour: behaviour(shared, Self.steps))
        #expect(run.status == 0, "\(run.errors)")
        let later = behaviour(
            shared + #", "annotate": { "length": { "text": "_In_z_" } }"#,
            #"{ "call": "o.length", "with": [null] }"#)
        let refused = try bench.heddle("check", behaviour: later)
        #expect(refused.status == 3 && refused.errors.contains("is null, the declaration wants a text"))
    }

    @Test("keep the rest of the declaration, also around the parameters")
    func functionPointer() throws {
        let text = behaviour(
            #""bindings": "own.json", "annotate": { "choose": { "which": "_Secret_", "return": "_Idempotent_" } }"#,
            #"{ "call": "o.choose", "with": [123456] }"#)
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 0, "\(run.errors)")
        #expect(!run.output.contains("123456"))
    }

    @Test("may say again what the declaration says, and leave what restricts hooks")
    func again() throws {
        let text = behaviour(
            #""declarations": "_Unhookable_ _Idempotent_ int length(_In_z_ const char *text)", "annotate": { "length": { "text": "_In_opt_z_", "return": "_Idempotent_" } }"#,
            #"{ "call": "o.length", "with": [null], "expect": { "result": -1 } }"#)
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 0, "\(run.errors)")
        let hooked = text.replacing(
            "\"steps\"", with: "\"hooks\": [{ \"on\": \"o.length\", \"before\": \"log\" }], \"steps\"")
        #expect(try bench.heddle("check", behaviour: hooked).status != 0)
    }

    @Test("are part of a recording")
    func recorded() throws {
        let bound = #""bindings": "own.json", "annotate": \#(Self.annotations)"#
        try bench.folder.write("steps.json", behaviour(bound, Self.steps))
        for options in [[], ["--stubs"]] {
            let program = try Program.built("heddle")
            let recorded = try program.run(
                ["record", "steps.json", "-o", "recorded.json"] + options, in: bench.folder.path)
            #expect(recorded.status == 0, "\(recorded.errors)")
            #expect(try bench.heddle("run", bench.folder("recorded.json")).status == 0)
        }
    }

    @Test("of a structure without a tag stand under the name of its typedef, which is what a tag is taken for")
    func withoutTag() throws {
        let declared =
            #""declarations": ["typedef struct { int n; const int *p; } run", "int length(const char *text)"]"#
        let wrong = behaviour("\(declared), \(#""annotate": { "struct run": { "p": "_In_reads_(n)" } }"#)", "")
        #expect(try bench.heddle("check", behaviour: wrong).errors.contains("did you mean \"run\"?"))
        let right = behaviour("\(declared), \(#""annotate": { "run": { "p": "_In_reads_(n)" } }"#)", "")
        #expect(try !bench.heddle("check", behaviour: right).errors.contains("declared nowhere"))
    }

    @Test("are of bindings: a C header in their place is told from them")
    func header() throws {
        try bench.folder.write("own.h", "/* a comment */ int length(const char *text);")
        let refused = try bench.heddle("check", behaviour: behaviour(#""bindings": "own.h""#, ""))
        #expect(refused.errors.contains(#""own.h" is a C header, expected bindings"#), "\(refused.errors)")
        #expect(refused.errors.contains("heddle bind own.h --library LIBRARY -o own.json"), "\(refused.errors)")
    }

    @Test("that are wrong are mistakes at their places, each with a way out")
    func mistakes() throws {
        for (annotations, place, words, mend) in [
            (
                #"{ "totl": {} }"#, "\"totl\"", "\"totl\" is declared nowhere, and so cannot be annotated",
                "did you mean \"total\"?"
            ),
            (
                #"{ "total": { "value": "_In_" } }"#, "\"value\"", "\"value\" is no parameter of total",
                "did you mean \"values\"?"
            ),
            (
                #"{ "total": { "$3": "_In_" } }"#, "\"$3\"", "\"$3\" is no parameter of total",
                "did you mean \"$1\"?"
            ),
            (
                #"{ "total": { "third": "_In_" } }"#, "\"third\"", "\"third\" is no parameter of total",
                "write the name of a parameter, \"$1\" for the first one, or \"return\" for the result"
            ),
            (
                #"{ "halve": { "rest": "_Outt_" } }"#, "_Outt_", "unknown annotation \"_Outt_\"",
                "did you mean \"_Out_\"?"
            ),
            (
                #"{ "total": { "values": "_In_reads_(cont)" } }"#, "cont",
                "there is no parameter \"cont\" to count with",
                "did you mean \"count\"?"
            ),
            (
                #"{ "total": { "values": "_In_reads_(count)", "$1": "_In_" } }"#, "\"$1\"",
                "\"$1\" is annotated under its other name too", "write the annotations of a parameter in one place"
            ),
            (
                #"{ "length": { "return": "int evil(int n);" } }"#, "\"length\"",
                "\"length\" gets more than annotations",
                "write nothing but annotations"
            ),
            (#"{ "halve": { "n": "_Out_" } }"#, "_Out_", "\"_Out_\"", ""),
            (
                #"{ "takr": { "data": "_In_reads_bytes_(size)" } }"#, "\"takr\"", "\"takr\" is declared nowhere",
                "did you mean \"taker\"?"
            ),
            (
                #"{ "taker": { "return": "_Ret_maybenull_" } }"#, "\"return\"",
                "taker is the type of a function, whose result gets no annotations", "annotate its parameters"
            ),
            (
                #"{ "taker": { "data": "_In_reads_bytes_(length)" } }"#, "length",
                "there is no parameter \"length\" to count with", ""
            ),
        ] {
            let text = behaviour(#""bindings": "own.json", "annotate": \#(annotations)"#, "")
            let checked = try bench.heddle("check", behaviour: text)
            #expect(checked.status == 3)
            #expect(checked.errors.contains(words) && checked.errors.contains(mend), "\(checked.errors)")
            #expect(checked.errors.hasSuffix("1 error\n"))
            let carets = checked.errors.split(separator: "\n").first { $0.contains("^") } ?? ""
            #expect(carets.filter { $0 == "^" }.count == place.count, "\(checked.errors)")
        }
    }
}
