// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A behaviour with very many hooks", .timeLimit(.minutes(30)))
struct ManyHooksTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func behaviour(_ hooks: [String]) -> String {
        """
        {"behaviour":1,"modules":{"probe":{"library":"probe"}},"hooks":[\(hooks.joined(separator: ",\n"))],
         "steps":[{"call":"probe.add","with":[1,2],"expect":{"result":3}}]}
        """
    }

    private func run(_ hooks: [String]) throws -> Program.Ended {
        try bench.heddle("run", behaviour: behaviour(hooks))
    }

    @Test("weaves ten thousand around one action")
    func plain() throws {
        let hook = #"{"on":"probe.add","before":{"guard":{"where":{"argument.a":1}}}}"#
        #expect(try run([String](repeating: hook, count: 10_000)).status == 0)
    }

    @Test("orders three thousand of which each is inside of the next")
    func inside() throws {
        let hooks = (0..<3000).map {
            #"{"name":"\#($0)","on":"probe.add","before":"log"\#($0 < 2999 ? #","inside":["\#($0 + 1)"]"# : "")}"#
        }
        let run = try run(hooks)
        #expect(run.status == 0)
        #expect(run.errors.split(separator: "\n").count { $0.contains("probe.add") } == 3000)
    }

    @Test("orders a thousand of which each is outside of all that follow")
    func outside() throws {
        let names = (0..<1000).map { "\"\($0)\"" }
        let hooks = (0..<1000).map {
            #"{"name":\#(names[$0]),"on":"probe.*","before":"log","outside":[\#(names[($0 + 1)...].joined(separator: ","))]}"#
        }
        #expect(try run(hooks).status == 0)
    }

    @Test("says once that a thousand cannot be ordered, at the one that closes the circle")
    func circle() throws {
        let hooks = (0..<1000).map {
            #"{"name":"\#($0)","on":"probe.*","before":"log","inside":["\#(($0 + 1) % 1000)"]}"#
        }
        let check = try bench.heddle("check", behaviour: behaviour(hooks))
        #expect(check.status == 3)
        #expect(check.errors.contains("the hooks cannot be ordered: "))
        #expect(check.errors.contains("stack.json:1000:"))
        #expect(check.errors.hasSuffix("\n1 error\n"))
    }

    @Test("says of each that it does not fit")
    func misfits() throws {
        let hooks = [String](repeating: #"{"on":"probe.add","instead":{"answer":{"result":"text"}}}"#, count: 1000)
        let check = try bench.heddle("check", behaviour: behaviour(hooks))
        #expect(check.status == 3)
        #expect(check.errors.contains("error: "))
    }

    @Test("knows a hundred thousand tags")
    func tags() throws {
        let tags = (0..<100_000).map { "t\($0)" }
        let text = """
            {"behaviour":1,"modules":{"m":{"library":"libm.so.6","declarations":["_Tags_(\(tags.joined(separator: ","))) double cos(double x)"]}},
             "hooks":[{"on":"m.*","tagged":[\(tags.map { "\"\($0)\"" }.joined(separator: ","))],"before":"log"}],
             "steps":[{"call":"m.cos","with":[0]}]}
            """
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 0)
        #expect(run.errors.contains("m.cos"))
    }
}
