// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Tables of functions in a run")
struct TableRunTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try Program("cc").succeed([
            "-fPIC", "-shared", "\(Sources.root)/Tests/Fixtures/Tables/nav.c", "-o", bench.folder("nav.so"),
        ])
    }

    private func text(_ tables: String, _ steps: String, hooks: String = "") -> String {
        #"""
        { "behaviour": 1,
          "modules": {
            \#(tables),
            "nav": { "library": "./nav.so", "declarations": [
              "struct screen; struct flow { \#(Self.members) }",
              "extern struct flow main_flow; int a_number(void)",
              "struct screen *screen(int number); const char *screen_name(struct screen *screen)",
              "_Free_(free_flow) const struct flow *make_flow(int window); int unreleased(void)",
              "int onboard(const struct flow *flow); void keep(_Retained_ const struct flow *flow)",
              "int present_on(const struct flow *flow, struct screen *screen); int use_kept(void)" ] }
          },
          "hooks": [\#(hooks)],
          "steps": [\#(steps)] }
        """#
    }

    private static let members =
        "int window; void (*present)(struct screen *screen, bool animated); void (*replace)(struct screen *screen); "
        + "void (*dismiss)(void); struct screen *(*current)(void);"

    private let tables = """
        "flow": { "table": "nav.main_flow" },
            "modal": { "table": "nav.make_flow", "with": [4] }
        """

    private let screen = #"{ "call": "nav.screen", "with": [1], "save": "list" }"#

    @Test("are called, hooked and handed on by their names, wherever they are written")
    func run() throws {
        let steps = """
            \(screen),
            { "call": "flow.present", "with": [{ "ref": "list" }, true] },
            { "call": "flow.current", "save": "top" },
            { "call": "nav.screen_name", "with": [{ "ref": "top" }], "expect": { "result": "list" } },
            { "call": "nav.onboard", "with": [{ "table": "modal" }], "expect": { "result": 4 } },
            { "call": "nav.onboard", "with": { "flow": { "table": "flow" } }, "expect": { "result": 7 } },
            { "call": "nav.present_on", "with": [{ "table": "modal" }, { "ref": "list" }], "expect": { "result": 1 } },
            { "call": "flow.replace", "with": [{ "ref": "list" }], "expect": { "failure.code": "nullEntry" } },
            { "call": "nav.unreleased", "expect": { "result": 1 } }
            """
        let counting = #"{ "on": ["flow.*", "modal.*"], "after": "count" }"#
        let events = try bench.events(of: text(tables, steps, hooks: counting))
        #expect(events.filter { $0.kind == "expectation" }.allSatisfy { $0["held"] == true })
        let found = events.map(\.line).filter { $0.contains("\"finding\"") }
        #expect(
            found == [
                #"{"event":"finding","aspect":"count","action":"flow.present","facts":{"returned":3,"failed":0}}"#,
                #"{"event":"finding","aspect":"count","action":"flow.current","facts":{"returned":1,"failed":0}}"#,
                #"{"event":"finding","aspect":"count","action":"modal.present","facts":{"returned":3,"failed":0}}"#,
                #"{"event":"finding","aspect":"count","action":"modal.dismiss","facts":{"returned":1,"failed":0}}"#,
                #"{"event":"finding","aspect":"count","action":"flow.dismiss","facts":{"returned":1,"failed":0}}"#,
                #"{"event":"finding","aspect":"count","action":"flow.replace","facts":{"returned":0,"failed":1}}"#,
            ], "\(found)")
        #expect(events.last?.line.contains(#""expectations":{"held":6,"failed":0}"#) == true)
    }

    @Test("that their declaration lets the caller release are released when the run ends; kept ones then fail")
    func released() throws {
        let run = try bench.heddle("run", behaviour: text(tables, #"{ "call": "nav.unreleased" }"#), "--json")
        #expect(run.status == 0)
        #expect(!run.output.contains("diagnostic"), "\(run.output)")
    }

    @Test("stand in the plan with their hooks")
    func plan() throws {
        let plan = try bench.heddle(
            "plan",
            behaviour: text(
                tables, screen + #", { "call": "flow.present", "with": [{ "ref": "list" }, true] }"#,
                hooks: #"{ "on": "*.present", "before": "log" }"#))
        #expect(plan.status == 0, "\(plan.errors)")
        #expect(plan.output.contains("flow.present"))
        #expect(plan.output.contains("void present(struct screen *screen, bool animated)"), "\(plan.output)")
        #expect(plan.output.contains("on \"*.present\""))
    }

    @Test(
        "that are wrong are refused at their places",
        arguments: [
            (#""t": { "table": "nav.main_flw" }"#, "declares neither data nor an action \"main_flw\"", "3:21"),
            (#""t": { "table": "nv.main_flow" }"#, "begins with no module", "3:21"),
            (#""t": { "table": "t.x" }"#, "the table t would have to be there before itself", "3:21"),
            (#""t": { "table": "nav.main_flow", "with": [1] }"#, "is data, which takes no arguments", "3:46"),
            (#""t": { "table": "nav.make_flow" }"#, "nav.make_flow takes 1 argument, 0 are given", "3:21"),
            (#""t": { "table": "nav.make_flow", "with": ["x"] }"#, "is text \"x\"", "3:47"),
            (
                #""t": { "table": "nav.make_flow", "with": [{ "ref": "x" }] }"#,
                "found a reference to \"x\", expected a value that is known here", "3:56"
            ),
            (#""t": { "table": "nav.unreleased" }"#, "expected a structure of pointers to functions", "3:21"),
            (#""t": { "table": "nav.main_flow", "library": "x" }"#, "a table belongs to the module", ""),
            (#""t": { "table": "nav.main_flow", "libary": "x" }"#, "has no key \"libary\"", ""),
            (#""t": { "library": "./nav.so", "with": [1] }"#, "it stands beside \"table\"", "3:43"),
            (#""t": { "table": 1 }"#, "\"table\" of a table is a number", "3:21"),
        ])
    func mistakes(table: String, words: String, place: String) throws {
        let checked = try bench.heddle("check", behaviour: text(table, #"{ "call": "nav.unreleased" }"#))
        #expect(checked.status == 3 || checked.status == 4, "\(checked.status)")
        #expect(checked.errors.contains(words), "\(checked.errors)")
        #expect(checked.errors.contains("--> stack.json:\(place)"), "\(checked.errors)")
        #expect(checked.errors.split(separator: "\n").count { $0.hasPrefix("error:") } == 1, "\(checked.errors)")
    }

    @Test("that are not made end the run before its first step")
    func notMade() throws {
        let run = try bench.heddle(
            "run",
            behaviour: text(#""t": { "table": "nav.make_flow", "with": [-1] }"#, #"{ "call": "nav.unreleased" }"#))
        #expect(run.status != 0)
        #expect(
            run.errors.contains(
                "the table t was not made: noTable: nav.make_flow returned null in the place of a table"),
            "\(run.errors)")
    }

    @Test("are in the schema of their behaviour, and are checked by it")
    func schema() throws {
        let schema = try bench.heddle("schema", behaviour: text(tables, ""))
        #expect(schema.status == 0, "\(schema.errors)")
        #expect(schema.output.contains("\"flow.present\""))
        #expect(schema.output.contains("\"table\""))
    }

    @Test("are recorded as they are written, with what was handed on")
    func recorded() throws {
        try bench.folder.write(
            "stack.json",
            text(tables, #"{ "call": "nav.onboard", "with": [{ "table": "modal" }], "expect": { "result": 4 } }"#))
        let recorded = try bench.heddle("record", "stack.json", "-o", "recorded.json")
        #expect(recorded.status == 0, "\(recorded.errors)")
        let written = bench.folder.text(of: "recorded.json") ?? ""
        #expect(written.contains(#""table": "nav.make_flow""#), "\(written)")
        let again = try bench.heddle("run", "recorded.json")
        #expect(again.status == 0, "\(again.errors)")
    }
}
