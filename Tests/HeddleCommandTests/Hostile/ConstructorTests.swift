// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A constructor of a module")
struct ConstructorTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Calls the function of a module whose constructor does something.
    private func call(_ constructor: String, compiler: String = "cc") throws -> Program.Ended {
        let isCxx = compiler == "c++"
        try BuiltModules.compile(
            """
            #include <signal.h>
            #include <stdlib.h>
            #include <sys/wait.h>
            #include <unistd.h>
            \(isCxx ? "#include <stdexcept>\nextern \"C\" int one(void);" : "")
            __attribute__((constructor)) static void begin(void) { \(constructor) }
            int one(void) { return 1; }
            """, to: "begins.so", by: compiler, in: folder)
        return try Program.built("heddle").run(["call", "./begins.so", "int one(void)"], in: folder.path)
    }

    @Test(
        "that ends the process is told of as that, with the module's name",
        arguments: [
            ("*(volatile int *)8 = 1;", "native code crashed with SIGSEGV in the loading of ./begins.so"),
            ("abort();", "native code crashed with SIGABRT in the loading of ./begins.so"),
            ("exit(0);", "native code ended the process in the loading of ./begins.so"),
        ])
    func ends(constructor: String, message: String) throws {
        let ended = try call(constructor)
        #expect(ended.status == 5)
        #expect(ended.errors.contains(message), "\(ended.errors)")
    }

    @Test("that starts a process has it ended with the tests, whichever process has loaded the module")
    func begins() throws {
        let mark = "\(UInt32.random(in: 100_000_000...999_999_999))"
        try BuiltModules.compile(
            """
            #include <unistd.h>
            __attribute__((constructor)) static void begin(void) {
                if (fork() == 0) { execlp("sleep", "sleep", "\(mark)", (char *)0); _exit(127); }
            }
            int one(void) { return 1; }
            """, to: "begins.so", in: folder)
        try folder.write(
            "a.json",
            """
            { "behaviour": 1, "modules": { "m": { "library": "./begins.so", "declarations": ["int one(void)"] } },
              "cases": [{ "name": "a", "steps": [{ "call": "m.one", "expect": { "result": 1 } }] }] }
            """)
        for options in [[], ["--share"], ["--jobs", "2"]] {
            let ended = try Program.built("heddle").run(["test", "a.json"] + options, in: folder.path)
            #expect(ended.status == 0, "\(ended)")
            #expect(!FileManager.default.processes.contains("sleep\0\(mark)\0"))
        }
    }

    @Test("that an exception leaves is told of with its words", .enabled(if: Program.isInstalled("c++")))
    func throwing() throws {
        let ended = try call("throw std::runtime_error(\"too early\");", compiler: "c++")
        #expect(ended.status == 5)
        #expect(ended.errors.contains("too early"))
        #expect(ended.errors.contains("in the loading of ./begins.so"))
    }

    @Test(
        "that changes the process does not change what a call returns",
        arguments: [
            "if (fork() == 0) _exit(3);", "(void)!chdir(\"/\");", "signal(SIGSEGV, SIG_IGN); signal(SIGCHLD, SIG_IGN);",
            "for (int file = 3; file < 64; file++) close(file);",
        ])
    func changes(constructor: String) throws {
        let ended = try call(constructor)
        #expect(ended.status == 0)
        #expect(ended.output == "1\n")
    }

    @Test("that closes standard output is no success, though nobody can be told")
    func closing() throws {
        #expect(try call("close(1); close(2);").status == 1)
    }

    @Test("is not reached where the module wants more static TLS than there is, and the mend that is told works")
    func staticTLS() throws {
        try BuiltModules.compile(
            """
            __thread char hog[200000] __attribute__((tls_model("initial-exec")));
            int one(void) { hog[7] = 1; return hog[7]; }
            """, to: "hog.so", in: folder)
        let heddle = try Program.built("heddle")
        let line = ["call", "./hog.so", "int one(void)"]
        let refused = try heddle.run(line, in: folder.path)
        #expect(refused.status == 4)
        #expect(refused.errors.contains("the module ./hog.so cannot be loaded: "))
        #expect(refused.errors.contains("static TLS block"))
        #expect(refused.errors.contains("set GLIBC_TUNABLES=glibc.rtld.optional_static_tls=BYTES"))
        let mended = try heddle.run(
            line, in: folder.path, environment: ["GLIBC_TUNABLES": "glibc.rtld.optional_static_tls=200512"])
        #expect(mended.output == "1\n", "\(mended.errors)")
    }
}

extension FileManager {
    /// The arguments of all processes, each behind a zero.
    fileprivate var processes: Set<String> {
        let numbers = ((try? contentsOfDirectory(atPath: "/proc")) ?? []).filter { Int($0) != nil }
        return Set(
            numbers.compactMap { contents(atPath: "/proc/\($0)/cmdline").map { String(decoding: $0, as: UTF8.self) } })
    }
}
