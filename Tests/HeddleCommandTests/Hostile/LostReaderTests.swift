// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A reader of the output that goes away")
struct LostReaderTests {
    private let folder: ScratchFolder
    private static let announcement =
        "interrupted: nobody reads the output any more; the run stops after the current call\n"

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "pipes.so", flags: ["-D_GNU_SOURCE"], in: folder)
        let nap = #"{ "call": "p.nap" }"#
        try write("steps.json", "\"steps\": [\(repeated(nap))], \"always\": [\(Self.always)]")
        let cases = (0..<200).map { #"{ "name": "c\#($0)", "steps": [\#(nap)], "always": [\#(Self.always)] }"# }
        try write("cases.json", "\"cases\": [\(cases.joined(separator: ","))]")
    }

    @Test("interrupts a run, whose always steps run", arguments: ["", "--json"])
    func run(option: String) throws {
        let run = try folder.bash("heddle run steps.json \(option) | head -1; exit ${PIPESTATUS[0]}")
        #expect(run.status == 130)
        #expect(run.output.split(separator: "\n").count == 1)
        #expect(run.errors.hasPrefix(Self.announcement))
        #expect(folder.text(of: "always") == "x")
    }

    @Test("interrupts a test run, whose reports are written", arguments: ["", "--json", "--in-process", "--jobs 2"])
    func test(option: String) throws {
        let run = try folder.bash("heddle test cases.json --junit r.xml \(option) | head -1; exit ${PIPESTATUS[0]}")
        #expect(run.status == 130)
        #expect(run.errors.hasPrefix(Self.announcement))
        let junit = try #require(folder.text(of: "r.xml"))
        #expect(junit.hasSuffix("</testsuites>\n"))
        #expect((1..<200).contains(junit.ranges(of: "<testcase").count))
        #expect(folder.text(of: "always")?.isEmpty == false)
    }

    @Test("interrupts a run also where it has read standard error, or both")
    func errors() throws {
        let both = try folder.bash("heddle run steps.json 2>&1 | head -1; exit ${PIPESTATUS[0]}")
        #expect(both.status == 130)
        try write(
            "logs.json",
            #""hooks": [{ "on": "p.nap", "before": "log" }], "steps": [\#(repeated(#"{ "call": "p.nap" }"#))]"#)
        let errors = try folder.bash("heddle run logs.json 2>&1 >/dev/null | head -1; exit ${PIPESTATUS[0]}")
        #expect(errors.status == 130)
    }

    @Test("ends a recording with what was recorded until then")
    func record() throws {
        let run = try folder.bash("heddle record steps.json --json -o r.json | head -0; exit ${PIPESTATUS[0]}")
        #expect([0, 130].contains(run.status))
        #expect(folder.text(of: "r.json")?.hasPrefix("{") == true)
    }

    @Test("ends a command that calls nothing, without a word", arguments: ["plan", "explain"])
    func quiet(verb: String) throws {
        // More than a pipe holds, so that somebody has to read.
        let steps = (0..<4000).map { _ in #"{ "call": "p.nap" }"# }.joined(separator: ",")
        try write("long.json", "\"steps\": [\(steps)]")
        let line = verb == "plan" ? "plan long.json --json" : "explain"
        let run = try folder.bash("(sleep 0.2; heddle \(line)) | true; exit ${PIPESTATUS[0]}")
        #expect(run.status == 141)
        #expect(run.errors == "")
    }

    @Test(
        "of a pipe of native code is an error that native code gets", arguments: ["run", "test", "test --in-process"])
    func native(verb: String) throws {
        let call = #"{ "call": "p.write_to_nobody", "expect": { "result": 32 } }"#
        try write("native.json", #""steps": [\#(call)], "cases": [{ "name": "a", "steps": [\#(call)] }]"#)
        let run = try folder.bash("heddle \(verb) native.json")
        #expect(run.status == 0)
        #expect((run.output + run.errors).contains("1 expectation held"))
    }

    @Test("ends the programs that native code starts, as ever")
    func programs() throws {
        try write("starts.json", #""steps": [{ "call": "p.start", "expect": { "result": 13 } }]"#)
        #expect(try folder.bash("heddle run starts.json").status == 0)
    }

    @Test("of one report keeps the others from nothing")
    func report() throws {
        let run = try folder.bash("heddle test cases.json --name c1 --tap >(true) --junit r.xml; exit $?")
        #expect([0, 2].contains(run.status))
        #expect(folder.text(of: "r.xml")?.hasSuffix("</testsuites>\n") == true)
    }

    private func repeated(_ step: String) -> String { Array(repeating: step, count: 200).joined(separator: ",") }

    private static let always = #"{ "call": "p.note", "with": ["always"] }"#

    private func write(_ name: String, _ members: String) throws {
        try folder.write(
            name,
            """
            { "behaviour": 1,
              "modules": { "p": { "library": "./pipes.so", "declarations": [
                "void nap(void)", "void note(const char *path)", "int write_to_nobody(void)", "int start(void)"] } },
              \(members) }
            """)
    }

    private static let source = """
        #include <errno.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/wait.h>
        #include <unistd.h>
        void nap(void) { usleep(20000); }
        void note(const char *path) { FILE *file = fopen(path, "a"); fputs("x", file); fclose(file); }
        int write_to_nobody(void) {
            int ends[2];
            if (pipe(ends) != 0) return -1;
            close(ends[0]);
            return write(ends[1], "x", 1) < 0 ? errno : 0;
        }
        // The signal that ended a program which writes to nobody.
        int start(void) {
            int ends[2], status = 0;
            if (pipe(ends) != 0) return -1;
            close(ends[0]);
            pid_t child = fork();
            if (child == 0) {
                dup2(ends[1], 1);
                execlp("yes", "yes", NULL);
                _exit(1);
            }
            waitpid(child, &status, 0);
            return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
        }
        """
}
