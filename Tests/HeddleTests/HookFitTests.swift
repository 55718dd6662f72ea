// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import Testing

@Suite("A hook that does not fit all that a * covers")
struct HookFitTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func plan(_ hooks: String, _ steps: String) throws -> Plan {
        try bench.plan(steps, rest: #", "hooks": [\#(hooks)]"#)
    }

    private let calls = #"{ "call": "probe.add", "with": [1, 2] }, { "call": "probe.same_text", "with": ["x"] }"#

    @Test("is around what it fits, and a notice says around what it is not")
    func passedOver() throws {
        let plan = try self.plan(
            #"{ "on": ["probe.a*", "probe.same_*"], "before": "probe.see_text" }"#, calls)
        #expect(plan.warnings.map(\.code) == [.hook(.passedOver)])
        #expect(plan.warnings.map(\.severity) == [.notice])
        #expect(
            plan.warnings.first?.notes.first?.text.contains("parameter 1 of the hook see_text is const char *")
                == true)
        #expect(try plan.steps.map { try $0.call.get().hooks.count } == [0, 1])
    }

    @Test("is passed over in calls that only modules make, too, and these go on")
    func calledByModules() throws {
        let hooks = #"{ "on": "probe.*", "instead": "retry" }, { "on": "probe.a*", "before": "probe.see_text" }"#
        let found = message { _ = try self.plan(hooks, #"{ "call": "probe.add_by_host", "with": [1, 2] }"#) }
        #expect(
            found == "retry does not fit probe.add: its declaration does not say that it may run twice; "
                + "parameter 1 of the hook see_text is const char *, that of add is int32_t",
            "what fits nothing is a mistake")
        let plan = try self.plan(
            #"{ "on": "probe.*", "before": "probe.see_text" }"#, #"{ "call": "probe.add_by_host", "with": [1, 2] }"#)
        #expect(bench.run(plan).events.story.contains("call 0 add_by_host returned 3"))
        #expect(
            plan.steps.flatMap { plan.passedOver(around: $0.name, on: bench.host) }.map(\.reason)
                == ["parameter 1 of the hook see_text is const char *, that of add_by_host is int32_t"])
    }

    @Test("is a mistake where a pattern gives the whole name, whatever else covers it")
    func named() {
        let found = message {
            _ = try self.plan(#"{ "on": ["probe.*", "probe.add"], "before": "probe.see_text" }"#, calls)
        }
        #expect(found?.hasSuffix("; parameter 1 of the hook see_text is const char *, that of add is int32_t") == true)
    }

    @Test("The steps of an action whose hooks are wrong are checked with them")
    func steps() {
        let found = message {
            _ = try self.plan(
                #"{ "on": "probe.add", "before": "probe.see_text" }"#,
                #"{ "call": "probe.add", "with": ["a", 2] }, { "call": "probe.add", "with": [1], "save": "sum" }, "#
                    + #"{ "call": "probe.same_text", "with": [{ "ref": "sum" }] }"#)
        }
        #expect(found?.contains("parameter 1 of the hook see_text is const char *") == true)
        #expect(found?.contains("probe.add takes 2 arguments") == true)
        #expect(found?.contains("\"sum\", which is") == true)
        #expect(found?.split(separator: "; ").count == 4)
    }

    @Test("A contradiction of order is found where no step calls the action, and said once")
    func order() {
        let found = message {
            _ = try self.plan(
                #"""
                { "name": "a", "on": "probe.*", "outside": "b", "before": "log" },
                { "name": "b", "on": "probe.*", "outside": "a", "before": "log" }
                """#, #"{ "call": "probe.add_by_host", "with": [1, 2] }"#)
        }
        #expect(found?.contains("the hooks cannot be ordered: a is outside of b is outside of a") == true)
        #expect(found?.contains(";") == false)
    }

    @Test("Nobody is advised to take away the only pattern")
    func advice() {
        func advice(_ on: String) -> String? {
            let declarations = #""_Unhookable_ int64_t same_signed(int64_t value)""#
            let text = """
                { "behaviour": 1,
                  "modules": { "probe": { "library": "probe", "declarations": [\(declarations)] } },
                  "hooks": [{ "on": \(on), "before": "log" }] }
                """
            do {
                _ = try Plan.read(SourceText(name: "stack.json", text), on: bench.host, origin: .file(folder: "."))
                return nil
            } catch { return error.all.first?.suggestion }
        }
        #expect(advice(#""probe.same_signed""#) == "remove the hook")
        #expect(advice(#"["probe.same_signed", "probe.add"]"#) == "remove its name from the patterns")
    }
}
