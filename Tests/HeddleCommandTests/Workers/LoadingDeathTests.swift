// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test: a death while a module is loaded")
struct LoadingDeathTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test("is one event with the module, the library, the signal, the address, the functions and the last output")
    func crash() throws {
        let run = try test("fall((int *)16);", "--json")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["skipped a", "skipped b"])
        for name in ["a", "b"] {
            #expect(try run.reason(of: name) == "not run: the module x died as it was loaded")
        }
        let told = try run.events.filter { $0.kind == "diagnostic" }
        #expect(told.count == 1)
        let death = try #require(told.first)
        #expect(death["code"] == "test.unloaded")
        #expect(death["at"] == "cases.json:1:50")
        #expect(
            death["message"] == "the module x: native code crashed with SIGSEGV in the loading of ./bad.so")
        #expect(death.line.contains("signal: SIGSEGV, segmentation fault, at address 0x10"))
        #expect(death.line.contains("#0 fall of bad.so at 0x"))
        #expect(death.line.contains("#1 begin of bad.so at 0x") && !death.line.contains("#2"))
        #expect(death.line.contains("it printed last:") && death.line.contains("  begins"))
    }

    @Test(
        "is told as what it was",
        arguments: [
            ("_exit(3);", "it called _exit, with status 3"), ("exit(4);", "it called exit, with status 4"),
            ("abort();", "signal: SIGABRT, aborted"), ("raise(SIGUSR1);", "signal: SIGUSR1, user defined signal 1"),
            ("kill(getpid(), SIGKILL);", "signal: SIGKILL, killed"), ("leave_raw();", "ended with status 9"),
        ])
    func ways(constructor: String, words: String) throws {
        let run = try test(constructor, "--json")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["skipped a", "skipped b"])
        let told = try run.events.filter { $0["code"] == "test.unloaded" }
        #expect(told.count == 1)
        #expect(told.first?.line.contains(words) == true, "\(told.first?.line ?? "")")
        #expect(told.first?.line.contains("the module x") == true)
    }

    @Test("is told once to people, and its cases in a line each")
    func people() throws {
        let run = try test("_exit(3);")
        #expect(run.errors.ranges(of: "it called _exit, with status 3").count == 1)
        #expect(run.errors.ranges(of: "#0 begin of bad.so").count == 1)
        let lines = ["a", "b"].map { "  skipped      \($0): not run: the module x died as it was loaded\n" }
        #expect(run.output.hasSuffix(lines.joined()), "\(run.output)")
    }

    @Test("is an error of every report, once")
    func reports() throws {
        _ = try test("fall((int *)16);", "--junit", "r.xml", "--tap", "r.tap", "--html", "r.html")
        for report in ["r.xml", "r.tap", "r.html"] {
            let text = try #require(folder.text(of: report))
            #expect(text.contains("at address 0x10"), "\(report)")
            #expect(text.ranges(of: "#0 fall of bad.so").count == 1, "\(report)")
        }
        #expect(folder.text(of: "r.xml")?.contains("failures=\"1\"") == true)
        #expect(folder.text(of: "r.tap")?.contains("\nnot ok ") == true)
    }

    @Test("by what it does as it gets the functions of the host is told as well")
    func attaching() throws {
        let run = try test("", "--json", attaching: "fall((int *)16);")
        #expect(try run.outcomes == ["skipped a", "skipped b"])
        let told = try #require(try run.events.first { $0["code"] == "test.unloaded" })
        #expect(told.line.contains("#0 fall of bad.so"))
        #expect(told.line.contains("heddle_attach of bad.so"))
    }

    private func test(
        _ constructor: String, _ options: String..., attaching: String? = nil
    ) throws -> Program.Ended {
        let source = """
            #define _GNU_SOURCE
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            int fall(volatile int *place) { return *place; }
            static void leave_raw(void) { syscall(SYS_exit_group, 9); }
            __attribute__((constructor)) static void begin(void) {
                (void)leave_raw;
                puts("begins");
                fflush(stdout);
                \(constructor)
            }
            int one(void) { return 1; }
            \(attaching.map { "void heddle_attach(void *host) { (void)host; \($0) }" } ?? "")
            """
        try BuiltModules.compile(source, to: "bad.so", flags: ["-O0"], in: folder)
        let cases = ["a", "b"].map {
            #"{ "name": "\#($0)", "steps": [{ "call": "x.one", "expect": { "result": 1 } }] }"#
        }
        try folder.write(
            "cases.json",
            #"{ "behaviour": 1, "modules": { "x": { "library": "./bad.so", "declarations": ["int one(void)"] } },"#
                + "\n\"cases\": [\(cases.joined(separator: ",\n"))] }")
        return try Program.built("heddle").run(["test", "cases.json"] + options, in: folder.path)
    }
}
