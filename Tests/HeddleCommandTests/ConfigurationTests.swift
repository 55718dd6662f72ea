// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The configuration of a module")
struct ConfigurationTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try BuiltModules.compile(Self.source, to: "t.so", in: bench.folder)
        try BuiltModules.compile(Self.undeclared, to: "undeclared.so", in: bench.folder)
    }

    /// A module whose action `show` tells every setting as it was read.
    private static let source = """
        #include <heddle/module.h>
        #include <stdio.h>
        #include <stdlib.h>
        HEDDLE_MODULE("t", "1.0.0")
        HEDDLE_TYPE(typedef enum { RED, GREEN = 5 } color)
        HEDDLE_TYPE(typedef struct { double low, high; color tint; } band)
        HEDDLE_SETTING("How often.", _Field_range_(1, 100) int32_t times = 1)
        HEDDLE_SETTING("The largest one.", uint64_t large = 18446744073709551615u)
        HEDDLE_SETTING("The smallest one.", int64_t small = -9223372036854775807 - 1)
        HEDDLE_SETTING("Where to look.", const char *hosts[] = {"localhost"})
        HEDDLE_SETTING("What is taken.", band range = {0, 1.5, GREEN})
        HEDDLE_SETTING("A word that nobody sees.", _Secret_ const char *key = NULL)
        HEDDLE_SETTING("Twice.", bool twice = true)
        HEDDLE_INSTANCE(t, t_create, t_destroy)
        HEDDLE_ACTION(const char *, show, _Self_ t *self)
        struct t { char text[512]; };
        t *t_create(const heddle_config *c) {
            t *self = (t *)calloc(1, sizeof *self);
            snprintf(self->text, sizeof self->text, "%lld %llu %lld %zu %s %g %lld %d %d %s",
                     (long long)heddle->config_integer(c, "times", 7),
                     (unsigned long long)heddle->config_unsigned(c, "large", 7),
                     (long long)heddle->config_integer(c, "small", 7), heddle->config_count(c, "hosts"),
                     heddle->config_text(c, "hosts[0]", "none"), heddle->config_number(c, "range.high", 7),
                     (long long)heddle->config_integer(c, "range.tint", 7), heddle->config_bool(c, "twice", false),
                     heddle->config_has(c, "twice"), heddle->config_text(c, "key", "none"));
            return self;
        }
        void t_destroy(t *self) { free(self); }
        const char *show(t *self) { return self->text; }
        """

    private static let undeclared = """
        #include <heddle/module.h>
        HEDDLE_MODULE("undeclared", "1.0.0")
        HEDDLE_INSTANCE(u, u_create, u_destroy)
        HEDDLE_ACTION(double, read, _Self_ u *self)
        struct u { double value; } only;
        u *u_create(const heddle_config *c) { only.value = heddle->config_number(c, "limit", 3); return &only; }
        void u_destroy(u *self) { self->value = 0; }
        double read(u *self) { return self->value; }
        """

    private static let misspelt = """
        #include <heddle/module.h>
        HEDDLE_MODULE("misspelt", "1.0.0")
        HEDDLE_SETTING("How many.", int32_t count = 7)
        HEDDLE_INSTANCE(u, u_create, u_destroy)
        HEDDLE_ACTION(int64_t, read, _Self_ u *self)
        struct u { int64_t value; } only;
        u *u_create(const heddle_config *c) {
            only.value = heddle->config_integer(c, "cuont", 0) + heddle->config_integer(c, "cuont", 0)
                + heddle->config_integer(c, "count", 0);
            return &only;
        }
        void u_destroy(u *self) { self->value = 0; }
        int64_t read(u *self) { return self->value; }
        """

    @Test("warns once of a key that the module asks for and has not declared")
    func misspeltKey() throws {
        try BuiltModules.compile(Self.misspelt, to: "misspelt.so", in: bench.folder)
        let text = #"""
            { "behaviour": 1, "modules": { "misspelt": { "library": "./misspelt.so" } },
              "steps": [{ "call": "misspelt.read", "expect": { "result": 7 } }] }
            """#
        let ended = try bench.heddle("run", behaviour: text)
        #expect(ended.status == 0)
        let words = #""cuont", which the module asks for, is none of its settings: did you mean "count"?"#
        #expect(ended.errors.components(separatedBy: words).count == 2, "\(ended.errors)")
    }

    private func behaviour(_ config: String, module: String = "t", action: String = "show", expecting: String = "")
        -> String
    {
        """
        { "behaviour": 1,
          "modules": { "t": { "library": "./\(module).so"\(config) } },
          "steps": [{ "call": "t.\(action)"\(expecting) }] }
        """
    }

    private func run(_ command: String, _ behaviour: String) throws -> Program.Ended {
        try bench.heddle(command, behaviour: behaviour)
    }

    @Test(
        "is read exactly, with the declared default of what the behaviour leaves out",
        arguments: [
            ("", "1 18446744073709551615 -9223372036854775808 1 localhost 1.5 5 1 0 none"),
            (
                """
                , "config": { "times": 100, "large": "9007199254740993", "small": -9007199254740993, "hosts": ["a", "b"],
                  "range": { "low": 1, "high": 2.5, "tint": "RED" }, "twice": false, "key": "k" }
                """, "100 9007199254740993 -9007199254740993 2 a 2.5 0 0 1 k"
            ),
            (
                #", "config": { "range": { "high": 3 } }"#,
                "1 18446744073709551615 -9223372036854775808 1 localhost 3 5 1 0 none"
            ),
        ])
    func exact(config: String, shown: String) throws {
        let run = try run("run", behaviour(config, expecting: #", "expect": { "result": "\#(shown)" }"#))
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test(
        "is refused before the run, at the place of the mistake",
        arguments: [
            (#"{ "limt": 5 }"#, "2:56", "the module t has no setting \"limt\""),
            (#"{ "time": 5 }"#, "2:56", "did you mean \"times\"?"),
            (#"{ "times": "100" }"#, "2:65", "write it without the quotes"),
            (#"{ "times": 0 }"#, "2:65", "expected a whole number from 1 to 100"),
            (#"{ "times": 1.5 }"#, "2:65", "expected a whole number from 1 to 100"),
            (#"{ "large": 18446744073709551616 }"#, "2:65", "expected a whole number from 0 to 18446744073709551615"),
            (#"{ "hosts": ["a", null] }"#, "2:71", "the setting hosts[1] of t is null"),
            (#"{ "range": { "hihg": 1 } }"#, "2:67", "did you mean \"high\"?"),
            ("[1]", "2:54", "is an array, expected an object with the module's settings"),
            (#""x""#, "2:54", "expected an object"), ("5", "2:54", "expected an object"),
            ("null", "2:54", "expected an object"),
        ])
    func refused(config: String, place: String, words: String) throws {
        let check = try run("check", behaviour(#", "config": \#(config)"#))
        #expect(check.status == 3)
        #expect(check.errors.contains("stack.json:\(place)\n"), "\(check.errors)")
        #expect(check.errors.contains(words), "\(check.errors)")
    }

    @Test("shows no secret in a message, the quoted line among it")
    func secret() throws {
        let check = try run("check", behaviour(#", "config": { "key": ["hunter2"] }"#))
        #expect(check.status == 3)
        #expect(!check.errors.contains("hunter2"))
    }

    @Test("gets a warning where the module declares no settings, so that nothing can check it")
    func unchecked() throws {
        let run = try run("run", behaviour(#", "config": { "limt": 5 }"#, module: "undeclared", action: "read"))
        #expect(run.status == 0)
        #expect(run.errors.contains("warning: the module t declares no settings, so its configuration is not checked"))
        let none = try self.run("run", behaviour("", module: "undeclared", action: "read"))
        #expect(!none.errors.contains("warning"))
        let list = try self.run("check", behaviour(#", "config": [1]"#, module: "undeclared", action: "read"))
        #expect(list.status == 3)
    }

    @Test("is refused by a module without instances, where nothing would read it")
    func unread() throws {
        let check = try bench.heddle(
            "check",
            behaviour: """
                { "behaviour": 1,
                  "modules": { "m": { "library": "libm.so.6", "config": {}, "declarations": "double cos(double x)" } },
                  "steps": [{ "call": "m.cos", "with": [0] }] }
                """)
        #expect(check.status == 3)
        #expect(check.errors.contains("the module m has no instances, so nothing reads its configuration"))
    }

    @Test("is in the schema of a behaviour, with types, ranges, defaults and words")
    func schema() throws {
        try bench.folder.write("stack.json", behaviour(""))
        let schema = try bench.heddle("schema", "stack.json").output
        #expect(schema.contains("How often."))
        let right = #"{ "times": 5, "range": { "tint": "RED" }, "hosts": ["a"] }"#
        let wrong = [
            #"{ "times": 101 }"#, #"{ "limt": 5 }"#, #"{ "hosts": [5] }"#, #"{ "range": { "tint": "BLUE" } }"#, "[1]",
        ]
        let documents = ([right] + wrong).map { behaviour(#", "config": \#($0)"#) }
        let objections = try SchemaValidator.objections(to: documents, by: schema)
        #expect(objections[0] == nil)
        #expect(objections.dropFirst().allSatisfy { $0?.path.hasPrefix("/modules/t/config") == true })
    }
}
