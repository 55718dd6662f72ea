// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// A bench for cases that end their process, or never end.
struct WorkerBench {
    private let bench: Bench
    var folder: ScratchFolder { bench.folder }

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(Self.source, to: "libodd.so", in: bench.folder)
    }

    /// Writes `cases.json` with some cases, each a name and its calls: `crash`, `add 1 2 = 3`, `say "a"`.
    func write(_ cases: (name: String, calls: [String])..., needs: [String: [String]] = [:]) throws {
        try write(cases, needs: needs)
    }

    func write(_ cases: [(name: String, calls: [String])], needs: [String: [String]] = [:]) throws {
        let texts = cases.map { name, calls in
            let needed = (needs[name] ?? []).map { "\"\($0)\"" }.joined(separator: ", ")
            let steps = calls.map(step).joined(separator: ", ")
            return #"{ "name": "\#(name)", "needs": [\#(needed)], "steps": [\#(steps)] }"#
        }
        try folder.write("cases.json", behaviour(texts))
    }

    /// A behaviour with cases that are written already.
    func behaviour(_ cases: [String]) -> String {
        let declarations = Self.declarations.map { "\"\($0)\"" }.joined(separator: ", ")
        return """
            { "behaviour": 1,
              "modules": { "odd": { "library": "./libodd.so", "declarations": [\(declarations)] } },
              "cases": [
            \(cases.joined(separator: ",\n"))
            ] }
            """
    }

    private func step(_ call: String) -> String {
        let parts = call.split(separator: "=").map { $0.split(separator: " ") }
        let expected = parts.count > 1 ? #", "expect": { "result": \#(parts[1][0]) }"# : ""
        let arguments = parts[0].dropFirst().joined(separator: ", ")
        return #"{ "call": "odd.\#(parts[0][0])", "with": [\#(arguments)]\#(expected) }"#
    }

    /// Runs `heddle test` on the cases.
    func test(_ options: String...) throws -> Program.Ended {
        try Program.built("heddle").run(["test", "cases.json"] + options, in: folder.path)
    }

    /// Starts `heddle test`, and does not wait for it.
    func start(_ options: String...) throws -> Started {
        try Program.built("heddle").start(["test", "cases.json"] + options, in: folder.path)
    }
}

extension Program.Ended {
    /// Why a case did not end as it should.
    func reason(of name: String) throws -> String? {
        try events.first { $0.kind == "caseEnded" && $0["name"] == name }?["reason"]
    }

    /// The output of a case.
    func printed(_ stream: String = "stdout", by name: String) throws -> String {
        let worker: Int? = try events.first { $0.kind == "caseStarted" && $0["name"] == name }?["worker"]
        var (isInside, text) = (false, "")
        for event in try events where event["worker"] == worker {
            if event.kind == "caseStarted" { isInside = event["name"] == name }
            if isInside, event.kind == "output", event["stream"] == stream { text += event["text"] ?? "" }
        }
        return text
    }
}

extension WorkerBench {
    private static let declarations = [
        "int next(void)", "int add(int a, int b)", "void say(const char *text)", "void complain(const char *text)",
        "void say_much(int kilobytes)", "void crash(void)", "void leave(int status)", "void end_suddenly(int status)",
        "void shoot(void)", "void shoot_all(void)", "void hang(void)", "void hang_stubbornly(void)",
        "void hang_deafly(void)", "void hang_until_asked(void)",
        "void leave_a_child(void)",
        "int fork_and_return(void)", "int pause_itself(void)", "void stop_itself(void)", "void start_chatting(void)",
        "void fall_later(void)",
        "void nap(int ms)", "void fall_at_the_end(void)",
        "void write_number(const char *path)", "void start_daemon(const char *path)", "int reads(void)",
        "int meet(const char *mine, const char *other)", "int crash_once(const char *path)",
        "int rewrite(const char *path, const char *text)", "void keep_lock(void)", "void keep_output(void)",
    ]

    private static let source = """
        #define _GNU_SOURCE
        #include <pthread.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/syscall.h>
        #include <sys/wait.h>
        #include <unistd.h>

        static int count;
        int next(void) { return ++count; }
        int add(int a, int b) { return a + b; }
        void say(const char *text) { fputs(text, stdout); }
        void complain(const char *text) { fputs(text, stderr); }
        void say_much(int kilobytes) { for (int i = 0; i < kilobytes * 16; i++) printf("%063d\\n", i); }
        void crash(void) { raise(SIGSEGV); }
        void leave(int status) { exit(status); }
        void end_suddenly(int status) { syscall(SYS_exit_group, status); }
        void shoot(void) { kill(getpid(), SIGKILL); }
        void shoot_all(void) { kill(0, SIGKILL); }
        void hang(void) { for (;;) pause(); }
        void hang_stubbornly(void) { signal(SIGXCPU, SIG_IGN); for (;;) pause(); }
        void hang_deafly(void) {
            sigset_t all;
            sigfillset(&all);
            sigprocmask(SIG_BLOCK, &all, NULL);
            for (;;) pause();
        }
        static void end_when_asked(int number) { (void)number; _exit(0); }
        void hang_until_asked(void) { signal(SIGXCPU, end_when_asked); for (;;) pause(); }
        void leave_a_child(void) { if (fork() == 0) { sleep(3); _exit(0); } }
        static void *chat(void *unused) {
            for (int i = 0; i < 3000; i++) puts("a line that nobody waits for, of a thread that outlives its case");
            return unused;
        }
        void start_chatting(void) { pthread_t thread; pthread_create(&thread, NULL, chat, NULL); pthread_detach(thread); }
        static void *fall_soon(void *unused) { usleep(50000); raise(SIGSEGV); return unused; }
        void fall_later(void) { pthread_t thread; pthread_create(&thread, NULL, fall_soon, NULL); pthread_detach(thread); }
        static void fall(void) { raise(SIGSEGV); }
        void fall_at_the_end(void) { atexit(fall); }
        void write_number(const char *path) {
            FILE *file = fopen(path, "w");
            fprintf(file, "%d", (int)getpid());
            fclose(file);
        }
        void start_daemon(const char *path) {
            if (fork() != 0) return;
            setsid();
            signal(SIGTERM, SIG_IGN);
            write_number(path);
            for (;;) pause();
        }
        // A program that forgets to end the child.
        int fork_and_return(void) {
            int status = 0;
            pid_t child = fork();
            if (child > 0) waitpid(child, &status, 0);
            return child > 0;
        }
        void stop_itself(void) { kill(getpid(), SIGTERM); }
        int pause_itself(void) { return raise(SIGSTOP) == 0; }
        static void end_wrongly(void) { _exit(0); }
        __attribute__((destructor)) static void last(void) { if (getenv("END_WRONGLY")) end_wrongly(); }
        void nap(int ms) { usleep(ms * 1000); }
        int reads(void) { return getchar(); }
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
        void keep_lock(void) { pthread_mutex_lock(&lock); }
        static int keeps_output;
        static void *keep_lock_of_output(void *unused) {
            flockfile(stdout);
            __atomic_store_n(&keeps_output, 1, __ATOMIC_SEQ_CST);
            for (;;) pause();
            return unused;
        }
        void keep_output(void) {
            pthread_t thread;
            pthread_create(&thread, NULL, keep_lock_of_output, NULL);
            while (!__atomic_load_n(&keeps_output, __ATOMIC_SEQ_CST)) usleep(1000);
        }
        // Makes one file and waits for the other.
        int meet(const char *mine, const char *other) {
            fclose(fopen(mine, "w"));
            for (int i = 0; i < 3000; i++, usleep(10000)) if (access(other, F_OK) == 0) return 1;
            return 0;
        }
        // Crashes the first time that any process comes here.
        int crash_once(const char *path) {
            if (access(path, F_OK) == 0) return 1;
            fclose(fopen(path, "w"));
            raise(SIGABRT);
            return 0;
        }
        int rewrite(const char *path, const char *text) {
            FILE *file = fopen(path, "w");
            fputs(text, file);
            return fclose(file);
        }
        """
}
