// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import Testing
import Workbench

@Suite("Parts of values on their way through a run")
struct PathTests {
    private static let source = """
        typedef struct { int x, y; } point;
        typedef struct { point corners[2]; const char *name; long total; } shape;
        shape make(int x) { shape it = {{{x, 2}, {3, 4}}, "box", 10}; return it; }
        int at(point p) { return p.x * 100 + p.y; }
        int sum(const int *numbers, int count) { int s = 0; while (count-- > 0) s += numbers[count]; return s; }
        void locate(point *where) { where->x = 7; where->y = 8; }
        int text_length(const char *text) { int n = 0; while (text[n]) n++; return n; }
        int each(int (*see)(int a, int b)) { return see(1, 2) + see(3, 4); }
        """
    private static let declarations = [
        "typedef struct { int x, y; } point",
        "typedef struct { point corners[2]; const char *name; long total; } shape",
        "shape make(int x)", "int at(point p)", "int sum(_In_reads_(count) const int *numbers, int count)",
        "void locate(_Out_ point *where)", "int text_length(const char *text)", "int each(int (*see)(int a, int b))",
    ]
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "shapes.so", flags: ["-Wno-missing-prototypes"], in: folder)
    }

    private func plan(_ steps: String, on host: ModuleHost) throws -> Plan {
        let declarations = Self.declarations.map { "\"\($0)\"" }.joined(separator: ", ")
        let text = """
            { "behaviour": 1, "policy": { "onFailure": "continue" },
              "modules": { "m": { "library": "./shapes.so", "declarations": [\(declarations)] } }, "steps": [
            \(steps)
            ] }
            """
        return try Plan.read(SourceText(name: "shapes.json", text), on: host, origin: .file(folder: folder.path))
    }

    private func story(_ steps: String) throws -> [String] {
        let host = ModuleHost()
        let plan = try plan(steps, on: host)
        let recorder = Recorder()
        _ = Run(plan, on: host, events: EventStream(to: [recorder]))()
        return recorder.events.story
    }

    /// The mistakes with their places.
    private func mistakes(_ steps: String) -> [String] {
        do {
            _ = try plan(steps, on: ModuleHost())
            return []
        } catch let mistakes as Diagnostics {
            return mistakes.all.map {
                "\($0.range?.text ?? ""): \($0.message)\($0.suggestion.map { " (\($0))" } ?? "")"
            }
        } catch {
            return ["\(error)"]
        }
    }

    @Test("are saved, referred to and expected by one kind of path")
    func flow() throws {
        #expect(
            try story(
                #"""
                { "call": "m.make", "with": [1], "save": { "it": "result", "first": "result.corners[0]" },
                  "expect": { "result.corners[1].y": 4, "result.name": "box", "result.corners[1]": { "x": 3 } } },
                { "call": "m.at", "with": [{ "ref": "it.corners[1]" }] },
                { "call": "m.at", "with": [{ "x": { "ref": "first.x" }, "y": { "ref": "it.total" } }] },
                { "call": "m.sum", "with": { "numbers": [{ "ref": "it.corners[0].y" }, { "ref": "first.x" }] } },
                { "call": "m.text_length", "with": [{ "ref": "it.name" }] },
                { "call": "m.locate", "save": { "y": "out.where.y" }, "expect": { "out.where.x": { "in": [7] } } },
                { "call": "m.each", "with": [{ "callback": { "returns": 1 } }],
                  "expect": { "out.see[1][0]": 3, "out.see[0]": [1, 2] } }
                """#) == [
                    #"call 0 make returned {"corners":[{"x":1,"y":2},{"x":3,"y":4}],"name":"box","total":10}"#,
                    "result.corners[1].y held", "result.name held", "result.corners[1] held", "call 1 at returned 304",
                    "call 2 at returned 110", "call 3 sum returned 3", "call 4 text_length returned 3",
                    "call 5 locate returned nothing", "out.where.x held", "call 6 each returned 2",
                    "out.see[1][0] held",
                    "out.see[0] held",
                ])
    }

    @Test(
        "that no value has are found before anything is called",
        arguments: [
            (
                #""save": { "a": "result.corner" }"#,
                #""result.corner": result of m.make has no field "corner" (did you mean "corners"?)"#
            ),
            (
                #""save": { "a": "result.totl" }"#,
                #""result.totl": result of m.make has no field "totl" (did you mean "total"?)"#
            ),
            (
                #""expect": { "result.corners[2].x": 1 }"#,
                #""result.corners[2].x": result.corners of m.make has no element 2: it has 2, counted from 0"#
            ),
            (
                #""expect": { "result.total.x": 1 }"#,
                #""result.total.x": result.total of m.make is a number and has no part ".x""#
            ),
            (
                #""expect": { "result": { "nam": "box" } }"#,
                #""nam": result of m.make has no field "nam" (did you mean "name"?)"#
            ),
            (
                #""expect": { "result": { "corners": [{ "x": "1" }, {}] } }"#,
                #""1": result.corners[0].x of m.make is a number and can never be text "1" (write it without the quotes)"#
            ),
            (
                #""expect": { "result.corners": [{}] }"#,
                #"[{}]: result.corners of m.make has 2 elements, found 1"#
            ),
            (
                #""expect": { "result.total": { "matches": "x" } }"#,
                #""x": result.total of m.make is a number, and "matches" holds for a text only"#
            ),
            (
                #""expect": { "result.total": { "lt": "x" } }"#,
                #""x": result.total of m.make is a number and can never be text "x""#
            ),
            (
                #""expect": { "failure": { "cod": "x" } }"#,
                #""cod": failure of m.make has no field "cod" (did you mean "code"?)"#
            ),
        ])
    func unknownParts(rest: String, message: String) {
        #expect(mistakes(#"{ "call": "m.make", "with": [1], \#(rest) }"#) == [message])
    }

    @Test(
        "are checked where they are used",
        arguments: [
            (
                #"{ "call": "m.at", "with": [{ "ref": "it.corner" }] }"#,
                #"{ "ref": "it.corner" }: "it" has no field "corner" (did you mean "corners"?)"#
            ),
            (
                #"{ "call": "m.at", "with": [{ "ref": "it.name" }] }"#,
                #"{ "ref": "it.name" }: argument 1 (p) of m.at is "it.name", which is a text or bytes or null, the declaration wants an array or an object"#
            ),
            (
                #"{ "call": "m.at", "with": [{ "x": { "ref": "it.name" }, "y": 1 }] }"#,
                #"{ "ref": "it.name" }: argument 1 (p) of m.at is "it.name", which is a text or bytes or null in x, the declaration wants a number"#
            ),
            (
                #"{ "call": "m.at", "with": [{ "x": { "ref": "it.total" }, "z": 1 }] }"#,
                #""z": argument 1 (p) of m.at has no field "z" (it has x, y)"#
            ),
            (
                #"{ "call": "m.sum", "with": { "numbers": [{ "ref": "it.total" }, "1"] } }"#,
                #""1": argument 1 (numbers) of m.sum is text "1" in [1], the declaration wants a number"#
            ),
            (
                #"{ "call": "m.text_length", "with": ["x"], "expect": { "result": { "ref": "it.name" } } }"#,
                #"{ "ref": "it.name" }: result of m.text_length is a number and can never be "it.name", which is a text or bytes or null"#
            ),
            (
                #"{ "call": "m.text_length", "with": ["x"], "expect": { "result": { "in": [{ "ref": "it.x" }] } } }"#,
                #"{ "ref": "it.x" }: "it" has no field "x" (it has corners, name, total)"#
            ),
        ])
    func used(step: String, message: String) {
        #expect(mistakes(#"{ "call": "m.make", "with": [1], "save": "it" }, \#(step)"#) == [message])
    }
}
