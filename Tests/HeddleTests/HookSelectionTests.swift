// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Heddle
import HeddleReport
import Testing
import Workbench

@Suite("Which calls a hook of a behaviour applies to")
struct HookSelectionTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private static let declarations = """
        "_Tags_(money, pure) int32_t add(int32_t a, int32_t b)", "_Tags_(money) int32_t multiply(int32_t a, int32_t b)",
        "_Unhookable_ int64_t same_signed(int64_t value)", "_ObserveOnly_ uint64_t same_unsigned(uint64_t value)"
        """

    private func behaviour(_ hooks: String, _ steps: String, policy: String = "") -> SourceText {
        SourceText(
            name: "stack.json",
            """
            { "behaviour": 1, \(policy)
              "modules": { "probe": { "library": "probe", "declarations": [\(Self.declarations)] } },
              "hooks": [\(hooks)], "steps": [\(steps)] }
            """)
    }

    /// How often the steps' calls were counted, by action.
    private func counted(_ hook: String, _ steps: String) throws -> [String] {
        let hooks = #"{ "name": "seen", "after": "count", "# + hook + " }"
        let plan = try Plan.read(behaviour(hooks, steps), on: bench.host, origin: .file(folder: "."))
        return bench.run(plan).events.compactMap { event in
            guard case .finding(let finding) = event else { return nil }
            return "\(finding.action.action) \(finding.facts.first { $0.name == "returned" }?.value.json ?? "")"
        }
    }

    /// The mistakes of a hook, with the text at the place.
    private func mistakes(_ hooks: String, policy: String = "") -> [String] {
        do {
            let steps = #"{ "call": "probe.add", "with": [1, 2] }, { "call": "probe.same_signed", "with": [1] }"#
            _ = try Plan.read(behaviour(hooks, steps, policy: policy), on: bench.host, origin: .file(folder: "."))
            return []
        } catch {
            return error.all.map { "\($0.range?.text ?? ""): \($0.message)" }
        }
    }

    private static let calls = #"""
        { "call": "probe.add", "with": [1, 2] }, { "call": "probe.multiply", "with": [3, 4] },
        { "call": "probe.same_small", "with": [5] }, { "call": "probe.same_text", "with": ["x"] }
        """#

    @Test(
        "by tags, and by the types that an action returns and takes",
        arguments: [
            (#""on": "*.*", "tagged": "money""#, ["add 1", "multiply 1"]),
            (#""on": "*.*", "tagged": ["pure", "!slow"], "optional": true"#, ["add 1"]),
            (#""on": "*.*", "tagged": ["money", "!pure"]"#, ["multiply 1"]),
            (#""on": "*.*", "returns": "int8_t""#, ["same_small 1"]),
            (#""on": "*.*", "returns": "signed char""#, ["same_small 1"]),
            (#""on": "*.*", "takes": "const char *""#, ["same_text 1"]),
            (#""on": "*.*", "takes": ["int", "int"], "tagged": "!pure""#, ["multiply 1"]),
            (#""on": ["*.*", "!probe.add"], "returns": "int""#, ["multiply 1"]),
        ])
    func choosing(hook: String, counts: [String]) throws {
        #expect(try counted(hook, Self.calls) == counts)
    }

    @Test(
        "by the arguments of a call, with the operators of expect",
        arguments: [
            (#""on": "probe.add", "where": { "argument.a": 1 }"#, ["add 1"]),
            (#""on": "probe.add", "where": { "argument.a": { "gt": 1 } }"#, []),
            (
                #""on": "probe.add", "where": { "argument.a": { "ge": 1, "lt": 2 }, "argument.b": { "in": [2, 3] } }"#,
                ["add 1"]
            ),
            (#""on": "*.*", "where": { "argument.text": { "matches": "^x$" } }"#, ["same_text 1"]),
            (#""on": "*.*", "where": { "argument.b": 4 }"#, ["multiply 1"]),
        ])
    func arguments(hook: String, counts: [String]) throws {
        #expect(try counted(hook, Self.calls) == counts)
    }

    @Test("by the calls that it is made inside of, directly or not")
    func during() throws {
        let steps = #"{ "call": "probe.add", "with": [1, 2] }, { "call": "probe.add_by_host", "with": [1, 2] }"#
        #expect(try counted(#""on": "probe.add""#, steps) == ["add 2"])
        #expect(try counted(#""on": "probe.add", "during": "probe.add_by_host""#, steps) == ["add 1"])
        #expect(try counted(#""on": "probe.add*", "during": "probe.add_by_*""#, steps) == ["add 1"])
        #expect(try counted(#""on": "probe.add", "during": "probe.multiply""#, steps) == [])
    }

    @Test("What its declaration forbids is passed over where a * covers it")
    func passedOver() throws {
        let steps = #"{ "call": "probe.same_signed", "with": [1] }, { "call": "probe.same_unsigned", "with": [1] }"#
        #expect(try counted(#""on": "probe.same_*""#, steps) == ["same_unsigned 1"])
        let hooks = #"{ "on": "probe.same_*", "before": "probe.refuse" }"#
        let plan = try Plan.read(behaviour(hooks, steps), on: bench.host, origin: .file(folder: "."))
        #expect(
            bench.run(plan).events.story == [
                "call 0 same_signed returned 1", "call 1 same_unsigned returned 1", "summary",
            ])
        #expect(
            plan.steps.flatMap { plan.passedOver(around: $0.name, on: bench.host) }.map(\.reason).suffix(2) == [
                "probe.same_signed is declared _Unhookable_",
                "probe.same_unsigned is declared _ObserveOnly_, and this hook could change its calls",
            ])
    }

    @Test(
        "What cannot be is shown where it stands",
        arguments: [
            (
                #"{ "on": "probe.same_signed", "before": "log" }"#,
                #""probe.same_signed": probe.same_signed is declared _Unhookable_"#
            ),
            (
                #"{ "on": "probe.same_unsigned", "before": "probe.refuse" }"#,
                #""probe.same_unsigned": probe.same_unsigned is declared _ObserveOnly_, "#
                    + "and this hook could change its calls"
            ),
            (
                #"{ "on": "probe.same_unsigned", "instead": "cache" }"#,
                #""probe.same_unsigned": probe.same_unsigned is declared _ObserveOnly_, "#
                    + "and this hook could change its calls"
            ),
            (#"{ "on": "*.*", "tagged": "monye", "before": "log" }"#, #""monye": no action is tagged "monye""#),
            (#"{ "on": "*.*", "tagged": "!monye", "before": "log" }"#, #""!monye": no action is tagged "monye""#),
            (
                #"{ "on": "*.*", "tagged": [], "before": "log" }"#,
                #"[]: "tagged" of a hook is [], expected at least one tag"#
            ),
            (
                #"{ "on": "*.*", "takes": [], "before": "log" }"#,
                #"[]: "takes" of a hook is [], expected at least one type"#
            ),
            (
                #"{ "on": "probe.add", "where": { "argument": 1 }, "before": "log" }"#,
                #""argument": "argument" is not a part of a call, expected argument.NAME"#
            ),
            (
                #"{ "on": "probe.add", "where": { "argument.a": { "gt": 1000000000000 } }, "before": "log" }"#,
                "1000000000000: argument.a is a whole number from -2147483648 to 2147483647 and can never be greater than 1000000000000"
            ),
            (
                #"{ "on": "*.*", "returns": "int x", "before": "log" }"#,
                #""int x": "int x" is not a C type that a module of the file declares"#
            ),
            (
                #"{ "on": "*.*", "takes": ["piont"], "before": "log" }"#,
                #""piont": "piont" is not a C type that a module of the file declares"#
            ),
            (#"{ "on": "*.*", "takes": ["long double"], "before": "log" }"#, #""*.*": "*.*" matches no action"#),
            (
                #"{ "on": "probe.add", "where": { "argument.c": 1 }, "before": "log" }"#,
                #""argument.c": add takes no argument "c""#
            ),
            (
                #"{ "on": "probe.*", "where": { "argument.zzz": 1 }, "before": "log" }"#,
                #""probe.*": "probe.*" matches no action"#
            ),
            (
                #"{ "on": "probe.add", "where": { "result": 1 }, "before": "log" }"#,
                #""result": "result" is not known before the call has run"#
            ),
            (
                #"{ "on": "probe.add", "where": 5, "before": "log" }"#,
                #"5: a condition is an object such as {"argument.NAME": {"gt": 5}}, found number 5"#
            ),
            (
                #"{ "on": "probe.add", "during": "probe.ad", "before": "log" }"#,
                #""probe.ad": "probe.ad" matches no action"#
            ),
            (#"{ "on": "probe.add", "during": "probe", "before": "log" }"#, #""probe": "probe" is not a pattern"#),
            (
                #"{ "on": "probe.add", "tagged": 1, "before": "log" }"#,
                #"1: "tagged" of a hook is a number, expected text or a list of texts"#
            ),
        ])
    func mistakes(hook: String, mistake: String) {
        #expect(mistakes(hook) == [mistake])
    }

    @Test("An optional hook that matches nothing is worth a notice, and no more")
    func optional() throws {
        let hooks = #"{ "on": "probe.later", "optional": true, "before": "log" }"#
        let plan = try Plan.read(behaviour(hooks, Self.calls), on: bench.host, origin: .file(folder: "."))
        #expect(plan.warnings.map { "\($0.severity) \($0.message)" } == [#"notice "probe.later" matches no action"#])
    }

    @Test("The policy says which modules' functions may be around what; aspects are the host's own")
    func policy() {
        let refuse = #"{ "on": "probe.add", "before": "probe.refuse" }"#
        func policy(_ text: String) -> String { #""policy": { "mayHook": { \#(text) } },"# }
        let refused = #""probe.add": the policy does not let probe hook probe.add"#
        #expect(mistakes(refuse, policy: policy(#""probe": "probe.a*""#)) == [])
        #expect(mistakes(refuse, policy: policy(#""*": "probe.*""#)) == [])
        #expect(mistakes(refuse, policy: policy(#""probe": ["probe.*", "!probe.add"]"#)) == [refused])
        #expect(mistakes(refuse, policy: policy(#""probe": "probe.multiply", "*": "*.*""#)) == [refused])
        #expect(mistakes(refuse, policy: policy("")) == [refused])
        #expect(mistakes(#"{ "on": "probe.add", "before": "log" }"#, policy: policy("")) == [])
        #expect(
            mistakes(refuse, policy: policy(#""prob": "probe.*", "*": "*.*""#)) == [
                #""prob": there is no module "prob""#
            ])
        #expect(
            mistakes(refuse, policy: policy(#""probe": "everything""#))
                == [#""everything": "everything" is not a pattern"#])
        #expect(
            mistakes(refuse, policy: policy(#""probe": 5"#))
                == [#"5: "probe" of "mayHook" is a number, expected text or a list of texts"#])
        #expect(
            mistakes(refuse, policy: #""policy": { "mayHook": ["probe"] },"#)
                == [
                    #"["probe"]: "mayHook" of a policy is an array, expected an object with patterns by the names of modules"#
                ])
    }

    @Test("A type counts by what it is, also behind a pointer")
    func sameTypes() throws {
        let text = """
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6",
                "declarations": ["typedef struct _IO_FILE FILE; int fflush(_In_opt_ FILE *stream)"] } },
              "hooks": [{ "on": "c.*", "takes": "struct _IO_FILE *", "after": "count" }],
              "steps": [{ "call": "c.fflush", "with": [null], "expect": { "result": 0 } }] }
            """
        let plan = try Plan.read(SourceText(name: "stack.json", text), on: bench.host, origin: .file(folder: "."))
        #expect(try plan.steps.map { try $0.call.get().hooks.count } == [1])
    }

    @Test("What a module forbids stays forbidden where its action is declared again")
    func redeclared() {
        let again = #"["_Unhookable_ int8_t same_small(int8_t value)", "_Tags_(x) int8_t same_small(int8_t value)"]"#
        let text = """
            { "behaviour": 1, "modules": { "probe": { "library": "probe", "declarations": \(again) } },
              "hooks": [{ "on": "probe.same_small", "tagged": "x", "before": "log" }],
              "steps": [{ "call": "probe.same_small", "with": [1] }] }
            """
        let found = message {
            _ = try Plan.read(SourceText(name: "stack.json", text), on: bench.host, origin: .file(folder: "."))
        }
        #expect(found == "probe.same_small is declared _Unhookable_")
    }

    @Test("A hook that does not fit is found also where only modules call the action")
    func calledByModules() {
        let text = """
            { "behaviour": 1, "modules": { "probe": { "library": "probe" } },
              "hooks": [{ "on": "probe.add", "instead": "retry" }],
              "steps": [{ "call": "probe.add_by_host", "with": [1, 2] }] }
            """
        let found = message {
            _ = try Plan.read(SourceText(name: "stack.json", text), on: bench.host, origin: .file(folder: "."))
        }
        #expect(found == "retry does not fit probe.add: its declaration does not say that it may run twice")
    }

    @Test("A pattern that takes nothing away, and a permission that covers nothing, are mistakes")
    func emptyPatterns() {
        #expect(
            mistakes(#"{ "on": ["probe.*", "!probe.ad"], "before": "log" }"#)
                == [#""!probe.ad": "!probe.ad" matches no action"#])
        #expect(mistakes(#"{ "on": ["probe.*", "!probe.ad"], "before": "log", "optional": true }"#) == [])
        let policy = #""policy": { "mayHook": { "probe": ["probe.*", "!probe.ad"] } },"#
        #expect(
            mistakes(#"{ "on": "probe.add", "before": "log" }"#, policy: policy)
                == [#""!probe.ad": "!probe.ad" matches no action"#])
    }

    @Test("A hook of a module that is left out is left out with a warning")
    func leftOut() throws {
        let text = """
            { "behaviour": 1, "policy": { "missing": "skip" },
              "modules": { "probe": { "library": "probe" }, "gone": { "library": "gone" } },
              "hooks": [{ "on": "probe.add", "before": ["gone.check", "log"] }],
              "steps": [{ "call": "probe.add", "with": [1, 2] }] }
            """
        let plan = try Plan.read(SourceText(name: "stack.json", text), on: bench.host, origin: .file(folder: "."))
        #expect(
            plan.warnings.map { "\($0.severity): \($0.message)" } == [
                #"warning: there is no module "gone" on the module path; the hook gone.check is left out"#
            ])
        #expect(try plan.steps.map { try $0.call.get().hooks.map(\.labels) }.first?.first?[.before] == ["log"])
    }

    @Test("What a condition says of a secret is not told by the plan")
    func secret() throws {
        let text = """
            { "behaviour": 1,
              "modules": { "c": { "library": "libc.so.6", "declarations": ["int atoi(_Secret_ const char *word)"] } },
              "hooks": [{ "on": "c.atoi", "where": { "argument.word": "4711" }, "after": "count" }],
              "steps": [{ "call": "c.atoi", "with": ["1"] }] }
            """
        let plan = try Plan.read(SourceText(name: "stack.json", text), on: bench.host, origin: .file(folder: "."))
        let origin = try plan.steps.map { try $0.call.get().hooks.map(\.origin) }.first?.first
        #expect(origin == #"stack.json:3:13 on "c.atoi" where argument.word is a secret value"#)
    }
}
