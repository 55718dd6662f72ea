// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

/// A bench for `heddle test`: behaviours whose cases print their names, and a library that counts its calls in a run, in
/// whatever process it is.
struct TestBench {
    let bench: Bench
    var folder: ScratchFolder { bench.folder }

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(
            """
            #include <fcntl.h>
            #include <unistd.h>
            int next(void) {
                int file = open("count", O_CREAT | O_APPEND | O_WRONLY, 0600);
                int count = write(file, "x", 1) == 1 ? (int)lseek(file, 0, SEEK_END) : -1;
                close(file);
                return count;
            }
            """, to: "libnext.so", in: folder)
    }

    /// Runs `heddle test` in the folder.
    func test(_ arguments: String...) throws -> Program.Ended {
        try folder.write("count", "")
        return try Program.built("heddle").run(["test", "-m", bench.modules] + arguments, in: folder.path)
    }

    /// Writes a behaviour with some cases.
    func write(_ name: String, _ cases: String...) throws {
        try folder.write(
            name,
            """
            { "behaviour": 1,
              "modules": {
                "probe": { "library": "probe" },
                "next": { "library": "./libnext.so", "declarations": ["int next(void)"] }
              },
              "cases": [
            \(cases.joined(separator: ",\n"))
            ] }
            """)
    }
}

/// A case that holds and prints its name.
func good(_ name: String, needs: [String] = []) -> String {
    let words = needs.map { "\"\($0)\"" }.joined(separator: ", ")
    return #"{ "name": "\#(name)", "needs": [\#(words)], "steps": [{ "call": "probe.say", "with": ["\#(name)"] }] }"#
}

/// A case that does not hold.
func bad(_ name: String) -> String {
    #"""
    { "name": "\#(name)",
      "steps": [{ "call": "probe.add", "with": [1, 1], "expect": { "result": 3 } }] }
    """#
}

/// A case that holds when the run comes to such a case for the nth time.
func holds(_ name: String, atTime count: Int) -> String {
    #"{ "name": "\#(name)", "steps": [{ "call": "next.next", "expect": { "result": \#(count) } }] }"#
}

/// A case that holds until the run comes to such a case for the nth time.
func fails(_ name: String, atTime count: Int) -> String {
    #"{ "name": "\#(name)", "steps": [{ "call": "next.next", "expect": { "result": { "lt": \#(count) } } }] }"#
}

extension Program.Ended {
    /// The names of the cases that passed, in order, from what people read.
    var passed: [String] {
        outputWithoutTimes.split(separator: "\n").filter { $0.hasPrefix("  passed  ") }
            .map { String($0.dropFirst("  passed".count).drop { $0 == " " }) }
    }

    /// The outcomes of cases with their names, in order, from events.
    var outcomes: [String] {
        get throws {
            try events.filter { $0.kind == "caseEnded" }.map { event in
                let (outcome, name): (String, String) = try (#require(event["outcome"]), #require(event["name"]))
                let isRetried: Bool = event["retried"] ?? false
                return "\(outcome) \(name)\(isRetried ? " retried" : "")"
            }
        }
    }
}
