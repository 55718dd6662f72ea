// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// A case of a ``LeakBench``: its name and its calls, such as `put_variable` or `add 1 2 = 3`.
struct LeakCase {
    let name: String
    let calls: [String]

    init(_ name: String, _ calls: [String]) {
        (self.name, self.calls) = (name, calls)
    }

    func named(_ name: String) -> LeakCase { LeakCase(name, calls) }
}

/// One way in which a case leaves its process changed, and a case that holds in an unchanged one.
struct Leak: Sendable, CustomTestStringConvertible {
    let kind: String
    let leaves: String
    let looks: String

    var leaving: LeakCase { LeakCase("leaves", [leaves]) }
    var looking: LeakCase { LeakCase("looks", [looks]) }
    var testDescription: String { kind }
}

/// A bench for cases that change their process.
struct LeakBench {
    let bench: Bench
    var folder: ScratchFolder { bench.folder }

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(Self.source, to: "libleaky.so", in: bench.folder)
    }

    /// Writes `cases.json`.
    func write(_ cases: [LeakCase]) throws {
        let texts = cases.map {
            #"{ "name": "\#($0.name)", "steps": [\#($0.calls.map(step).joined(separator: ", "))] }"#
        }
        try folder.write(
            "cases.json",
            """
            { "behaviour": 1,
              "modules": { "leaky": { "library": "./libleaky.so", "declarations": [
                \(Self.declarations.map { "\"\($0)\"" }.joined(separator: ", "))] } },
              "cases": [
            \(texts.joined(separator: ",\n"))
            ] }
            """)
    }

    func test(_ options: String...) throws -> Program.Ended { try test(options) }

    func test(_ options: [String], environment: [String: String] = [:]) throws -> Program.Ended {
        try Program.built("heddle").run(
            ["test", "cases.json"] + options, in: folder.path, environment: environment)
    }

    private func step(_ call: String) -> String {
        let parts = call.split(separator: "=").map { $0.split(separator: " ") }
        let expected = parts.count > 1 ? #", "expect": { "result": \#(parts[1][0]) }"# : ""
        let arguments = parts[0].dropFirst().joined(separator: ", ")
        return #"{ "call": "leaky.\#(parts[0][0])", "with": [\#(arguments)]\#(expected) }"#
    }
}

extension LeakBench {
    static let leaks = [
        Leak(kind: "static", leaves: "next = 1", looks: "next = 1"),
        Leak(kind: "loaded", leaves: "take_position = 0", looks: "take_position = 0"),
        Leak(kind: "environment", leaves: "put_variable", looks: "has_variable = 0"),
        Leak(kind: "working directory", leaves: "change_folder", looks: "is_elsewhere = 0"),
        Leak(kind: "flags of the output", leaves: "unblock_output", looks: "blocks_output = 1"),
        Leak(kind: "size of the output's pipe", leaves: "shrink_output", looks: "has_small_output = 0"),
        Leak(kind: "umask", leaves: "change_mask", looks: "has_mask = 0"),
        Leak(kind: "locale", leaves: "change_locale", looks: "has_locale = 0"),
        Leak(kind: "signal handler", leaves: "handle_signal", looks: "handles_signal = 0"),
        Leak(kind: "signal mask", leaves: "block_signal", looks: "blocks_signal = 0"),
        Leak(kind: "open descriptor", leaves: "open_file", looks: "has_file = 0"),
        Leak(kind: "closed descriptor", leaves: "close_output", looks: "lacks_output = 0"),
        Leak(kind: "limit", leaves: "lower_limit", looks: "has_limit = 0"),
        Leak(kind: "thread", leaves: "start_thread", looks: "has_threads = 0"),
        Leak(kind: "child process", leaves: "start_child", looks: "has_child = 0"),
        Leak(kind: "atexit", leaves: "register_end", looks: "has_end = 0"),
        Leak(kind: "rounding", leaves: "round_up", looks: "rounds_up = 0"),
        Leak(kind: "alternative stack", leaves: "take_stack", looks: "lacks_stack = 0"),
    ]

    static let declarations = [
        "int next(void)", "int take_position(void)", "void put_variable(void)", "int has_variable(void)",
        "void change_folder(void)", "int is_elsewhere(void)", "void change_mask(void)", "int has_mask(void)",
        "void change_locale(void)", "int has_locale(void)", "void handle_signal(void)", "int handles_signal(void)",
        "void block_signal(void)", "int blocks_signal(void)", "void open_file(void)", "int has_file(void)",
        "void close_output(void)", "int lacks_output(void)", "void lower_limit(void)", "int has_limit(void)",
        "void start_thread(void)", "int has_threads(void)", "void start_child(void)", "int has_child(void)",
        "void register_end(void)", "int has_end(void)", "void round_up(void)", "int rounds_up(void)",
        "void take_stack(void)", "int lacks_stack(void)", "int add(int a, int b)", "void close_all(void)",
        "void leave_daemon(const char *path)", "void print_much(int megabytes)", "void kill_parent(void)",
        "void unblock_output(void)", "int blocks_output(void)", "void shrink_output(void)",
        "int has_small_output(void)",
        "int leave_segment(void)", "void leave_segment_and_die(void)", "int take_segment(void)",
        "void signal_parent(int number)", "int end_child(int number)", "void start_many(int count)",
    ]

    private static let source = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <fenv.h>
        #include <locale.h>
        #include <pthread.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/resource.h>
        #include <sys/shm.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <sys/wait.h>
        #include <unistd.h>

        static int count;
        int next(void) { return ++count; }
        int add(int a, int b) { return a + b; }

        // What a constructor makes: each case finds it as it was.
        static FILE *opened;
        static int *shared;
        static int position;
        static void *sleep_long(void *unused) { for (;;) pause(); return unused; }
        static void begin_thread(void) {
            pthread_t thread;
            pthread_create(&thread, NULL, sleep_long, NULL);
            pthread_detach(thread);
        }
        __attribute__((constructor)) static void load(void) {
            if (getenv("FILE")) opened = fopen("/proc/self/maps", "r");
            if (getenv("THREAD")) begin_thread();
            if (getenv("MEMORY")) shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
            if (getenv("PROCESS") && fork() == 0) { close(1); close(2); alarm(20); for (;;) pause(); }
        }
        int leave_segment(void) { return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600); }
        void leave_segment_and_die(void) { printf("%d\\n", leave_segment()); fflush(stdout); abort(); }
        int take_segment(void) {
            int number = leave_segment();
            void *at = shmat(number, NULL, 0);
            shmctl(number, IPC_RMID, NULL);
            return at == (void *)-1;
        }
        int take_position(void) {
            if (shared) return (*shared)++;
            if (!opened) return position++;
            int now = (int)lseek(fileno(opened), 0, SEEK_CUR);
            lseek(fileno(opened), 1, SEEK_SET);
            return now;
        }

        void put_variable(void) { setenv("LEFT", "1", 1); }
        int has_variable(void) { return getenv("LEFT") != NULL; }
        void change_folder(void) { if (chdir("/") != 0) abort(); }
        int is_elsewhere(void) { char path[4096]; return getcwd(path, sizeof path) && strcmp(path, "/") == 0; }
        void change_mask(void) { umask(0123); }
        int has_mask(void) { mode_t mask = umask(0); umask(mask); return mask == 0123; }
        void change_locale(void) { if (!setlocale(LC_ALL, "C.UTF-8")) abort(); }
        int has_locale(void) { return strcmp(setlocale(LC_ALL, NULL), "C") != 0; }
        static void nothing(int number) { (void)number; }
        void handle_signal(void) { signal(SIGUSR2, nothing); }
        int handles_signal(void) {
            struct sigaction action;
            sigaction(SIGUSR2, NULL, &action);
            return action.sa_handler == nothing;
        }
        void block_signal(void) {
            sigset_t set;
            sigemptyset(&set);
            sigaddset(&set, SIGUSR2);
            sigprocmask(SIG_BLOCK, &set, NULL);
        }
        int blocks_signal(void) { sigset_t set; sigprocmask(SIG_BLOCK, NULL, &set); return sigismember(&set, SIGUSR2); }
        void open_file(void) { if (dup2(1, 77) != 77) abort(); }
        int has_file(void) { return fcntl(77, F_GETFD) >= 0; }
        void close_output(void) { close(1); }
        int lacks_output(void) { return fcntl(1, F_GETFD) < 0; }
        void lower_limit(void) { struct rlimit limit = {60, 60}; setrlimit(RLIMIT_NOFILE, &limit); }
        int has_limit(void) { struct rlimit limit; getrlimit(RLIMIT_NOFILE, &limit); return limit.rlim_cur == 60; }
        void start_thread(void) { begin_thread(); }
        int has_threads(void) { struct stat tasks; stat("/proc/self/task", &tasks); return tasks.st_nlink > 3; }
        void start_child(void) { if (fork() == 0) for (;;) pause(); }
        int has_child(void) { siginfo_t info; return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0; }
        static int has_registered;
        static void end(void) {}
        void register_end(void) { atexit(end); has_registered = 1; }
        int has_end(void) { return has_registered; }
        void round_up(void) { fesetround(FE_UPWARD); }
        int rounds_up(void) { return fegetround() == FE_UPWARD; }
        void take_stack(void) { sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL); }
        void close_all(void) { for (int file = 0; file < 1024; file++) close(file); }
        void leave_daemon(const char *path) {
            pid_t first = fork();
            if (first != 0) { waitpid(first, 0, 0); return; }
            setsid();
            if (fork() != 0) syscall(SYS_exit_group, 0);
            FILE *file = fopen(path, "w");
            fprintf(file, "%d", (int)getpid());
            fclose(file);
            for (;;) pause();
        }
        void print_much(int megabytes) {
            static char bytes[1 << 16];
            memset(bytes, 'x', sizeof bytes);
            for (int i = 0; i < megabytes * 16; i++) fwrite(bytes, 1, sizeof bytes, stdout);
        }
        void kill_parent(void) { kill(getppid(), SIGKILL); for (;;) pause(); }
        void unblock_output(void) { fcntl(1, F_SETFL, fcntl(1, F_GETFL) | O_NONBLOCK); }
        int blocks_output(void) { return (fcntl(1, F_GETFL) & O_NONBLOCK) == 0; }
        void shrink_output(void) { fcntl(1, F_SETPIPE_SZ, 4096); }
        int has_small_output(void) { return fcntl(1, F_GETPIPE_SZ) == 4096; }
        void signal_parent(int number) { kill(getppid(), number); usleep(20000); }
        int end_child(int number) {
            pid_t child = fork();
            if (child == 0) for (;;) pause();
            usleep(5000);
            kill(child, number);
            int status = 0;
            for (int tries = 0; tries < 400 && waitpid(child, &status, WNOHANG) == 0; tries++) usleep(5000);
            return WTERMSIG(status);
        }
        void start_many(int count) {
            for (int i = 0; i < count; i++) {
                pid_t child = fork();
                // Other tests may have taken the last process for a moment.
                for (int tries = 0; child < 0 && tries < 1000; tries++) {
                    usleep(5000);
                    child = fork();
                }
                if (child < 0) abort();
                if (child == 0) for (;;) pause();
            }
        }
        int lacks_stack(void) { stack_t used; sigaltstack(NULL, &used); return (used.ss_flags & SS_DISABLE) != 0; }
        """
}
