// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A message that a module logs")
struct MessageTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        let source = """
            #include <heddle/module.h>
            #include <pthread.h>
            HEDDLE_MODULE("NAME", "1")
            HEDDLE_ACTION(void, speak, _In_z_ const char *text)
            HEDDLE_ACTION(void, speak_elsewhere, void)
            HEDDLE_ACTION(int, refuse, void)
            // The compiler makes a jump of it: the caller is the host by its return address.
            void speak(const char *text) { heddle->log(HEDDLE_DEBUG, text); }
            static void *elsewhere(void *none) { heddle->log(HEDDLE_WARNING, "elsewhere"); return none; }
            void speak_elsewhere(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, elsewhere, NULL);
                pthread_join(thread, NULL);
            }
            int refuse(void) { heddle->log(HEDDLE_INFO, "refusing"); heddle->fail("refused", ""); return 0; }
            """
        for name in ["one", "two"] {
            try BuiltModules.compile(
                source.replacing("NAME", with: name), to: "\(name).so", flags: ["-O2", "-pthread"], in: bench.folder)
        }
        try bench.folder.write(
            "b.json",
            """
            { "behaviour": 1, "modules": { "first": { "library": "./one.so" }, "second": { "library": "./two.so" } },
              "steps": [{ "call": "first.speak", "with": ["a\\u001b[31m\\ninfo: two: forged"] },
                        { "call": "second.speak", "with": ["b"] }, { "call": "first.speak_elsewhere" },
                        { "call": "second.speak_elsewhere" }],
              "cases": [{ "name": "fails", "steps": [{ "call": "second.refuse" }] }] }
            """)
    }

    @Test("is shown with the name of the module, on whatever thread and however it is called")
    func speakers() throws {
        let run = try bench.heddle("run", "b.json", "--log-level", "debug")
        #expect(run.status == 0)
        #expect(
            run.errors.hasPrefix(
                """
                debug: one: a\\u001b[31m\\ninfo: two: forged
                debug: two: b
                warning: one: elsewhere
                warning: two: elsewhere

                """))
    }

    @Test("is shown from the level on that was asked for")
    func levels() throws {
        #expect(try bench.heddle("run", "b.json").errors.hasPrefix("warning: one: elsewhere\n"))
        #expect(try !bench.heddle("run", "b.json", "--log-level", "error").errors.contains("elsewhere"))
        let mistaken = try bench.heddle("run", "b.json", "--log-level", "loud")
        #expect(mistaken.status == 2)
        #expect(mistaken.errors.contains("the levels are debug, info, warning, error"))
    }

    @Test("is an event")
    func events() throws {
        let run = try bench.heddle("run", "b.json", "--json", "--log-level", "debug")
        let logged = try run.events.filter { $0.kind == "log" }
        #expect(logged.map { $0["module"] } == ["one", "two", "one", "two"])
        #expect(logged.map { $0["level"] } == ["debug", "debug", "warning", "warning"])
        #expect(logged.first?["message"] == "a\u{1B}[31m\ninfo: two: forged")
        #expect(run.errors == "")
        #expect(try run.events.last?.kind == "summary")
    }

    @Test("belongs to the case in which it is logged", arguments: [["--jobs", "1"], ["--in-process"]])
    func cases(options: [String]) throws {
        let heddle = try Program.built("heddle")
        let test = try heddle.run(["test", "b.json", "--no-color"] + options, in: bench.folder.path)
        #expect(test.status == 1)
        #expect((test.output + test.errors).contains("info: two: refusing\n"))
        let events = try heddle.run(["test", "b.json", "--json"] + options, in: bench.folder.path).events
        let logged = try #require(events.first { $0.kind == "log" })
        #expect(logged["worker"] == 0)
        #expect(logged["module"] == "two")
    }

    @Test("is shown by heddle call")
    func call() throws {
        let call = try bench.heddle("call", "./one.so", "speak", "hello", "--log-level", "debug")
        #expect(call.status == 0)
        #expect(call.errors == "debug: one: hello\n")
    }
}
