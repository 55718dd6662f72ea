// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test --debug: a case in the debugger", .enabled(if: Program.isInstalled("gdb")))
struct CaseDebuggerTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.source, to: "looked.so", flags: ["-g", "-O0"], in: folder)
        try folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "m": { "library": "./looked.so", "declarations": [
                "int twice(int n)", "int read_at(long address)"] } },
              "cases": [
                { "name": "fails", "steps": [
                  { "call": "m.twice", "with": [1], "expect": { "result": 2 } },
                  { "call": "m.twice", "with": [2], "expect": { "result": 5 } },
                  { "call": "m.twice", "with": [3] } ] },
                { "name": "dies", "needs": ["holds"], "steps": [
                  { "call": "m.twice", "with": [4] }, { "call": "m.read_at", "with": [16] }] },
                { "name": "holds", "steps": [{ "call": "m.twice", "with": [7] }] },
                { "name": "row", "each": [{ "n": 8 }, { "n": 9 }], "steps": [
                  { "call": "m.twice", "with": [{ "ref": "row.n" }], "expect": { "result": 18 } }] }
              ] }
            """)
    }

    @Test(
        "stops in the code that the step calls, at the step that fails or dies, or at the first one",
        arguments: [
            ("fails", #""fails" fails in step 2"#, "twice (n=2)", 1),
            ("dies", #""dies" dies in step 2"#, "read_at (address=16)", 5),
            ("holds", #""holds" holds; its first step is step 1"#, "twice (n=7)", 0),
            ("row [1]", #""row [1]" fails in step 1"#, "twice (n=8)", 1),
        ])
    func stops(name: String, words: String, frame: String, status: Int) throws {
        let run = try debug(name, "info args\nbacktrace 1\nkill\n")
        // That of the run without the debugger.
        #expect(run.status == status)
        #expect(run.errors.contains("\(words): the debugger stops there\n"))
        #expect(run.output.contains("#0  \(frame)"), "\(run.output)")
    }

    @Test(
        "takes one case, and a file that can be read twice",
        arguments: [
            (["cases.json", "--debug", "none"], 7, #"no case is named "none""#),
            (["cases.json", "--debug", "row*"], 2, "--debug takes one case, and 2 have such a name"),
            (["cases.json", "--debug", "fails", "--share"], 2, "--debug runs one case"),
            (["cases.json", "--debug", "fails", "--name", "dies"], 2, "--debug names the case"),
            (["-", "--debug", "fails"], 2, "standard input can be read once"),
        ])
    func mistakes(words: [String], status: Int, message: String) throws {
        let run = try Program.built("heddle").run(
            ["test"] + words, in: folder.path, input: folder.text(of: "cases.json") ?? "")
        #expect(run.status == status)
        #expect(run.errors.contains(message))
    }

    @Test("says that there is no debugger")
    func missing() throws {
        let run = try debug("fails", "", path: folder.path)
        #expect(run.errors.contains("there is no debugger: gdb is not on the PATH\n = install gdb"))
    }

    private func debug(_ name: String, _ input: String, path: String? = nil) throws -> Program.Ended {
        try Program.built("heddle").run(
            ["test", "cases.json", "--debug", name], in: folder.path, environment: path.map { ["PATH": $0] } ?? [:],
            input: input)
    }

    private static let source = """
        int twice(int n) { return n + n; }
        int read_at(long address) { return *(volatile int *)address; }
        """
}
