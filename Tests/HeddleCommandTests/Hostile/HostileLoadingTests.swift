// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test: a module that misbehaves while it is loaded")
struct HostileLoadingTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for name in ["before", "behind"] { try write(name, constructor: "") }
    }

    @Test(
        "costs the cases of its own file, and nothing else",
        arguments: [
            ("_exit(0);", "died as it was loaded", " the loading of "),
            ("_exit(1);", "died as it was loaded", " the loading of "),
            ("quick_exit(0);", "died as it was loaded", " the loading of "),
            ("exit(0);", "died as it was loaded", "native code ended the process in the loading of "),
            ("abort();", "died as it was loaded", "native code crashed with SIGABRT in the loading of "),
            ("raise(SIGKILL);", "died as it was loaded", "its process was ended by a signal during the loading of "),
            ("leave_on_a_thread();", "died as it was loaded", " the loading of "),
            (
                "for (;;) pause();", "was not loaded in time",
                "the modules were not loaded within 2 s, still in the loading of "
            ),
        ])
    func ways(constructor: String, short: String, reason: String) throws {
        try write("bad", constructor: constructor)
        let run = try test(["before.json", "bad.json", "behind.json"], "--json", "--load-limit", "2s")
        #expect(run.status == 5)
        #expect(
            try run.outcomes == [
                "passed before a", "passed before b", "skipped bad a", "skipped bad b", "passed behind a",
                "passed behind b",
            ])
        #expect(try run.reason(of: "bad a") == "not run: the module x \(short)")
        let told: [String] = try run.events.filter { $0["code"] == "test.unloaded" }.compactMap { $0["message"] }
        #expect(told.count == 1)
        #expect(told.first?.contains(reason) == true)
        #expect(try run.events.last?.kind == "summary")
    }

    @Test("is in every report, and all of them are whole")
    func reports() throws {
        try write("bad", constructor: "_exit(0);")
        let run = try test(
            ["before.json", "bad.json"], "--junit", "r.xml", "--tap", "r.tap", "--html", "r.html", "--jobs", "2")
        #expect(run.status == 5)
        let junit = try #require(folder.text(of: "r.xml"))
        #expect(junit.ranges(of: "<testcase").count == 5)
        #expect(junit.ranges(of: "<skipped").count == 2)
        #expect(junit.contains("the loading of"))
        #expect(junit.hasSuffix("</testsuites>\n"))
        #expect(folder.text(of: "r.tap")?.hasSuffix("1..5\n") == true)
        #expect(folder.text(of: "r.html")?.contains("the loading of") == true)
    }

    @Test("is red also where none of its cases is chosen")
    func notChosen() throws {
        try write("bad", constructor: "_exit(0);")
        let run = try test(["before.json", "bad.json"], "--json", "--name", "before*")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["passed before a", "passed before b"])
        let codes: [String] = try run.events.filter { $0.kind == "diagnostic" }.compactMap { $0["code"] }
        #expect(codes == ["test.unloaded"])
    }

    @Test("is no reason not to tell the mistakes of other files, nor those of form of its own")
    func mistakes() throws {
        try write("bad", constructor: "_exit(0);")
        let text = try #require(folder.text(of: "bad.json"))
        try folder.write("wrong.json", text.replacing(#""expect""#, with: #""expected""#))
        try folder.write("also.json", #"{ "behaviour": 1, "modules": {}, "cases": 5 }"#)
        let run = try test(["before.json", "wrong.json", "also.json"])
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(run.errors.contains("\"expected\"") && run.errors.contains("also.json:1:"))
    }

    @Test("is told of what it prints, once")
    func prints() throws {
        try write("bad", constructor: #"puts("begins"); fputs("complains\n", stderr);"#)
        let run = try test(["bad.json"], "--jobs", "2")
        #expect(run.status == 0)
        #expect(run.output.ranges(of: "begins").count == 1)
        #expect(run.errors.ranges(of: "complains").count == 1)
    }

    @Test("and ends its process later, does so in cases of its own file alone")
    func later() throws {
        try write("bad", constructor: "leave_later();")
        let naps = Array(repeating: #"{ "call": "x.nap" }"#, count: 30).joined(separator: ", ")
        let quick = #"{ "call": "x.one", "expect": { "result": 1 } }"#
        try folder.write("bad.json", try #require(folder.text(of: "bad.json")).replacing(quick, with: naps))
        let calls = (0..<40).map { #"{ "name": "nap \#($0)", "steps": [{ "call": "x.nap" }] }"# }
        let text = try #require(folder.text(of: "before.json"))
        let start = try #require(text.firstRange(of: #""cases""#)?.lowerBound)
        try folder.write("naps.json", text[..<start] + #""cases": [\#(calls.joined(separator: ","))] }"#)
        let run = try test(["naps.json", "bad.json", "behind.json"], "--json")
        #expect(run.status == 5)
        let others = try run.outcomes.filter { $0.contains(" nap ") || $0.contains(" behind ") }
        #expect(others.count == 42 && others.allSatisfy { $0.hasPrefix("passed ") })
    }

    @Test("leaves no file of a report where a module of a file stands")
    func inputs() throws {
        let run = try test(["before.json"], "--junit", "before.so")
        #expect(run.status == 2)
        #expect(run.errors.contains("before.so is an input of this command"))
    }

    private func test(_ files: [String], _ options: String...) throws -> Program.Ended {
        try Program.built("heddle").run(["test"] + files + options, in: folder.path)
    }

    /// Writes a module, and a behaviour of two cases with it.
    private func write(_ name: String, constructor: String) throws {
        let source = """
            #include <pthread.h>
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            static void *leave(void *nothing) { _exit(0); return nothing; }
            void leave_on_a_thread(void) { pthread_t thread; pthread_create(&thread, 0, leave, 0); pthread_join(thread, 0); }
            static void *leave_soon(void *nothing) { usleep(100000); _exit(0); return nothing; }
            void leave_later(void) { pthread_t thread; pthread_create(&thread, 0, leave_soon, 0); pthread_detach(thread); }
            __attribute__((constructor)) static void begin(void) { \(constructor) }
            int one(void) { return 1; }
            void nap(void) { usleep(10000); }
            """
        try BuiltModules.compile(source, to: "\(name).so", flags: ["-pthread"], in: folder)
        let cases = ["a", "b"].map {
            #"{ "name": "\#(name) \#($0)", "steps": [{ "call": "x.one", "expect": { "result": 1 } }] }"#
        }
        try folder.write(
            "\(name).json",
            """
            { "behaviour": 1,
              "modules": { "x": { "library": "./\(name).so", "declarations": ["int one(void)", "void nap(void)"] } },
              "cases": [\(cases.joined(separator: ",\n"))] }
            """)
    }
}
