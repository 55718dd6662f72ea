// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A run that is ended from outside")
struct CrashTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private static let crash =
        #",{ "call": "probe.mutter", "with": ["left in a buffer"] },{ "call": "probe.crash" },{ "call": "probe.nothing" }"#

    @Test("A crash names the call, and loses nothing that was printed before")
    func crash() throws {
        let run = try bench.heddle("run", behaviour: behaviour(Self.crash))
        #expect(run.status == 5)
        #expect(
            run.outputWithoutTimes
                == "CALLED\n  probe.say(\"CALLED\")\nleft in a buffer\n  probe.mutter(\"left in a buffer\")\n")
        #expect(run.errors.hasPrefix("error: native code crashed with SIGABRT in probe.crash\n"))
    }

    @Test("With --json too, on either stream")
    func crashEvents() throws {
        let run = try bench.heddle("run", behaviour: behaviour(Self.crash), "--json")
        #expect(run.status == 5)
        #expect(try run.events.map { $0["call"] } == ["probe.say", "probe.mutter"])
        #expect(
            run.errors.hasPrefix("CALLED\nleft in a buffer\nerror: native code crashed with SIGABRT in probe.crash\n"))
    }

    @Test("A line that the crashing call itself printed is not lost")
    func lastWords() throws {
        let source = """
            #include <stdio.h>
            void last_words(void) { puts("last words"); *(volatile int *)8 = 0; }
            """
        let library = try BuiltModules.compile(source, to: "last.so", flags: ["-Wno-array-bounds"], in: bench.folder)
        let call = try bench.heddle("call", library, "void last_words(void)")
        #expect(call.status == 5)
        #expect(call.output == "last words\n")
        #expect(call.errors.contains("crashed with SIGSEGV in last.last_words"))
    }

    @Test("A stack that overflows is a crash like any other")
    func overflow() throws {
        let source = "int deep(int n) { volatile char room[4096]; room[0] = (char)n; return deep(n + 1) + room[0]; }"
        let library = try BuiltModules.compile(
            source, to: "deep.so", flags: ["-Wno-infinite-recursion"], in: bench.folder)
        let call = try bench.heddle("call", library, "int deep(int n)", "0")
        #expect(call.status == 5)
        #expect(call.errors.contains("SIGSEGV in deep.deep"))
    }

    @Test(
        "A signal that native code sends to its own process is named",
        arguments: [
            (#"{ "call": "c.alarm", "with": [1] }, { "call": "c.pause" }"#, "SIGALRM in c.pause"),
            (#"{ "call": "c.raise", "with": [10] }"#, "SIGUSR1 in c.raise"),
        ])
    func ownSignals(steps: String, words: String) throws {
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "unsigned alarm(unsigned seconds)", "int pause(void)", "int raise(int number)" ] } }, "steps": [\(steps)] }
            """
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 5)
        #expect(run.errors.contains("native code ended the process by \(words)"), "\(run.errors)")
    }

    @Test("A signal that another process sends ends it as it ends every program")
    func foreignSignals() throws {
        let text = behaviour(#",{ "call": "probe.wait_ms", "with": [50000] }"#)
        let started = try bench.start("run", behaviour: text)
        #expect(started.waits(untilOutputHas: "probe.say"))
        started.signal(10)
        let run = started.ended()
        #expect(run.status == 128 + 10)
        #expect(!run.errors.contains("native code"))
    }

    @Test("Ctrl-C ends a run after the current call, with its summary", arguments: [false, true])
    func interrupt(json: Bool) throws {
        let text = behaviour(
            #",{ "call": "probe.wait_ms", "with": [400] },{ "call": "probe.say", "with": ["NOT REACHED"] }"#)
        let started = try bench.start("run", behaviour: text, json ? "--json" : "--no-color")
        #expect(started.waits(untilOutputHas: "probe.say"))
        started.signal(2)
        let run = started.ended()
        #expect(run.status == 130)
        #expect(!(run.output + run.errors).contains("NOT REACHED"))
        // It may come while the second call is made, or just before.
        let summaries =
            json
            ? [1, 2].map { #""event":"summary","calls":\#($0),"# } : ["1 call: 1 returned.", "2 calls: 2 returned."]
        #expect(summaries.contains { (json ? run.output : run.errors).contains($0) })
    }

    @Test("Native code that calls exit does not end the run as if all had held")
    func exits() throws {
        let source = "#include <stdlib.h>\nvoid leave(void) { exit(0); }"
        let library = try BuiltModules.compile(source, to: "leaves.so", in: bench.folder)
        let call = try bench.heddle("call", library, "void leave(void)")
        #expect(call.status == 5)
        #expect(call.errors.hasPrefix("error: native code ended the process in leaves.leave\n"))
    }

    @Test("A constructor that crashes or exits is named by its library, whatever verb loads it")
    func constructors() throws {
        for (body, words) in [("abort();", "crashed with SIGABRT"), ("exit(0);", "ended the process")] {
            let source = """
                #include <stdlib.h>
                __attribute__((constructor)) static void begin(void) { \(body) }
                int one(void) { return 1; }
                """
            let library = try BuiltModules.compile(source, to: "begins.so", in: bench.folder)
            let call = try bench.heddle("call", library, "int one(void)")
            #expect(call.status == 5)
            #expect(call.output == "")
            #expect(call.errors.hasPrefix("error: native code \(words) in the loading of \(library)\n"))
        }
    }

    @Test("Output that cannot be written is no success")
    func lostOutput() throws {
        let heddle = try Program.built("heddle").path
        let run = try Program("sh").run(["-c", "'\(heddle)' call libm.so.6 'double cos(double x)' 0 > /dev/full"])
        #expect(run.status == 1)
        #expect(run.errors == "error: the output cannot be written: no space left on device\n")
    }

    @Test("Behind the run the first interrupt ends the process, where a library waits for ever at the end")
    func interruptAtExit() throws {
        try BuiltModules.compile(
            """
            #include <unistd.h>
            int two(void) { return 2; }
            __attribute__((destructor)) static void last(void) { write(2, "waiting\\n", 8); for (;;) pause(); }
            """, to: "libwaits.so", flags: ["-Wno-unused-result"], in: bench.folder)
        let started = try bench.start(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "m": { "library": "\(bench.folder("libwaits.so"))",
                  "declarations": ["int two(void)"] } }, "steps": [{ "call": "m.two" }] }
                """)
        #expect(started.waits(untilErrorsHave: "waiting"))
        started.signal(15)
        let run = started.ended()
        #expect(run.status == 128 + 15)
        #expect(run.errors.contains("1 call: 1 returned."))
    }

    @Test("A second Ctrl-C ends it at once")
    func interruptTwice() throws {
        let text = behaviour(#",{ "call": "probe.wait_ms", "with": [50000] }"#)
        let started = try bench.start("run", behaviour: text)
        #expect(started.waits(untilOutputHas: "probe.say"))
        started.signal(2)
        // The first one takes effect before the second one comes.
        try Program("sleep").succeed(["0.1"])
        started.signal(2)
        #expect(started.ended().status == 130)
    }
}
