// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test: the death of a case")
struct CaseDeathTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "dying.so", flags: Self.flags, in: folder)
    }

    @Test(
        "says the signal, whichever it was, the step with its line and its arguments",
        arguments: [
            (1, "SIGHUP, hangup"), (2, "SIGINT, interrupt"), (3, "SIGQUIT, quit"), (4, "SIGILL, illegal instruction"),
            (5, "SIGTRAP, trace/breakpoint trap"), (6, "SIGABRT, aborted"), (7, "SIGBUS, bus error"),
            (8, "SIGFPE, floating point exception"), (9, "SIGKILL, killed"), (10, "SIGUSR1, user defined signal 1"),
            (11, "SIGSEGV, segmentation fault"), (12, "SIGUSR2, user defined signal 2"), (13, "SIGPIPE, broken pipe"),
            (14, "SIGALRM, alarm clock"), (16, "SIGSTKFLT, stack fault"), (25, "SIGXFSZ, file size limit exceeded"),
            (26, "SIGVTALRM, virtual timer expired"), (27, "SIGPROF, profiling timer expired"),
            (29, "SIGIO, i/o possible"), (30, "SIGPWR, power failure"), (31, "SIGSYS, bad system call"),
            (40, "signal 40, real-time signal 6"),
        ])
    func signals(number: Int, words: String) throws {
        let run = try test("--json", #"{ "call": "d.get", "with": [\#(number), "text"] }"#)
        #expect(run.status == 5)
        #expect(try run.outcomes == ["crashed dies", "passed behind"])
        let told = try #require(try run.events.first { $0["code"] == "test.died" })
        #expect(told["at"] == "cases.json:4:5")
        #expect(told.line.contains(#"arguments: \#(number), \"text\""#))
        #expect(told.line.contains("signal: \(words)"))
    }

    @Test("says the address, and the functions that ran, innermost first")
    func frames() throws {
        let run = try test(#"{ "call": "d.outer", "with": [16] }"#)
        #expect(run.status == 5)
        #expect(run.errors.contains("native code crashed with SIGSEGV in d.outer\n"))
        #expect(run.errors.contains("signal: SIGSEGV, segmentation fault, at address 0x10\n"))
        #expect(run.errors.contains(/#0 inner of dying.so at 0x[0-9a-f]+\n.*#1 outer of dying.so at 0x[0-9a-f]+\n/))
        #expect(!run.errors.contains("#2"))
        #expect(run.errors.contains("last words\n"))
    }

    @Test("says the lines, and functions that only debug information names, by libdw")
    func lines() throws {
        let flags = ["-O0", "-g", "-D_GNU_SOURCE", "-Wno-infinite-recursion", "-Wno-maybe-uninitialized"]
        let source = Self.source.replacing("int inner(", with: "static int inner(")
        try BuiltModules.compile(source, to: "dying.so", flags: flags, in: folder)
        let run = try test(#"{ "call": "d.outer", "with": [16] }"#)
        #expect(run.errors.contains(/#0 inner of dying.so at 0x[0-9a-f]+, .*dying.so.c:20\n/))
        #expect(run.errors.contains(/#1 outer of dying.so at 0x[0-9a-f]+, .*dying.so.c:21\n/))
    }

    @Test("says which code has called a function that is not there")
    func nowhere() throws {
        for address in [0, 0x1000] {
            let run = try test(#"{ "call": "d.jump", "with": [\#(address)] }"#)
            #expect(run.errors.contains("at address 0x\(String(address, radix: 16))\n"))
            #expect(run.errors.contains(/#0 jump of dying.so at 0x[0-9a-f]+\n/))
            #expect(!run.errors.contains("#1"))
        }
    }

    @Test("says that the stack is full, and folds the recursion")
    func stack() throws {
        let run = try test(#"{ "call": "d.deep", "with": [1] }"#)
        #expect(run.status == 5)
        #expect(run.errors.contains(": the stack is full\n"))
        #expect(run.errors.contains(/#1 to #63 deep of dying.so at 0x[0-9a-f]+\n/))
    }

    @Test("says that the stack is full, also where one frame reaches far past its end")
    func frame() throws {
        let run = try test(#"{ "call": "d.take_room" }"#)
        #expect(run.status == 5)
        #expect(run.errors.contains(": the stack is full\n"))
        #expect(run.errors.contains(/#0 take_room of dying.so at 0x[0-9a-f]+\n/))
    }

    @Test("does not say so behind the other end of the stack")
    func top() throws {
        let run = try test(#"{ "call": "d.run_off" }"#)
        #expect(run.errors.contains("signal: SIGSEGV, segmentation fault, at address 0x"))
        #expect(!run.errors.contains("the stack is full"))
    }

    @Test("names no sender of a signal that a timer of the case has sent")
    func timer() throws {
        let run = try test(#"{ "call": "d.end_by_timer" }"#)
        #expect(run.errors.contains("signal: SIGUSR1, user defined signal 1\n"))
    }

    @Test(
        "is told of native code that ends the process, with any status",
        arguments: [
            ("leave", "native code ended the process in d.leave"),
            ("leave_raw", "its process ended with status 0 during d.leave_raw"),
        ])
    func exits(call: String, reason: String) throws {
        let run = try test("--json", #"{ "call": "d.\#(call)" }"#)
        #expect(run.status == 5)
        #expect(try run.outcomes == ["crashed dies", "passed behind"])
        #expect(try run.reason(of: "dies") == reason)
        #expect(try #require(try run.events.first { $0["code"] == "test.died" })["at"] == "cases.json:4:5")
    }

    @Test("says which function ended the process, with which status, and where")
    func exitFrames() throws {
        let run = try test(#"{ "call": "d.leave" }"#)
        #expect(run.errors.contains("it called _exit, with status 0\n"))
        #expect(run.errors.contains(/#0 leave of dying.so/))
    }

    @Test("loses nothing that earlier steps have printed")
    func printed() throws {
        let run = try test("--json", #"{ "call": "d.print" }, { "call": "d.leave" }"#)
        #expect(run.output.contains("not flushed"))
    }

    @Test(
        "is told where the case stops itself, which would last for ever, and where it gets what Heddle uses itself",
        arguments: [
            (19, "native code stopped its process with SIGSTOP in d.get"),
            (15, "its process was ended by SIGTERM in d.get"),
            (24, "its process was ended by SIGXCPU in d.get"),
        ])
    func stops(number: Int, reason: String) throws {
        let run = try test("--json", #"{ "call": "d.get", "with": [\#(number), "text"] }"#)
        #expect(try run.outcomes == ["crashed dies", "passed behind"])
        #expect(try run.reason(of: "dies") == reason)
        #expect(try #require(try run.events.first { $0["code"] == "test.died" })["at"] == "cases.json:4:5")
    }

    @Test(
        "is told where the case has made its parent its debugger, which every signal would wait for",
        arguments: [
            (11, "native code crashed with SIGSEGV"), (15, "its process was ended by SIGTERM"),
            (19, "native code stopped its process with SIGSTOP"),
        ])
    func traced(number: Int, reason: String) throws {
        let run = try test("--json", #"{ "call": "d.get_traced", "with": [\#(number)] }"#)
        #expect(try run.outcomes == ["crashed dies", "passed behind"])
        #expect(try run.reason(of: "dies")?.hasPrefix(reason) == true)
    }

    @Test("at the end of its process is one of the case")
    func atEnd() throws {
        let run = try test("--json", #"{ "call": "d.fall_at_the_end" }"#)
        #expect(run.status == 5)
        #expect(try run.outcomes == ["crashed dies", "passed behind"])
        #expect(try run.reason(of: "dies") == "native code crashed with SIGSEGV at the end of the process")
    }

    @Test("by a signal at its end says so, and not that it took too long")
    func killedAtEnd() throws {
        let run = try test("--json", #"{ "call": "d.kill_at_the_end" }"#)
        #expect(try run.outcomes == ["crashed dies", "passed behind"])
        #expect(try run.reason(of: "dies")?.contains("Killed") == true)
    }

    @Test("is told whatever a library does with the endings of children as it is loaded")
    func unheededChildren() throws {
        let source = """
            __attribute__((constructor)) static void forget(void) { signal(SIGCHLD, SIG_IGN); }
            static void kill_itself(void) { kill(getpid(), SIGKILL); }
            int is_forgotten(void) { struct sigaction a; sigaction(SIGCHLD, 0, &a); return a.sa_handler == SIG_IGN; }
            int kill_at_exit(void) { return atexit(kill_itself); }
            """
        try BuiltModules.compile(Self.source + source, to: "dying.so", flags: Self.flags, in: folder)
        try folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "d": { "library": "./dying.so", "declarations": [
                "int kill_at_exit(void)", "int is_forgotten(void)" ] } }, "cases": [
                { "name": "dies", "steps": [{ "call": "d.kill_at_exit", "expect": { "result": 0 } }] },
                { "name": "behind", "steps": [{ "call": "d.is_forgotten", "expect": { "result": 1 } }] } ] }
            """)
        let run = try Program.built("heddle").run(["test", "cases.json", "--json"], in: folder.path)
        #expect(run.status == 5)
        #expect(try run.outcomes == ["crashed dies", "passed behind"])
    }

    @Test("leaves the next case the memory that every case begins with")
    func memory() throws {
        _ = try test(#"{ "call": "d.one" }"#)
        let steps = [
            #"{ "call": "d.used_bytes", "with": [1000] }"#, #"{ "call": "d.outer", "with": [16] }"#,
            #"{ "call": "d.one" }, { "call": "d.one" }, { "call": "d.one" }"#,
        ]
        let cases = (0..<240).map { #"{ "name": "\#($0)", "steps": [\#(steps[$0 % 3])] }"# }
        let head = try #require(folder.text(of: "cases.json")?.prefix { $0 != "]" })
        try folder.write("cases.json", head + #"] } }, "cases": [\#(cases.joined(separator: ",\n"))] }"#)
        let run = try Program.built("heddle").run(["test", "cases.json", "--jobs", "1", "--json"], in: folder.path)
        let results = run.output.matches(of: /"call":"d.used_bytes".*?"result":(\d+)/).map(\.1)
        #expect(results.count == 80)
        #expect(Set(results).count == 1, "\(results)")
    }

    @Test("says as much where loading starts threads, so that each case loads the modules for itself")
    func loading() throws {
        let source = """
            #include <pthread.h>
            static void *wait_always(void *unused) { for (;;) pause(); return unused; }
            __attribute__((constructor)) static void begin(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, wait_always, NULL);
            }
            """
        let flags = ["-O0", "-D_GNU_SOURCE", "-Wno-infinite-recursion", "-Wno-maybe-uninitialized", "-pthread"]
        try BuiltModules.compile(Self.source + "\n" + source, to: "dying.so", flags: flags, in: folder)
        let run = try test("--json", #"{ "call": "d.outer", "with": [16] }"#)
        #expect(try run.outcomes == ["crashed dies", "passed behind"])
        let told = try #require(try run.events.first { $0["code"] == "test.died" })
        #expect(told["at"] == "cases.json:4:5")
        #expect(told.line.contains("arguments: 16"))
        #expect(told.line.contains("#0 inner of dying.so"))
        #expect(!run.output.contains("test.left-behind"))
    }

    @Test("stands in the file that the step is written in")
    func included() throws {
        _ = try test(#"{ "call": "d.outer", "with": [16] }"#)
        try folder.write("part.json", folder.text(of: "cases.json") ?? "")
        try folder.write("cases.json", #"{ "behaviour": 1, "include": ["part.json"] }"#)
        let run = try Program.built("heddle").run(["test", "cases.json", "--json"], in: folder.path)
        let told = try #require(try run.events.first { $0["code"] == "test.died" })
        #expect(told["at"] == "part.json:4:5")
    }

    // From the 64th case on the memory of the process that they are forked from is gathered, from the 256th its code.
    @Test("says as much behind hundreds of cases of the same process, and those behind it pass")
    func late() throws {
        _ = try test(#"{ "call": "d.one" }"#)
        let cases = (0..<400).map { number in
            let step = number % 97 == 96 ? #"{ "call": "d.outer", "with": [16] }"# : #"{ "call": "d.one" }"#
            return #"{ "name": "\#(number)", "steps": [\#(step)] }"#
        }
        let head = try #require(folder.text(of: "cases.json")?.prefix { $0 != "]" })
        try folder.write("cases.json", head + #"] } }, "cases": [\#(cases.joined(separator: ",\n"))] }"#)
        let run = try Program.built("heddle").run(["test", "cases.json", "--jobs", "1", "--json"], in: folder.path)
        let outcomes = try run.outcomes
        #expect(outcomes.count == 400)
        let crashed = outcomes.filter { $0.hasPrefix("crashed") }
        #expect(crashed == ["crashed 96", "crashed 193", "crashed 290", "crashed 387"])
        #expect(outcomes.count { $0.hasPrefix("passed") } == 396)
        let deaths = try run.events.filter { $0["code"] == "test.died" }
        #expect(deaths.count == 4)
        for told in deaths {
            #expect(told.line.contains(/#0 inner of dying.so at 0x[0-9a-f]+/))
            #expect(told.line.contains(/#1 outer of dying.so at 0x[0-9a-f]+/))
            #expect(!told.line.contains("#2"))
        }
    }

    @Test("is in every report")
    func reports() throws {
        let step = #"{ "call": "d.outer", "with": [16] }"#
        let run = try test("--junit", "r.xml", "--tap", "r.tap", "--html", "r.html", step)
        #expect(run.status == 5)
        for file in ["r.xml", "r.tap", "r.html"] {
            let text = try #require(folder.text(of: file))
            #expect(text.contains("the case died in this step"), "\(file)")
            #expect(text.contains("inner of dying.so"), "\(file)")
            #expect(text.contains("at address 0x10"), "\(file)")
        }
    }

    private func test(_ words: String...) throws -> Program.Ended {
        try folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "d": { "library": "./dying.so", "declarations": [
                \(Self.declarations.map { "\"\($0)\"" }.joined(separator: ", "))] } },
              "cases": [{ "name": "dies", "steps": [
                \(words.last ?? "") ] },
                { "name": "behind", "steps": [{ "call": "d.one" }] }] }
            """)
        return try Program.built("heddle").run(["test", "cases.json"] + words.dropLast(), in: folder.path)
    }

    private static let flags = ["-O0", "-D_GNU_SOURCE", "-Wno-infinite-recursion", "-Wno-maybe-uninitialized"]
    private static let declarations = [
        "int get(int number, const char *text)", "int get_traced(int number)",
        "int outer(long address)", "int deep(int n)", "void leave(void)",
        "int jump(long address)", "int take_room(void)",
        "void leave_raw(void)", "void print(void)", "void run_off(void)",
        "void end_by_timer(void)", "void fall_at_the_end(void)", "void kill_at_the_end(void)", "int used_bytes(int n)",
        "int one(void)",
    ]

    private static let source = """
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/ptrace.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        #include <time.h>
        int one(void) { return 1; }
        void print(void) { printf("not flushed"); }
        int get(int number, const char *text) {
            (void)text;
            // Heddle passes over these unless native code wants them.
            if (number == SIGPIPE || number == SIGXFSZ) signal(number, SIG_DFL);
            return raise(number);
        }
        int get_traced(int number) {
            ptrace(PTRACE_TRACEME, 0, NULL, NULL);
            return get(number, "");
        }
        int inner(volatile int *place) { return *place; }
        int outer(long address) { puts("last words"); return inner((volatile int *)address) + 1; }
        int deep(int n) { volatile char bytes[1024]; bytes[0] = (char)n; return deep(n + 1) + bytes[0]; }
        int take_room(void) { volatile char bytes[10 << 20]; bytes[0] = 1; return bytes[0]; }
        void leave(void) { _exit(0); }
        void run_off(void) { static volatile char *end; volatile char byte; for (end = &byte;;) *end++ = 65; }
        void leave_raw(void) { syscall(SYS_exit_group, 0); }
        void end_by_timer(void) {
            timer_t timer;
            struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
            timer_create(CLOCK_MONOTONIC, &event, &timer);
            timer_settime(timer, 0, &(struct itimerspec){.it_value.tv_nsec = 1000000}, NULL);
            pause();
        }
        static void fall(void) { raise(SIGSEGV); }
        void fall_at_the_end(void) { atexit(fall); }
        static void end(void) { kill(getpid(), SIGKILL); }
        void kill_at_the_end(void) { atexit(end); }
        int used_bytes(int n) {
            volatile unsigned char *p = malloc(n);
            int used = 0;
            for (int i = 0; i < n; i++) used += p[i] != 0;
            return used;
        }
        int jump(long address) { return ((int (*)(void))address)() + 1; }
        """
}
