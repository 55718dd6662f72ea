// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test: a kill of the process that forks the cases")
struct OriginDeathTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "killing.so", in: folder)
        try write(
            "cases.json",
            #"{ "name": "before", "steps": [{ "call": "k.one", "expect": { "result": 1 } }] }"#,
            """
            { "name": "killed", "steps": [
                { "call": "k.one" },
                { "call": "k.kill_origin", "with": [7] }] }
            """,
            #"{ "name": "behind", "steps": [{ "call": "k.one", "expect": { "result": 1 } }] }"#)
    }

    @Test("while a case runs says which process died, the step with its arguments, the signal and the last output")
    func during() throws {
        let run = try test("--json")
        #expect(run.status == 5)
        #expect(try run.outcomes == ["passed before", "crashed killed", "passed behind"])
        #expect(
            try run.reason(of: "killed")
                == "the process that forks the cases was ended by a signal during k.kill_origin: Killed")
        let told = try run.events.filter { $0["code"] == "test.died" }
        #expect(told.count == 1)
        #expect(told.first?["at"] == "cases.json:7:5")
        #expect(told.first?["message"] == "the process that forks the cases died while this step ran")
        #expect(told.first?.line.contains("arguments: 7") == true)
        #expect(told.first?.line.contains("signal: SIGKILL, killed") == true)
        #expect(try run.printed(by: "killed") == "last output\n")
    }

    @Test("is in every report")
    func reports() throws {
        let run = try test("--junit", "r.xml", "--tap", "r.tap", "--html", "r.html")
        let words = "the process that forks the cases died while this step ran"
        #expect(run.errors.contains(words))
        for report in ["r.xml", "r.tap", "r.html"] {
            #expect(folder.text(of: report)?.contains(words) == true, "\(report)")
        }
    }

    @Test("outside of a step says the case")
    func outside() throws {
        try write("cases.json", #"{ "name": "killed", "steps": [{ "call": "k.kill_origin_at_exit" }] }"#)
        let run = try test("--json")
        #expect(try run.outcomes == ["crashed killed"])
        let told = try #require(try run.events.first { $0["code"] == "test.died" })
        #expect(told["message"] == "the process that forks the cases died while this case ran")
        #expect(told["at"] == "cases.json:4:1")
    }

    @Test("before a case begins loses no case and runs none twice: another process forks them")
    func idle() throws {
        try write("a.json", #"{ "name": "kills", "steps": [{ "call": "k.kill_others", "expect": { "result": 1 } }] }"#)
        let once = #"{ "call": "k.note", "with": ["ran"] }"#
        try write(
            "b.json", #"{ "name": "first", "steps": [\#(once)] }"#, #"{ "name": "second", "steps": [\#(once)] }"#)
        let run = try test("--json", files: ["a.json", "b.json"])
        #expect(run.status == 5)
        #expect(try run.outcomes == ["passed kills", "passed first", "passed second"])
        #expect(folder.text(of: "ran") == "xx")
        let told = try run.events.filter { $0.kind == "diagnostic" }
        #expect(told.compactMap { $0["code"] as String? } == ["test.bad-end"])
        #expect(told.first?.line.contains("another one runs the cases that are left") == true)
    }

    @Test("that runs the cases itself is told as that, at its case, with the functions that ran")
    func shared() throws {
        try write(
            "cases.json", #"{ "name": "falls", "steps": [{ "call": "k.fall" }] }"#,
            #"{ "name": "behind", "steps": [{ "call": "k.one", "expect": { "result": 1 } }] }"#)
        let run = try test("--json", "--share")
        #expect(try run.outcomes == ["crashed falls", "passed behind"])
        let told = try #require(try run.events.first { $0["code"] == "test.died" })
        #expect(told["message"] == "the process that runs the cases died in this one")
        #expect(told["at"] == "cases.json:4:1")
        #expect(told.line.contains("signal: SIGSEGV, segmentation fault, at address 0x10"))
        #expect(told.line.contains("#0 fall of killing.so"))
    }

    private func test(_ options: String..., files: [String] = ["cases.json"]) throws -> Program.Ended {
        try Program.built("heddle").run(["test"] + files + options, in: folder.path)
    }

    private func write(_ file: String, _ cases: String...) throws {
        try folder.write(
            file,
            """
            { "behaviour": 1, "modules": { "k": { "library": "./killing.so", "declarations": [
                "int one(void)", "void kill_origin(int number)", "void kill_origin_at_exit(void)",
                "int kill_others(void)", "void note(const char *path)", "void fall(void)"] } }, "cases": [
            \(cases.joined(separator: ",\n"))] }
            """)
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dirent.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <unistd.h>
        int one(void) { return 1; }
        void fall(void) { *(volatile int *)16 = 1; }
        void kill_origin(int number) {
            (void)number;
            puts("last output");
            fflush(stdout);
            kill(getppid(), SIGKILL);
            for (;;) pause();
        }
        static void end(void) { kill_origin(0); }
        void kill_origin_at_exit(void) { atexit(end); }
        static int parent_of(int process) {
            char path[64];
            int parent = 0;
            snprintf(path, sizeof path, "/proc/%d/stat", process);
            FILE *file = fopen(path, "r");
            if (file == NULL) return 0;
            if (fscanf(file, "%*d (%*[^)]) %*c %d", &parent) != 1) parent = 0;
            fclose(file);
            return parent;
        }
        // Those that fork the cases of other files.
        int kill_others(void) {
            int own = getppid(), host = parent_of(own), count = 0;
            DIR *folder = opendir("/proc");
            for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
                int process = atoi(entry->d_name);
                if (process <= 0 || process == own || parent_of(process) != host) continue;
                kill(process, SIGKILL);
                count++;
            }
            closedir(folder);
            return count;
        }
        void note(const char *path) {
            FILE *file = fopen(path, "a");
            fputc('x', file);
            fclose(file);
        }
        """
}
