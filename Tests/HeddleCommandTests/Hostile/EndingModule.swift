// SPDX-License-Identifier: Apache-2.0

import Workbench

/// A module that ends its process, or crashes, at a place and in a way that it is told by its environment.
struct EndingModule {
    /// A way that could pass for success.
    static let ways = ["exit", "_exit", "_Exit", "quick_exit"]
    /// Ways that end the first thread and leave the process to end by itself.
    static let waysOfThreads = ["pthread_exit", "pthread_cancel"]

    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            Self.source, to: "ending.so", flags: ["-fvisibility=hidden", "-Wno-infinite-recursion", "-pthread"],
            in: bench.folder)
    }

    /// Runs a command on a behaviour whose steps are called in the module, in an environment that says what ends where.
    func heddle(
        _ command: String, _ steps: String, _ environment: [String: String], hooks: String = "", _ options: String...
    ) throws -> Program.Ended {
        try bench.folder.write(
            "stack.json",
            """
            { "behaviour": 1, "modules": { "m": { "library": "./ending.so" } }, "hooks": [\(hooks)], "steps": [\(steps)] }
            """)
        return try Program.built("heddle").run(
            [command, "stack.json"] + options, in: bench.folder.path, environment: environment)
    }

    /// Runs a case.
    func test(_ steps: String, _ environment: [String: String], _ options: String...) throws -> Program.Ended {
        try bench.folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "m": { "library": "./ending.so" } },
              "cases": [{ "name": "only", "steps": [\(steps)] }] }
            """)
        return try Program.built("heddle").run(
            ["test", "cases.json"] + options, in: bench.folder.path, environment: environment)
    }

    /// The library.
    var path: String { bench.folder("ending.so") }

    /// Makes one call from the shell.
    func call(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Ended {
        try Program.built("heddle").run(
            ["call", "./ending.so"] + arguments, in: bench.folder.path, environment: environment)
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <heddle/module.h>
        #include <dlfcn.h>
        #include <link.h>
        #include <pthread.h>
        #include <signal.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/wait.h>
        #include <unistd.h>
        HEDDLE_MODULE("ending", "1.0.0")
        typedef struct thing { int n; } thing;
        HEDDLE_INSTANCE(thing, begin, finish)
        HEDDLE_ACTION(void, end, const char *way)
        HEDDLE_ACTION(void, end_later, const char *way)
        HEDDLE_ACTION(int32_t, fail, int32_t n)
        HEDDLE_ACTION(_Free_(let_go) char *, text, void)
        HEDDLE_ACTION(void, on_thread, const char *way)
        HEDDLE_ACTION(void, by_thread, const char *way)
        HEDDLE_ACTION(void, crash_on_threads, int32_t count)
        HEDDLE_ACTION(void, break_linker, void)
        HEDDLE_ACTION(int32_t, child, int32_t status)
        HEDDLE_ACTION(int32_t, light_child, int32_t status)
        HEDDLE_ACTION(int32_t, crashing_child, void)

        static int deep(int n) { volatile char room[4096]; room[0] = (char)n; return deep(n + 1) + room[0]; }
        static void act(const char *way) {
            if (way == NULL) return;
            if (strcmp(way, "exit") == 0) exit(0);
            if (strcmp(way, "_exit") == 0) _exit(0);
            if (strcmp(way, "_Exit") == 0) _Exit(0);
            if (strcmp(way, "quick_exit") == 0) quick_exit(0);
            if (strcmp(way, "pthread_exit") == 0) pthread_exit(NULL);
            if (strcmp(way, "pthread_cancel") == 0) { pthread_cancel(pthread_self()); pthread_testcancel(); }
            if (strcmp(way, "crash") == 0) raise(SIGSEGV);
            if (strcmp(way, "overflow") == 0) deep(0);
        }

        __attribute__((constructor)) static void load(void) { act(getenv("IN_CONSTRUCTOR")); }
        __attribute__((destructor)) static void unload(void) { act(getenv("IN_DESTRUCTOR")); }
        thing *begin(const heddle_config *config) { (void)config; act(getenv("IN_CREATE")); return calloc(1, sizeof(thing)); }
        void finish(thing *it) { act(getenv("IN_DESTROY")); free(it); }
        HEDDLE_EXPORT void let_go(void *text) { act(getenv("IN_RELEASE")); free(text); }
        void end(const char *way) { act(way); }
        static char later[32];
        static void act_later(void) { act(later); }
        void end_later(const char *way) { strncpy(later, way, sizeof later - 1); atexit(act_later); }
        int32_t fail(int32_t n) { heddle->fail("failed", "as it was told"); return n; }
        char *text(void) { return strdup("a text"); }

        static void *on_its_own(void *way) { act(way); return NULL; }
        static void *by_a_call(void *way) {
            void *arguments[] = {&way};
            heddle->call(heddle->find("m.end", "void end(const char *way)"), arguments, NULL);
            return NULL;
        }
        static void run(void *(*body)(void *), const char *way) {
            pthread_t thread;
            pthread_create(&thread, NULL, body, (void *)way);
            pthread_join(thread, NULL);
        }
        void on_thread(const char *way) { run(on_its_own, way); }
        void by_thread(const char *way) { run(by_a_call, way); }

        static pthread_barrier_t all;
        static void *crash_together(void *unused) {
            (void)unused;
            pthread_barrier_wait(&all);
            *(volatile int *)8 = 0;
            return NULL;
        }
        void crash_on_threads(int32_t count) {
            pthread_t thread;
            pthread_barrier_init(&all, NULL, (unsigned)count);
            for (int n = 0; n < count; n++) pthread_create(&thread, NULL, crash_together, NULL);
            pthread_join(thread, NULL);
        }

        /* Behind what everybody knows of a loaded object stands what lazy binding reads of it. */
        void break_linker(void) {
            struct link_map *map = NULL;
            dlinfo(dlopen(NULL, RTLD_NOW), RTLD_DI_LINKMAP, &map);
            memset(map + 1, 0x41, 512);
            raise(SIGSEGV);
        }

        static int32_t ending_of(pid_t child) {
            int status = 0;
            waitpid(child, &status, 0);
            return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        }
        int32_t child(int32_t status) {
            pid_t child = fork();
            if (child == 0) exit(status);
            return ending_of(child);
        }
        int32_t light_child(int32_t status) {
            pid_t child = vfork();
            if (child == 0) _exit(status);
            return ending_of(child);
        }
        int32_t crashing_child(void) {
            pid_t child = fork();
            if (child == 0) raise(SIGSEGV);
            return ending_of(child);
        }
        """
}
