// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Tracking in a run")
struct TrackRunTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func text(_ hooks: String, _ steps: String = #"{ "call": "probe.add", "with": [3, 4] }"#) -> String {
        """
        { "behaviour": 1, "modules": { "probe": { "library": "probe" } },
          "hooks": [
        \(hooks)
          ], "steps": [\(steps)] }
        """
    }

    private func track(_ options: String, on pattern: String = "probe.add", rest: String = "") -> String {
        #"{ "on": "\#(pattern)", "after": { "track": { "label": "added", \#(options) } }\#(rest) }"#
    }

    @Test("Events are appended to a file beside the behaviour, in the background too")
    func file() throws {
        let folder = try ScratchFolder()
        try folder.write(
            "stack.json",
            text(
                track(#""data": { "sum": "result" }, "to": { "file": "events.jsonl" }"#) + ",\n"
                    + track(
                        #""data": { "left": "argument.a" }, "to": { "file": "late.jsonl" }"#,
                        rest: #", "background": true"#)
            ))
        for _ in 0..<2 {
            let run = try bench.heddle("run", "-m", bench.modules, folder("stack.json"))
            #expect(run.status == 0, "\(run.errors)")
        }
        let line = #"{"label":"added","action":"probe.add","data":{"sum":7}}"# + "\n"
        #expect(folder.text(of: "events.jsonl") == line + line)
        let late = #"{"label":"added","action":"probe.add","data":{"left":3}}"# + "\n"
        #expect(folder.text(of: "late.jsonl") == late + late)
    }

    @Test("Each event goes to each provider: N events and M providers need no N times M hooks")
    func providers() throws {
        let to = #""to": ["events", { "file": "a.jsonl" }, { "file": "b.jsonl" }, { "action": "probe.tell" }]"#
        let events = try bench.events(of: text(track(to)))
        #expect(
            events.filter { $0.kind == "emitted" }.map(\.line).sorted() == [
                #"{"event":"emitted","name":"added","value":{"action":"probe.add","data":{}}}"#,
                #"{"event":"emitted","name":"added","value":{"label":"added","action":"probe.add","data":{}}}"#,
            ])
        let line = #"{"label":"added","action":"probe.add","data":{}}"# + "\n"
        #expect(bench.folder.text(of: "a.jsonl") == line)
        #expect(bench.folder.text(of: "b.jsonl") == line)
    }

    @Test("check and plan make no file")
    func nothingMade() throws {
        let text = text(track(#""to": { "file": "events.jsonl" }"#))
        #expect(try bench.heddle("check", behaviour: text).status == 0)
        #expect(try bench.heddle("plan", behaviour: text).status == 0)
        #expect(bench.folder.text(of: "events.jsonl") == nil)
    }

    @Test("A file that is full is told of at the end, and loses no run")
    func full() throws {
        let run = try bench.heddle("run", behaviour: text(track(#""to": { "file": "/dev/full" }"#)), "--json")
        #expect(run.status == 0)
        #expect(
            run.output.contains(
                #""action":"probe.add","facts":{"events":0,"left":0,"lost":1,"reason":"no space left on device"}}"#),
            "\(run.output)")
    }

    @Test(
        "A file that cannot be written is refused where it is named",
        arguments: [
            (".", "it is a directory"), ("absent/events.jsonl", "its folder: no such file or directory"),
            ("fresh/", "it is a directory"), ("", "the path is empty"), ("stack.json/x", "not a directory"),
        ])
    func unwritable(path: String, words: String) throws {
        let checked = try bench.heddle("check", behaviour: text(track(#""to": { "file": "\#(path)" }"#)))
        #expect(checked.status == 3)
        #expect(checked.errors.contains("error: \"to\" of track: "), "\(checked.errors)")
        #expect(checked.errors.contains(words), "\(checked.errors)")
        #expect(checked.errors.contains("--> stack.json:3:"))
    }

    @Test("An action gets the event through its hooks; what it calls is not tracked, whichever hook would")
    func action() throws {
        let events = try bench.events(
            of: text(
                track(#""to": { "action": "probe.tell" }"#, on: "probe.*") + ",\n"
                    + track(#""data": { "which": { "value": "second" } }"#, on: "probe.*")
                    + #", { "on": "probe.tell", "after": "count" }"#))
        #expect(
            events.filter { $0.kind == "emitted" }.map(\.line).sorted() == [
                #"{"event":"emitted","name":"added","value":{"action":"probe.add","data":{"which":"second"}}}"#,
                #"{"event":"emitted","name":"added","value":{"label":"added","action":"probe.add","data":{}}}"#,
            ])
        #expect(
            events.map(\.line).contains(
                #"{"event":"finding","aspect":"count","action":"probe.tell","facts":{"returned":1,"failed":0}}"#))
    }

    @Test("What another action returns is asked for, by its whole name or in the same module")
    func calls() throws {
        let events = try bench.events(
            of: text(track(#""data": { "a": { "call": "probe.nothing" }, "b": { "call": "nothing" } }"#)))
        #expect(
            events.filter { $0.kind == "emitted" }.map(\.line) == [
                #"{"event":"emitted","name":"added","value":{"action":"probe.add","data":{"a":"not null","b":"not null"}}}"#
            ])
    }

    @Test(
        "What cannot be asked is a mistake of the plan, at its place",
        arguments: [
            (#""data": { "a": { "call": "probe.absent" } }"#, "there is no action \"probe.absent\""),
            (#""data": { "a": { "call": "absent" } }"#, "there is no action \"probe.absent\""),
            (#""data": { "a": { "call": "probe.negate" } }"#, "probe.negate takes arguments"),
            (#""data": { "a": { "call": "probe.crash" } }"#, "probe.crash returns nothing"),
            (#""to": ["events", { "action": "probe.absent" }]"#, "there is no action \"probe.absent\""),
            (#""to": { "action": "probe.add" }"#, "it must take the event as JSON text"),
            (#""to": { "action": "probe.absent" }"#, "there is no action \"probe.absent\""),
        ])
    func mistakes(options: String, words: String) throws {
        let checked = try bench.heddle("check", behaviour: text(track(options)))
        #expect(checked.status == 3)
        #expect(checked.errors.contains(words), "\(checked.errors)")
        #expect(checked.errors.contains("--> stack.json:3:"))
    }
}
