// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import Testing
import Workbench

@Suite("A plan")
struct PlanTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// The codes and places of all that is wrong.
    private func mistakes(_ steps: String, rest: String = "", origin: Origin = .file(folder: ".")) -> [String] {
        do {
            _ = try bench.plan(steps, rest: rest, origin: origin)
            return []
        } catch let mistakes as Diagnostics {
            return mistakes.all.map { "\($0.code) \($0.range?.text ?? "")" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test("It has the steps with their arguments and hooks, and nothing was called for it")
    func steps() throws {
        let plan = try bench.plan(
            #"""
            { "call": "probe.add", "with": { "b": 2, "a": 1 }, "save": "sum" },
            { "call": "probe.sum_bytes", "with": { "bytes": "abc" } },
            { "call": "probe.same_signed", "with": [{ "ref": "sum" }] }, { "call": "probe.crash" }
            """#,
            rest: #", "hooks": [{ "name": "n", "on": "probe.add", "order": 2, "#
                + #""before": "log", "after": "probe.refuse" }]"#)
        let calls = try plan.steps.map { try $0.call.get() }
        #expect(plan.steps.map(\.index) == [0, 1, 2, 3])
        #expect(plan.steps.map(\.name.action) == ["add", "sum_bytes", "same_signed", "crash"])
        #expect(calls[0].plannedArguments == [.integer(1), .integer(2)])
        #expect(calls[1].plannedArguments == [.string("abc"), nil])
        #expect(calls[2].plannedArguments == [.object([.init("ref", .string("sum"))])])
        #expect(calls.map(\.hooks.count) == [1, 0, 0, 0])
        #expect(calls[0].hooks[0].name == "n")
        #expect(calls[0].hooks[0].order == 2)
        #expect(calls[0].hooks[0].labels == [.before: ["log"], .instead: [], .after: ["probe.refuse"]])
        #expect(calls[0].hooks[0].origin == "stack.json:4:100 on \"probe.add\"")
        #expect(bench.log.isEmpty)
    }

    @Test("An empty behaviour is a plan of nothing")
    func empty() throws {
        let plan = try Plan.read(SourceText(name: "stack.json", "[]"), on: bench.host, origin: .file(folder: "."))
        #expect(plan.steps.isEmpty)
        #expect(bench.run(plan).events.story == ["summary"])
    }

    @Test("Each mistake is reported once, however many steps it touches, and in the order of the file")
    func mistakes() {
        #expect(
            mistakes(
                #"{ "call": "probe.add", "with": [1, 2] }, { "call": "probe.add", "with": [1, 2] }, "#
                    + #"{ "call": "probe.no" }"#,
                rest: #", "hooks": [{ "on": "probe.add", "before": "probe.see_text" }]"#)
                == ["action.missing \"probe.no\"", "hook.shape \"probe.see_text\""])
    }

    @Test("One that fails leaves none of its hooks around the host's actions")
    func leavesNothing() throws {
        try bench.host.module("probe")
        let hooks = #", "hooks": [{ "on": "probe.add", "instead": "probe.multiply" }]"#
        #expect(mistakes(#"{ "call": "probe.add", "with": [3, 4] }, { "call": "probe.none" }"#, rest: hooks).count == 1)
        #expect(try bench.result("add", .integer(3), .integer(4)) == .integer(7))
    }

    @Test("The hooks of one are around the host's actions as long as it lives, and are not there twice")
    func ownsHooks() throws {
        try bench.host.module("probe")
        let hooks =
            #", "hooks": [{ "on": "probe.add", "before": ["log", { "rewrite": { "arguments": { "b": 10 } } }] }]"#
        for count in 1...3 {
            let plan = try bench.plan(#"{ "call": "probe.add", "with": [3, 4] }"#, rest: hooks)
            #expect(try bench.result("add", .integer(3), .integer(4)) == .integer(13))
            #expect(bench.log.count == count)
            withExtendedLifetime(plan) {}
        }
        #expect(try bench.result("add", .integer(3), .integer(4)) == .integer(7))
    }

    @Test("A fetched behaviour names modules on the module path only", arguments: ["libm.so.6", "./probe.so", "/x"])
    func remote(library: String) throws {
        let text = "{ \"behaviour\": 1, \"modules\": { \"m\": { \"library\": \"\(library)\" } }, \"steps\": [] }"
        let refusal = message {
            _ = try Plan.read(SourceText(name: "http://x/", text), on: bench.host, origin: .remote)
        }
        #expect(refusal?.hasPrefix("a fetched behaviour may not name \"\(library)\"") == true)
        #expect(mistakes("", origin: .remote) == [])
    }

    @Test("A path is relative to the behaviour")
    func relative() throws {
        let text = "{ \"behaviour\": 1, \"modules\": { \"p\": { \"library\": \"./probe.so\" } }, \"steps\": [] }"
        let source = SourceText(name: "stack.json", text)
        _ = try Plan.read(source, on: bench.host, origin: .file(folder: BuiltModules.probes))
        #expect(message { _ = try Plan.read(source, on: bench.host, origin: .file(folder: "/nowhere")) } != nil)
    }

    @Test("What is to be skipped is left out with its reason")
    func skipped() throws {
        let plan = try bench.plan(
            #"{ "call": "probe.none" }, { "call": "probe.nothing" }"#, rest: #", "policy": { "missing": "skip" }"#)
        #expect(plan.skipped.map(\.code) == [.action(.missing)])
        #expect(plan.skipped.map(\.severity) == [.warning])
        #expect(plan.warnings.isEmpty)
    }

    @Test("Declarations with escapes are read, and their mistakes name their place")
    func escapes() throws {
        let text =
            #"{ "behaviour": 1, "modules": { "m": { "library": "libm.so.6", "declarations": ["DECLARATION"] } }, "#
            + #""steps": [{ "call": "m.cos", "with": [0] }] }"#
        func read(_ declaration: String) throws {
            let source = SourceText(name: "stack.json", text.replacing("DECLARATION", with: declaration))
            _ = try Plan.read(source, on: bench.host, origin: .file(folder: "."))
        }
        try read(#"double\u0020cos(\n double x)"#)
        do {
            try read(#"doubel\u0020cos(double x)"#)
            Issue.record("there is no such type")
        } catch let mistakes as Diagnostics {
            #expect(mistakes.all.map(\.message) == ["unknown type \"doubel\""])
            #expect(mistakes.all[0].range?.location == "the declaration at stack.json:1:80:1:1")
        }
    }
}
