// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import Workbench

@Suite("heddle test: what a case leaves behind")
struct LeftBehindTests {
    private let bench: LeakBench

    init() throws { bench = try LeakBench() }

    @Test(
        "is another user, group or root directory, too", .enabled(if: getuid() == 0, "only root may change them"),
        arguments: [
            (#""c.setegid", "with": [65534]"#, "the user or group was changed"),
            (#""c.seteuid", "with": [65534]"#, "the user or group was changed"),
            (#""c.chroot", "with": ["."]"#, "the root directory was changed"),
        ])
    func rights(call: String, words: String) throws {
        try bench.folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int setegid(unsigned int group)", "int seteuid(unsigned int user)", "int chroot(const char *path)",
                "unsigned int geteuid(void)" ] } },
              "cases": [
                { "name": "leaves", "steps": [{ "call": \(call), "expect": { "result": 0 } }] },
                { "name": "next", "steps": [{ "call": "c.geteuid", "expect": { "result": 0 } }] } ] }
            """)
        let run = try bench.test()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("the case did not clean up: \(words)\n"), "\(run.errors)")
        #expect(run.errors.contains("2 cases: 2 passed."))
    }

    #if arch(x86_64)
        @Test(
            "is a floating-point mode, which the next case has only where cases share a process",
            arguments: [false, true])
        func floats(isShared: Bool) throws {
            try bench.folder.write(
                "cases.json",
                """
                { "behaviour": 1, "modules": { "m": { "library": "libm.so.6", "declarations": [
                    "int fesetround(int mode)", "int fegetround(void)", "double fabs(double x)" ] } },
                  "cases": [
                    { "name": "leaves", "steps": [{ "call": "m.fesetround", "with": [1024], "expect": { "result": 0 } }] },
                    { "name": "next", "steps": [
                      { "call": "m.fegetround", "expect": { "result": \(isShared ? 1024 : 0) } },
                      { "call": "m.fabs", "with": [0.1], "expect": { "result": 0.1 } } ] } ] }
                """)
            let run = try bench.test(isShared ? ["--share"] : [])
            #expect(run.errors.contains("2 cases: 2 passed."), "\(run.errors)")
            let warning = "the case did not clean up: the floating-point mode was changed\n"
            #expect(run.errors.contains(warning) == !isShared, "\(run.errors)")
        }
    #endif

    @Test(
        "is a warning of the case",
        arguments: [
            ("working directory", "the working directory was changed"), ("umask", "the umask was changed"),
            ("locale", "the locale was changed"), ("signal handler", "the handler of SIGUSR2 was replaced"),
            ("signal mask", "SIGUSR2 was blocked"), ("open descriptor", "descriptor 77 was left open"),
            ("closed descriptor", "descriptor 1 was closed"), ("limit", "limit nofile was changed"),
            ("thread", "1 thread still runs"), ("child process", "1 process still ran and was ended"),
        ])
    func kinds(kind: String, words: String) throws {
        let leak = try #require(LeakBench.leaks.first { $0.kind == kind })
        try bench.write([leak.leaving, leak.looking])
        let run = try bench.test()
        #expect(run.status == 0)
        #expect(run.errors.contains("warning: the case did not clean up: "))
        #expect(run.errors.contains(words))
        #expect(run.errors.ranges(of: "did not clean up").count == 1)
    }

    @Test("is nothing in a case that leaves its process as it was", arguments: ["static", "atexit"])
    func clean(kind: String) throws {
        let leak = try #require(LeakBench.leaks.first { $0.kind == kind })
        try bench.write([leak.looking])
        #expect(!(try bench.test("--json").output.contains("test.left-behind")))
    }

    @Test("is gone before the next one: a process that has left its group and its session, too")
    func daemon() throws {
        try bench.write([
            LeakCase("leaves", [#"leave_daemon "number""#, "add 1 1"]), LeakCase("next", ["add 1 1 = 2"]),
        ])
        let run = try bench.test("--json")
        #expect(try run.outcomes == ["passed leaves", "passed next"])
        #expect(run.output.contains("1 process still ran and was ended"))
        guard let number = bench.folder.text(of: "number").flatMap(Int32.init) else { return }
        #expect(kill(number, 0) != 0)
    }

    @Test("is told although the case has closed all descriptors, and so is all that it did")
    func closed() throws {
        try bench.write([LeakCase("closes", ["close_all", "add 1 1 = 3"]), LeakCase("next", ["add 1 1 = 2"])])
        let run = try bench.test("--json")
        #expect(run.status == 1)
        #expect(try run.outcomes == ["failed closes", "passed next"])
        // Those of Heddle are nobody's business.
        #expect(run.output.contains("descriptors 0, 1 and 2 were closed"))
        #expect(run.output.contains(#""actual":2"#))
    }

    @Test("does not fill the memory of anybody: a gigabyte of output is cut, and the next case has its own")
    func output() throws {
        try bench.write([LeakCase("prints", ["print_much 1024"]), LeakCase("next", ["add 1 1 = 2"])])
        let run = try bench.test("--json")
        #expect(run.status == 0)
        #expect(try run.outcomes == ["passed prints", "passed next"])
        #expect(run.output.contains(" bytes of what it printed are left out"))
        #expect(run.output.utf8.count < 2_000_000)
    }

    @Test("is told of shared memory of System V, which outlives the process, also where that has died")
    func segments() throws {
        try bench.write([
            LeakCase("leaves", ["leave_segment", "leave_segment"]), LeakCase("dies", ["leave_segment_and_die"]),
            LeakCase("takes", ["take_segment = 0"]),
        ])
        let run = try bench.test("--json")
        let numbers = run.output.matches(of: /"(?:result|text)":"?(\d+)(?:\\n)?[",]/).compactMap { Int32($0.1) }
        defer { for number in numbers { shmctl(number, IPC_RMID, nil) } }
        #expect(try run.outcomes == ["passed leaves", "crashed dies", "passed takes"])
        #expect(run.output.ranges(of: "2 segments of System V shared memory are left").count == 1)
        #expect(run.output.ranges(of: "1 segment of System V shared memory is left").count == 1)
        #expect(run.output.ranges(of: "test.left-behind").count == 2)
    }

    @Test("is told of each process, whenever it ends", arguments: 1...5)
    func everyProcess(round: Int) throws {
        let cases = (1...10).map { LeakCase("\($0)", ["start_many 3"]) }
        try bench.write(cases)
        let run = try bench.test("--json", "--jobs", round.isMultiple(of: 2) ? "2" : "1")
        #expect(run.output.ranges(of: "3 processes still ran and were ended").count == 10, "\(run)")
    }

    @Test("is nothing of a process that has ended and that nobody has waited for")
    func ended() throws {
        try bench.write([LeakCase("a", ["end_child 9 = 9"])])
        #expect(!(try bench.test("--json").output.contains("test.left-behind")))
    }

    @Test("signals end a process that a case has forked, as they end any other", arguments: [1, 2, 13, 15, 24, 25])
    func forked(signal: Int) throws {
        try bench.write([LeakCase("a", ["end_child \(signal) = \(signal)"])])
        let run = try bench.test("--json")
        #expect(try run.outcomes == ["passed a"], "\(run)")
    }

    @Test(
        "never is the process that has loaded the modules: signals that a case sends there change nothing",
        arguments: [2, 10, 11, 15, 19, 24])
    func signalled(number: Int) throws {
        try bench.write([
            LeakCase("before", ["add 1 1 = 2"]), LeakCase("sends", ["signal_parent \(number)"]),
            LeakCase("next", ["add 1 1 = 2"]), LeakCase("last", ["add 1 1 = 2"]),
        ])
        let run = try bench.test("--json", "--time-limit", "20s")
        #expect(run.status == 0)
        #expect(try run.outcomes == ["passed before", "passed sends", "passed next", "passed last"])
    }

    @Test(
        "never is the process that has loaded the modules: signals that a case sends there at once change nothing",
        arguments: [2, 10, 11, 15])
    func signalledAtOnce(number: Int) throws {
        // Its fork returns late, as on a machine whose processors are all at work.
        let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <unistd.h>
            pid_t fork(void) {
                pid_t (*next)(void) = (pid_t (*)(void))dlsym(RTLD_NEXT, "fork");
                pid_t child = next();
                if (child > 0) for (int i = 0; i < 100; i++) usleep(1000);
                return child;
            }
            """
        let late = try BuiltModules.compile(source, to: "late.so", in: bench.folder)
        try bench.write([
            LeakCase("before", ["add 1 1 = 2"]), LeakCase("sends", ["signal_parent \(number)"]),
            LeakCase("next", ["add 1 1 = 2"]),
        ])
        let run = try bench.test(["--json"], environment: ["LD_PRELOAD": late])
        #expect(run.status == 0)
        #expect(try run.outcomes == ["passed before", "passed sends", "passed next"])
    }

    @Test("never is the process that has loaded the modules: one that is killed is replaced")
    func parent() throws {
        try bench.write([LeakCase("kills", ["kill_parent"]), LeakCase("next", ["add 1 1 = 2"])])
        let run = try bench.test("--json")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["crashed kills", "passed next"])
    }
}
