// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("Tracking by a section of the behaviour")
struct TrackingRunTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(Self.shop, to: "shop.so", in: bench.folder)
    }

    private static let shop = """
        #include <errno.h>
        #include <heddle/module.h>

        HEDDLE_MODULE("shop", "1.0.0")
        HEDDLE_SETTING("Money.", const char *currency = "EUR")
        HEDDLE_REQUIRED_SETTING("A key.", _Secret_ const char *token)
        HEDDLE_SETTING("From and to.", int32_t limits[2] = {1, 9})
        HEDDLE_INSTANCE(shop, open_shop, close_shop)
        HEDDLE_ACTION(void, show, _Self_ shop *self)
        HEDDLE_ACTION(void, enter, _Self_ shop *self)
        HEDDLE_ACTION(int32_t, buy, _Self_ shop *self, const char *item, _Secret_ const char *pin, _Out_ int32_t *left)

        struct shop { int unused; };
        static shop only;
        shop *open_shop(const heddle_config *config) { (void)config; return &only; }
        void close_shop(shop *self) { (void)self; }
        void show(shop *self) { (void)self; }
        void enter(shop *self) { (void)self; }
        int32_t buy(shop *self, const char *item, const char *pin, int32_t *left) {
            (void)self; (void)item; (void)pin; *left = 4; errno = ENOENT; return 3;
        }
        """

    private func text(_ section: String, hooks: String = "", steps: String? = nil, rest: String = "") -> String {
        """
        { "behaviour": 1,
          "modules": { "shop": { "library": "./shop.so", "config": { "token": "hunter2" } },
                       "probe": { "library": "probe" } }\(rest),
          "tracking": \(section),
          "hooks": [\(hooks)],
          "steps": [\(steps ?? Self.steps)] }
        """
    }

    private static let steps = """
        { "call": "shop.show" }, { "call": "shop.enter" }, { "call": "shop.buy", "with": ["tea", "4711"] }
        """

    private static let providers =
        #""providers": { "lines": { "file": "events.jsonl" }, "told": { "action": "probe.tell" }, "run": "events" }"#

    /// The events that reach the run, as JSON.
    private func emitted(_ text: String) throws -> [String] {
        let run = try bench.heddle("run", behaviour: text, "--json")
        #expect(run.status == 0, "\(run.errors)")
        return try run.events.filter { $0.kind == "emitted" }.map(\.line).sorted()
    }

    @Test("Each event goes to all providers, or to those that it names: N events and M providers are N + M entries")
    func providers() throws {
        let section = """
            { \(Self.providers),
              "screens": [{ "module": "shop", "label": "Shop" }],
              "events": [{ "module": "shop", "action": "buy", "label": "Buy", "to": ["lines"],
                           "data": { "item": "argument.item", "left": "out.left" } }] }
            """
        #expect(
            try emitted(text(section)) == [
                #"{"event":"emitted","name":"Shop","value":{"action":"shop.show","data":{}}}"#,
                #"{"event":"emitted","name":"Shop","value":{"label":"Shop","action":"shop.show","data":{}}}"#,
            ])
        #expect(
            bench.folder.text(of: "events.jsonl") == """
                {"label":"Shop","action":"shop.show","data":{}}
                {"label":"Buy","action":"shop.buy","data":{"item":"tea","left":4}}

                """)
    }

    @Test("Without providers the events are events of the run")
    func noProviders() throws {
        #expect(
            try emitted(text(#"{ "screens": [{ "module": "shop", "label": "Shop" }] }"#)) == [
                #"{"event":"emitted","name":"Shop","value":{"action":"shop.show","data":{}}}"#
            ])
    }

    @Test("A hook names a provider of the section, and the file is opened once")
    func shared() throws {
        let hook =
            #"{ "on": "shop.buy", "after": { "track": { "label": "hook", "to": ["lines", "events"] } } }, { "on": "shop.enter", "after": { "track": { "label": "path", "to": { "file": "events.jsonl" } } } }"#
        let emitted = try emitted(text("{ \(Self.providers) }", hooks: hook))
        #expect(emitted == [#"{"event":"emitted","name":"hook","value":{"action":"shop.buy","data":{}}}"#])
        #expect(
            bench.folder.text(of: "events.jsonl") == """
                {"label":"path","action":"shop.enter","data":{}}
                {"label":"hook","action":"shop.buy","data":{}}

                """)
    }

    @Test("Data comes from the configuration, errno and out-parameters, and nothing secret is told")
    func data() throws {
        let section = """
            { \(Self.providers),
              "events": [{ "module": "shop", "action": "buy", "label": "Buy", "when": { "status": "returned" },
                "data": { "money": "config.currency", "most": "config.limits[1]", "errno": "errno",
                          "token": "config.token", "pin": "argument.pin", "left": "out.left", "is": "result" } }] }
            """
        let run = try bench.heddle("run", behaviour: text(section), "--json")
        #expect(run.status == 0, "\(run.errors)")
        let line =
            #"{"label":"Buy","action":"shop.buy","data":{"money":"EUR","most":9,"errno":2,"token":"<secret>","pin":"<secret>","left":4,"is":3}}"#
        #expect(bench.folder.text(of: "events.jsonl") == line + "\n")
        for text in [run.output, run.errors, bench.folder.text(of: "events.jsonl") ?? ""] {
            #expect(!text.contains("hunter2") && !text.contains("4711"))
        }
    }

    @Test("Time is measured from the last end of another action; without one the event has none")
    func timer() throws {
        let section = """
            { "events": [{ "module": "shop", "action": "buy", "label": "Buy", "from": "enter" }] }
            """
        let steps = #"{ "call": "shop.buy", "with": ["tea", "4711"] }, \#(Self.steps)"#
        let emitted = try emitted(text(section, steps: steps))
        #expect(emitted.count == 2)
        #expect(emitted.first?.contains(#/"data":\{"ms":[0-9.e-]+\}/#) == true, "\(emitted)")
        #expect(emitted.last?.contains(#""data":{}"#) == true, "of the call before any start")
    }

    @Test("An event in the background is one of a thread of its own")
    func background() throws {
        let section = """
            { \(Self.providers),
              "events": [{ "module": "shop", "action": "buy", "label": "Buy", "to": "lines", "background": true }] }
            """
        #expect(try emitted(text(section)).isEmpty)
        #expect(bench.folder.text(of: "events.jsonl") == #"{"label":"Buy","action":"shop.buy","data":{}}"# + "\n")
        let plan = try bench.heddle("plan", behaviour: text(section))
        #expect(plan.output.contains("background"), "\(plan.output)")
    }

    @Test("plan shows the place of each entry")
    func plan() throws {
        let plan = try bench.heddle(
            "plan", behaviour: text("{\n\"screens\": [\n{ \"module\": \"shop\", \"label\": \"Shop\" }] }"))
        #expect(plan.status == 0, "\(plan.errors)")
        #expect(plan.output.contains(#/track +.*stack\.json:6:1/#), "\(plan.output)")
    }

    @Test("Cases have the section, and their hooks its providers")
    func cases() throws {
        let text = text(
            "{ \(Self.providers), \"screens\": [{ \"module\": \"shop\", \"label\": \"Shop\", \"to\": \"lines\" }] }",
            steps: "",
            rest: #"""
                , "cases": [
                  { "name": "a", "steps": [{ "call": "shop.show" }] },
                  { "name": "b", "steps": [{ "call": "shop.show" }],
                    "hooks": [{ "on": "shop.show", "after": { "track": { "label": "own", "to": "lines" } } }] }]
                """#)
        let run = try bench.heddle("test", behaviour: text)
        #expect(run.status == 0, "\(run.errors)")
        let lines = bench.folder.text(of: "events.jsonl")?.split(separator: "\n") ?? []
        #expect(lines.filter { $0.contains("\"Shop\"") }.count == 2)
        #expect(lines.filter { $0.contains("\"own\"") }.count == 1)
    }

    @Test("A recording has the section, with the action of each screen")
    func recorded() throws {
        let section = """
            { \(Self.providers), "shown": "nothing", "screens": [{ "module": "probe", "label": "P", "to": "lines" }] }
            """
        let text = text(section, steps: #"{ "call": "probe.nothing" }"#).replacing(
            #/"shop": .*/#, with: "")
        let run = try bench.heddle("record", behaviour: text, "-o", "again.json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try bench.heddle("run", "-m", bench.modules, "again.json").status == 0)
        let line = #"{"label":"P","action":"probe.nothing","data":{}}"# + "\n"
        #expect(bench.folder.text(of: "events.jsonl")?.hasPrefix(line + line) == true, "recording runs it too")
        #expect(bench.folder.text(of: "again.json")?.contains(#""action": "nothing""#) == true)
    }

    @Test("Where modules may be missing, the events about one that is are left out with a warning")
    func missing() throws {
        let text = """
            { "behaviour": 1, "modules": { "probe": { "library": "probe" }, "gone": { "library": "./gone.so" } },
              "policy": { "missing": "skip" },
              "tracking": { "shown": "nothing",
                "screens": [{ "module": "gone", "label": "G" }, { "module": "probe", "label": "P" }] },
              "steps": [{ "call": "probe.nothing" }] }
            """
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("; its event is left out"), "\(run.errors)")
        #expect(run.output.contains(#/probe\.nothing +1/#), "\(run.output)")
    }

    @Test(
        "What does not exist fails the check, at its place",
        arguments: [
            (#"{ "screens": [{ "module": "shp", "label": "a" }] }"#, "there is no module \"shp\" to track", #""shp""#),
            (
                #"{ "screens": [{ "module": "shop", "label": "a", "action": "shw" }] }"#,
                "the module shop has no action \"shw\"", #""shw""#
            ),
            (
                #"{ "shown": "opened", "screens": [{ "module": "shop", "label": "a" }] }"#, "no action \"opened\"",
                #""shop""#
            ),
            (
                #"{ "events": [{ "module": "shop", "action": "buy", "from": "entr", "label": "a" }] }"#,
                "the module shop has no action \"entr\"", #""entr""#
            ),
            (
                #"{ "providers": { "lines": "events" }, "screens": [{ "module": "shop", "label": "a", "to": "line" }] }"#,
                "there is no provider \"line\" in \"tracking\"", #""line""#
            ),
            (
                #"{ "providers": { "a": { "file": "x" }, "b": { "file": "x" } } }"#,
                "\"b\" of \"providers\": { \"file\": \"x\" } stands there already", #"{ "file": "x" } } }"#
            ),
            (#"{ "providers": { "a": { "file": "absent/x" } } }"#, "absent/x cannot be written", #""absent/x""#),
            (
                #"{ "providers": { "a": { "action": "probe.absent" } } }"#, "there is no action \"probe.absent\"",
                #""probe.absent""#
            ),
            (#"{ "providers": { "a": "b" } }"#, "\"a\" of \"providers\" is \"b\", expected {\"file\"", #""b""#),
            (
                #"{ "events": [{ "module": "shop", "action": "buy", "label": "a", "data": { "c": "config.crrency" } }] }"#,
                "the module shop has no setting \"crrency\"", #""config.crrency""#
            ),
            (
                #"{ "events": [{ "module": "probe", "action": "nothing", "label": "a", "data": { "c": "config.x" } }] }"#,
                "the module probe has no configuration", #""config.x""#
            ),
            (
                #"{ "events": [{ "module": "shop", "action": "buy", "label": "a", "from": "show", "background": true }] }"#,
                "track cannot run in the background: it measures time from the call of show",
                #"{ "module": "shop", "action": "buy""#
            ),
        ])
    func mistakes(section: String, words: String, place: String) throws {
        let checked = try bench.heddle("check", behaviour: text(section))
        #expect([3, 4].contains(checked.status))
        #expect(checked.errors.contains(words), "\(checked.errors)")
        let before = try #require(section.range(of: place)?.lowerBound)
        let column = section.distance(from: section.startIndex, to: before) + 15
        #expect(checked.errors.contains("--> stack.json:4:\(column)\n"), "\(checked.errors)")
    }
}
