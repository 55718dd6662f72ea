// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A machine that has no more of something")
struct ExhaustionTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(
            "stack.json",
            """
            { "behaviour": 1,
              "modules": { "m": { "library": "libm.so.6", "declarations": ["double cos(double x)"] } },
              "steps": [{ "call": "m.cos", "with": [0] }],
              "cases": [{ "name": "a", "steps": [{ "call": "m.cos", "with": [0], "expect": { "result": 1 } }] }] }
            """)
    }

    @Test(
        "descriptors: status 8 and a message that names the limit",
        arguments: ["test stack.json", "record stack.json --runs 1", "watch stack.json"], [6, 8, 12])
    func descriptors(line: String, limit: Int) throws {
        let run = try folder.bash("ulimit -n \(limit); heddle \(line)")
        #expect(run.status == 8)
        #expect(run.errors.hasPrefix("error: "))
        #expect(run.errors.contains(": too many open files (the limit is that of ulimit -n)\n"))
    }

    @Test("descriptors: enough of them for a case are enough for many", arguments: ["", "--jobs 2"])
    func fewDescriptors(option: String) throws {
        let run = try folder.bash("ulimit -n 32; heddle test stack.json \(option)")
        #expect(run.status == 0)
    }

    @Test("descriptors: a process of cases says what it lacks, and not who starts it", arguments: 13...24)
    func workers(limit: Int) throws {
        let run = try folder.bash("ulimit -n \(limit); heddle test stack.json")
        #expect([0, 8].contains(run.status))
        #expect(!(run.output + run.errors).contains("is started by"))
        #expect(run.status == 0 || run.errors.contains("too many open files"))
    }

    @Test(
        "processes: status 8 and a message that names the limit",
        arguments: ["test stack.json", "record stack.json", "watch stack.json"])
    func processes(line: String) throws {
        // A user who is not root, whom no limit of processes holds back.
        let heddle = try Program.built("heddle").path
        let user = "setpriv --reuid=65533 --clear-groups"
        guard try folder.bash("chmod 755 . && \(user) '\(heddle)' test stack.json").status == 0 else { return }
        let run = try folder.bash("\(user) bash -c \"ulimit -u 1; exec '\(heddle)' \(line)\"")
        #expect(run.status == 8)
        #expect(run.errors.contains("too many processes or threads (the limit is that of ulimit -u)"))
    }

    @Test("room for a file: a report is said to be too large, and what was there stays")
    func reports() throws {
        try folder.write("r.xml", "before")
        try folder.write("steps.jsonl", try folder.bash("heddle test stack.json --json").output)
        let run = try folder.bash(
            "(ulimit -f 0; heddle report --from steps.jsonl --junit r.xml 2>&1) | cat; exit ${PIPESTATUS[0]}")
        #expect(run.status == 8)
        #expect(run.output.contains("r.xml cannot be written: file too large (the limit is that of ulimit -f)"))
        #expect(folder.text(of: "r.xml") == "before")
    }

    @Test(
        "room on the disk: a report names the path that is full", arguments: ["--junit", "--html", "--tap", "--trace"])
    func fullDisk(option: String) throws {
        let run = try folder.bash("heddle test stack.json \(option) /dev/full")
        #expect(run.status == 8)
        #expect(run.errors.contains("the file /dev/full cannot be written: no space left on device"))
    }

    @Test("room for a file: standard output that is cut off is no success")
    func output() throws {
        let run = try folder.bash("(ulimit -f 0; heddle run stack.json 2>&1 >out) | cat; exit ${PIPESTATUS[0]}")
        #expect(run.status == 1)
        #expect(
            run.output.contains("error: the output cannot be written: file too large (the limit is that of ulimit -f)"))
    }

    @Test("room for a file: native code gets the error, and no signal")
    func native() throws {
        try BuiltModules.compile(
            """
            #include <errno.h>
            #include <fcntl.h>
            #include <unistd.h>
            int fill(void) { return write(open("filled", O_WRONLY | O_APPEND), "x", 1) < 0 ? errno : 0; }
            """, to: "fills.so", in: folder)
        let run = try folder.bash(
            "(ulimit -f 64; dd if=/dev/zero of=filled bs=1024 count=64 status=none; "
                + "heddle call ./fills.so 'int fill(void)') 2>&1 | cat; exit ${PIPESTATUS[0]}")
        #expect(run.status == 0)
        // EFBIG.
        #expect(run.output == "27\n")
    }
}
