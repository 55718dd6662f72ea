// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A FIFO, to which nobody may ever write")
struct FIFOTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try Program("mkfifo").succeed([bench.folder("fifo.json")])
    }

    @Test("is refused as a behaviour, at once", arguments: ["run", "check", "plan", "test"])
    func behaviour(command: String) throws {
        let run = try bench.heddle(command, "fifo.json")
        #expect(run.status == 3)
        #expect(
            run.errors.hasPrefix(
                "error: the behaviour fifo.json cannot be read: it is a FIFO, which may never get any data\n"))
    }

    @Test("is refused where it is included, or is to be bindings")
    func named() throws {
        let included = try bench.heddle("check", behaviour: #"{ "behaviour": 1, "include": ["fifo.json"] }"#)
        #expect(included.status == 3)
        #expect(included.errors.contains("fifo.json cannot be read: it is a FIFO"))
        #expect(included.errors.contains("--> stack.json:1:31"))
        let bound = try bench.heddle(
            "check",
            behaviour: #"{ "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "bindings": "fifo.json" } } }"#)
        #expect(bound.status == 3)
        #expect(bound.errors.contains("fifo.json cannot be read: it is a FIFO"))
    }

    @Test("is no pipe that a shell has opened, which is read to its end")
    func unnamed() throws {
        let heddle = try Program.built("heddle").path
        let text = #"{ "behaviour": 1 }"#
        let run = try Program("bash").run(["-c", "'\(heddle)' check <(sleep 0.1; echo '\(text)')"])
        #expect(run.status == 0, "\(run.errors)")
    }
}
