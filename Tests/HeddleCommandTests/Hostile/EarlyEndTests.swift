// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("Native code that ends the process before the run is over")
struct EarlyEndTests {
    private let module: EndingModule

    init() throws { module = try EndingModule() }

    private static let fails = #"{ "call": "m.fail", "with": [1] }"#
    private static let expected = #"{ "call": "m.fail", "with": [1], "expect": { "failure": { "code": "failed" } } }"#
    private static let text = #"{ "call": "m.text" }"#

    private static func call(_ action: String, _ way: String) -> String {
        #"{ "call": "m.\#(action)", "with": ["\#(way)"] }, \#(expected)"#
    }

    /// A place, the environment and the steps that end it there, and what is said of the place.
    struct Place: Sendable, CustomTestStringConvertible {
        let words: String
        var variable: String?
        var action: String?
        var steps = EarlyEndTests.expected
        var endsThreadOfCalls = true

        var testDescription: String { words }

        static let all = [
            Place(words: "in m.end", action: "end"),
            Place(words: "on a thread of its own, during m.on_thread", action: "on_thread", endsThreadOfCalls: false),
            Place(words: "in m.end", action: "by_thread", endsThreadOfCalls: false),
            Place(words: "in m.begin, which makes the instance", variable: "IN_CREATE"),
            Place(words: "in m.finish, which destroys the instance", variable: "IN_DESTROY"),
            Place(
                words: "in let_go, which releases memory from m.text", variable: "IN_RELEASE",
                steps: EarlyEndTests.text + ", " + EarlyEndTests.expected),
            Place(words: "in the loading of ./ending.so", variable: "IN_CONSTRUCTOR"),
        ]

        func steps(_ way: String) -> String { action.map { EarlyEndTests.call($0, way) } ?? steps }
        func environment(_ way: String) -> [String: String] { variable.map { [$0: way] } ?? [:] }
    }

    @Test(
        "by a function ends it with status 5, and is named with its place", arguments: Place.all, EndingModule.ways)
    func function(place: Place, way: String) throws {
        for options in [[], ["--json"]] {
            let run = try module.heddle("run", place.steps(way), place.environment(way), options.first ?? "--no-color")
            #expect(run.status == 5)
            #expect(
                run.errors.contains(
                    "error: native code ended the process \(place.words)\n  = it called \(way); the run ends here"),
                "\(run.errors)")
        }
    }

    @Test(
        "by the end of the thread that makes the calls does, too", arguments: Place.all.filter(\.endsThreadOfCalls),
        EndingModule.waysOfThreads)
    func thread(place: Place, way: String) throws {
        for option in ["--json", "--no-color"] {
            let run = try module.heddle("run", place.steps(way), place.environment(way), option)
            #expect(run.status == 5)
            #expect(
                run.errors.contains(
                    "native code ended the process \(place.words)\n  = it ended the thread that makes the calls"),
                "\(run.errors)")
        }
    }

    @Test("A thread of the module may end itself", arguments: EndingModule.waysOfThreads)
    func ownThread(way: String) throws {
        for action in ["on_thread", "by_thread"] {
            #expect(try module.heddle("run", Self.call(action, way), [:]).status == 0)
        }
    }

    @Test("So it is for the other verbs", arguments: EndingModule.ways)
    func verbs(way: String) throws {
        let constructor = ["IN_CONSTRUCTOR": way]
        for verb in ["check", "plan"] {
            let run = try module.heddle(verb, Self.expected, constructor)
            #expect(run.status == 5)
            #expect(run.errors.contains("native code ended the process in the loading of"))
        }
        let call = try module.call("end", way)
        #expect(call.status == 5)
        #expect(call.errors.hasPrefix("error: native code ended the process in ending.end\n"))
        let create = try module.test(Self.expected, ["IN_DESTROY": way], "--in-process")
        #expect(create.status == 5)
        #expect(create.errors.contains("native code ended the process in m.finish, which destroys the instance"))
    }

    @Test("So it is where a step calls such a function itself", arguments: EndingModule.ways)
    func step(way: String) throws {
        let call = try Program.built("heddle").run(["call", "libc.so.6", "void \(way)(int status)", "0"])
        #expect(call.status == 5)
        #expect(call.errors.hasPrefix("error: native code ended the process in c.\(way)\n"))
    }

    @Test("In a process of its own a case that ends so has crashed", arguments: EndingModule.ways)
    func worker(way: String) throws {
        for (steps, variable, words) in [
            (Self.call("end", way), "NOWHERE", "in m.end"),
            (Self.expected, "IN_CREATE", "in m.begin, which makes the instance"),
            (Self.expected, "IN_DESTROY", "in m.finish, which destroys the instance"),
        ] {
            let run = try module.test(steps, [variable: way], "--json")
            #expect(run.status == 5)
            #expect(run.output.contains("native code ended the process \(words)"), "\(run.output)")
        }
    }

    @Test(
        "What a destructor does behind a failed run does not change its status",
        arguments: EndingModule.ways + EndingModule.waysOfThreads + ["crash"])
    func destructor(way: String) throws {
        let environment = ["IN_DESTRUCTOR": way]
        #expect(try module.heddle("run", Self.fails, environment).status == 1)
        #expect(try module.heddle("run", Self.fails, environment, "--json").status == 1)
        #expect(try module.heddle("check", #"{ "call": "m.fail", "with": ["no number"] }"#, environment).status == 3)
        #expect(try module.test(Self.fails, environment, "--in-process").status == 1)
        #expect(try module.call("fail", "1", environment: environment).status == 1)
    }

    @Test(
        "A status that a destructor chooses behind a run that held is a crash",
        arguments: ["_exit(4)", "_Exit(4)", "exit(4)"])
    func statusAtTheEnd(way: String) throws {
        let folder = try ScratchFolder()
        try BuiltModules.compile(
            "#include <stdlib.h>\n#include <unistd.h>\nint one(void) { return 1; }\n"
                + "__attribute__((destructor)) static void last(void) { \(way); }\n", to: "last.so", in: folder)
        let module = #"{ "library": "./last.so", "declarations": ["int one(void)"] }"#
        let steps = #"[{ "call": "m.one", "expect": { "result": 1 } }]"#
        try folder.write("a.json", #"{ "behaviour": 1, "modules": { "m": \#(module) }, "steps": \#(steps) }"#)
        let run = try Program.built("heddle").run(["run", "a.json"], in: folder.path)
        #expect(run.status == 5)
        #expect(
            run.errors.contains("error: native code changed the status at the end of the process\n"), "\(run.errors)")
        #expect(run.errors.contains("  = it called \(way.prefix { $0 != "(" })\n"))
        let call = try Program.built("heddle").run(["call", "./last.so", "int one(void)"], in: folder.path)
        #expect(call.status == 5)
    }

    @Test("Nor does an atexit function", arguments: EndingModule.ways + ["crash"])
    func atExit(way: String) throws {
        let later = #"{ "call": "m.end_later", "with": ["\#(way)"] }, "#
        #expect(try module.heddle("run", later + Self.fails, [:]).status == 1)
        #expect(try module.test(later + Self.fails, [:], "--in-process").status == 1)
        // The run ends itself before its end, and the function ends that.
        let run = try module.heddle("run", later + Self.call("end", "exit"), [:])
        #expect(run.status == 5)
    }

    @Test("Behind a run that held a crash is still reported")
    func crashAtTheEnd() throws {
        let run = try module.heddle("run", Self.expected, ["IN_DESTRUCTOR": "crash"])
        #expect(run.status == 5)
        #expect(run.errors.contains("error: native code crashed with SIGSEGV at the end of the process\n"))
        #expect(try module.heddle("run", Self.expected, ["IN_DESTRUCTOR": "exit"]).status == 0)
    }

    @Test("Processes that native code forks off end as they like, and nobody speaks of them")
    func children() throws {
        for (arguments, result) in [
            (["child", "3"], "3"), (["light_child", "4"], "4"), (["child", "0"], "0"), (["crashing_child"], "-11"),
        ] {
            let call = try Program.built("heddle").run(["call", module.path] + arguments)
            #expect(call.status == 0)
            #expect(call.output == result + "\n")
            #expect(call.errors == "")
        }
    }
}
