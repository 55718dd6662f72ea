// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("What a declaration says is secret")
struct SecretRunTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(Self.vault, to: "vault.so", in: bench.folder)
    }

    private static let vault = """
        #include <heddle/module.h>
        #include <string.h>

        HEDDLE_MODULE("vault", "1.0.0")
        HEDDLE_ACTION(int32_t, open_box, const char *user, _Secret_ const char *pin)
        HEDDLE_ACTION(int32_t, open_number, const char *user, _Secret_ int8_t pin)
        HEDDLE_ACTION(int32_t, open_sized, _In_reads_(n) const char *user, int32_t n, _Secret_ const char *pin)
        HEDDLE_ACTION(void, issue, const char *user, _Secret_ _Out_writes_(16) char *token)

        int32_t open_box(const char *user, const char *pin) { return (int32_t)(strlen(user) + strlen(pin)); }
        int32_t open_number(const char *user, int8_t pin) { return (int32_t)strlen(user) + pin; }
        int32_t open_sized(const char *user, int32_t n, const char *pin) { (void)user; return n + (int32_t)strlen(pin); }
        void issue(const char *user, char *token) { (void)user; strcpy(token, "hunter2"); }
        """

    /// On one line, as minified files are: each mistake quotes all of it.
    private func text(_ step: String, hooks: String = "") -> String {
        #"{ "behaviour": 1, "modules": { "vault": { "library": "./vault.so" } }, "hooks": [\#(hooks)], "steps": [\#(step)] }"#
    }

    /// All that a command says of a behaviour, for people and as events.
    private func said(_ command: String, _ step: String, hooks: String = "") throws -> String {
        let text = text(step, hooks: hooks)
        let (people, events) = (
            try bench.heddle(command, behaviour: text), try bench.heddle(command, behaviour: text, "--json")
        )
        return people.output + people.errors + events.output + events.errors
    }

    @Test(
        "is not told where it does not fit, in the message or in the line that is quoted",
        arguments: [
            (
                #"{ "call": "vault.open_number", "with": ["ada", 4711] }"#, "4711",
                "argument 2 (pin) of vault.open_number is <secret>, the declaration wants a whole number from -128 to 127"
            ),
            (
                #"{ "call": "vault.open_number", "with": { "user": "ada", "pin": "hunter2" } }"#, "hunter2",
                "argument 2 (pin) of vault.open_number is <secret>"
            ),
            (
                #"{ "call": "vault.open_sized", "with": ["ada", { "password": "hunter2" }] }"#, "hunter2",
                "(pin) of vault.open_sized is <secret>, the declaration wants a text"
            ),
            (
                #"{ "call": "vault.open_box", "with": ["ada", { "password": "hunter2" }] }"#, "hunter2",
                "argument 2 (pin) of vault.open_box is <secret>, the declaration wants a text"
            ),
            (
                #"{ "call": "vault.open_box", "with": [5, "hunter2"] }"#, "hunter2",
                "argument 1 (user) of vault.open_box is number 5"
            ),
            (
                #"{ "call": "vault.issue", "with": ["ada"], "expect": { "out.token": 4711 } }"#, "4711",
                "out.token of vault.issue is a text or bytes and can never be <secret>"
            ),
        ])
    func misfits(step: String, secret: String, words: String) throws {
        let said = try said("check", step)
        #expect(!said.contains(secret), "\(said)")
        #expect(said.contains(words), "\(said)")
    }

    @Test("is not told where an expectation fails, be it of the secret or beside it")
    func expectations() throws {
        let beside = try said(
            "run", #"{ "call": "vault.open_box", "with": ["ada", "hunter2"], "expect": { "result": 0 } }"#)
        #expect(!beside.contains("hunter2"), "\(beside)")
        #expect(beside.contains("result of vault.open_box is not what was expected"))
        for expected in [#""swordfish""#, #"{ "matches": "swordfish" }"#] {
            let of = try said(
                "run", #"{ "call": "vault.issue", "with": ["ada"], "expect": { "out.token": \#(expected) } }"#)
            #expect(!of.contains("hunter2") && !of.contains("swordfish"), "\(of)")
            #expect(of.contains("out.token of vault.issue is not what was expected"))
        }
        let held = try said("run", #"{ "call": "vault.issue", "with": ["ada"], "expect": { "out.token": "hunter2" } }"#)
        #expect(!held.contains("hunter2"), "\(held)")
        #expect(held.contains(#""held":true"#) || held.contains(#""isHeld":true"#) || held.contains("expectation"))
    }

    @Test("is not told by a value that was saved, where that does not fit")
    func saved() throws {
        let steps = #"""
            { "call": "vault.issue", "with": ["ada"], "save": { "token": "out.token" } },
            { "call": "vault.open_box", "with": ["ada", { "ref": "token" }] },
            { "call": "vault.open_number", "with": ["ada", { "ref": "token" }] }
            """#
        let said = try said("run", steps)
        #expect(!said.contains("hunter2"), "\(said)")
    }

    @Test(
        "is not told by hooks, nor is what they compare it with or put in its place",
        arguments: [
            #"{ "on": "vault.open_box", "before": { "guard": { "where": { "argument.pin": "swordfish" } } } }"#,
            #"{ "on": "vault.open_box", "before": { "guard": { "where": { "argument.pin": { "length": 3 } } } } }"#,
            #"{ "on": "vault.open_box", "before": "log", "after": { "track": { "label": "l", "data": { "pin": "argument.pin" } } } }"#,
            #"{ "on": "vault.open_box", "before": { "track": { "label": "l", "data": { "pin": "argument.pin" } } } }"#,
            #"{ "on": "vault.open_box", "after": ["log", { "track": { "label": "l", "data": { "pin": "argument.pin" } } }], "background": true }"#,
            #"{ "on": "vault.open_box", "before": { "rewrite": { "arguments": { "pin": ["swordfish"] } } } }"#,
            #"{ "on": "vault.open_box", "before": { "rewrite": { "arguments": { "pin": "swordfish", "user": 5 } } } }"#,
        ])
    func hooks(hook: String) throws {
        let said = try said("run", #"{ "call": "vault.open_box", "with": ["ada", "hunter2"] }"#, hooks: hook)
        #expect(!said.contains("hunter2"), "\(said)")
        #expect(!said.contains("swordfish"), "\(said)")
        #expect(said.contains("ada") || said.contains("error"))
    }

    @Test("is not among the arguments of a call from the shell")
    func shell() throws {
        let call = try bench.heddle("call", bench.folder("vault.so"), "open_box", "ada", "hunter2", "--json")
        #expect(call.status == 0)
        #expect(call.output.contains(#""with":["ada","<secret>"]"#), "\(call.output)")
        let misfit = try bench.heddle("call", bench.folder("vault.so"), "open_number", "ada", "4711")
        #expect(misfit.status == 2)
        #expect(!misfit.errors.contains("4711"), "\(misfit.errors)")
    }
}
