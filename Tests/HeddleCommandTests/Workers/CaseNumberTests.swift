// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle test: the number of the process of a case")
struct CaseNumberTests {
    /// True where a test may choose the number of the next process.
    static let isPossible =
        (try? Program("unshare").run(
            ["--pid", "--fork", "--mount-proc", "sh", "-c", "echo 300 > /proc/sys/kernel/ns_last_pid"]
        ).status) == 0 && Program.isInstalled("setarch")

    @Test(
        "changes no address, half of which has the same digits",
        .enabled(if: isPossible), arguments: [0x7fff, 0x5555])
    func halves(number: Int) throws {
        let bench = try Bench()
        let text = """
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": ["int abs(int n)"] } },
              "cases": [{ "name": "a", "steps": [{ "call": "c.abs", "with": [-3], "expect": { "result": 3 } }] },
                { "name": "b", "steps": [{ "call": "c.abs", "with": [-4], "expect": { "result": 4 } }] }] }
            """
        try bench.folder.write("cases.json", text)
        let heddle = try Program.built("heddle").path
        // The first process that it starts loads the modules, and has that number. Addresses are the same in each run.
        let line = "echo \(number - 1) > /proc/sys/kernel/ns_last_pid; exec setarch -R \(heddle) test cases.json"
        let run = try Program("unshare").run(
            ["--pid", "--fork", "--mount-proc", "sh", "-c", line], in: bench.folder.path)
        #expect(run.status == 0, "\(run)")
        #expect(run.errors.hasPrefix("2 cases: 2 passed."), "\(run)")
    }
}
