// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A module made by the header of C++")
struct CxxModuleTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// Builds a fixture as the module `name`.so.
    private func build(_ name: String, by compiler: Compiler) throws {
        let module = try compiler.module("cxx/\(name).cpp", in: folder)
        try FileManager.default.moveItem(atPath: module, toPath: folder("\(name).so"))
    }

    /// Runs a behaviour of the modules.
    ///
    /// - Parameter modules: their entries by name, where they are more than the library.
    private func run(_ modules: [(name: String, config: String)], hooks: String = "", steps: String) throws -> Tool.Run
    {
        let entries = modules.map { #""\#($0.name)": { "library": "./\#($0.name).so"\#($0.config) }"# }
        try folder.write(
            "behaviour.json",
            """
            { "behaviour": 1, "modules": { \(entries.joined(separator: ", ")) }, "hooks": [\(hooks)],
              "steps": [\(steps)] }
            """)
        return try Tool.run([try heddle, "run", folder("behaviour.json")])
    }

    private var heddle: String { get throws { try Program.built("heddle").path } }

    // MARK: - Exceptions

    /// The failure that each kind of exception of throwing.cpp becomes, as the header and as the host alone say it.
    private static let exceptions: [(kind: Int, code: String, message: String, fromHost: String)] = [
        (1, "tooLittle", "there is too little money", "heddle_cxx::failure: there is too little money"),
        (2, "exception", "std::runtime_error: a text", "std::runtime_error: a text"),
        (3, "exception", "odd::error: of a class of its own", "odd::error: of a class of its own"),
        (4, "exception", "std::bad_alloc: std::bad_alloc", "std::bad_alloc: std::bad_alloc"),
        (5, "exception", "char const*: a literal", "char const*: a literal"),
        (6, "exception", "int", "int"),
        (7, "exception", "odd::exception", "odd::exception"),
        (8, "failed", "without a code", "heddle_cxx::failure: without a code"),
        (9, "exception", "char const*", "char const*"),
    ]

    @Test(
        "makes a failure of each exception in an action, a method and a hook, with the words of the host",
        arguments: Compiler.usualCXX)
    func exceptions(compiler: Compiler) throws {
        try build("throwing", by: compiler)
        let hook = #"{ "name": "around", "on": "throwing.hooked", "before": "throwing.raise_around" }"#
        let steps = Self.exceptions.map { kind, code, message, fromHost in
            let failure = #""expect": { "failure": { "code": "\#(code)", "message": "\#(message)" } }"#
            return """
                { "call": "throwing.raise_kind", "with": [\(kind)], \(failure) },
                { "call": "throwing.raise", "with": { "kind": \(kind) }, \(failure) },
                { "call": "throwing.hooked", "with": { "kind": \(kind) }, \(failure) },
                { "call": "throwing.raise_in_c", "with": [\(kind)],
                  "expect": { "failure": { "code": "exception", "message": "\(fromHost)" } } }
                """
        }
        let calm = #"{ "call": "throwing.raise", "with": [10], "expect": { "result": 10 } }"#
        let ended = try run([("throwing", "")], hooks: hook, steps: (steps + [calm]).joined(separator: ",\n"))
        #expect(ended.status == 0, "\(ended.output)")
    }

    @Test(
        "makes the creation fail where the constructor throws, with each exception", arguments: Compiler.usualCXX)
    func constructors(compiler: Compiler) throws {
        try build("throwing", by: compiler)
        for (kind, code, message, _) in Self.exceptions {
            let ended = try run(
                [("throwing", #", "config": { "making": \#(kind) }"#)],
                steps: #"{ "call": "throwing.raise_kind", "with": [0] }"#)
            #expect(ended.status == 1)
            #expect(
                ended.output.contains("error: the module throwing did not make its instance: \(code): \(message)\n"),
                "\(ended.output)")
        }
    }

    @Test("says that a destructor has thrown, and goes on", arguments: Compiler.usualCXX)
    func destructors(compiler: Compiler) throws {
        try build("throwing", by: compiler)
        let ended = try run(
            [("throwing", #", "config": { "ending": 2 }"#)], steps: #"{ "call": "throwing.raise_kind", "with": [10] }"#)
        #expect(ended.status == 0)
        #expect(
            ended.output.contains(
                "the module throwing did not destroy its instance: exception: std::runtime_error: a text"))
    }

    @Test("holds up no thread that ends while an action unwinds", arguments: Compiler.usualCXX)
    func threads(compiler: Compiler) throws {
        try build("throwing", by: compiler)
        #expect(try Tool.succeed([try heddle, "call", folder("throwing.so"), "outlive_thread"]) == "true\n")
    }

    // MARK: - Instances

    @Test("gives each instance its own configuration, by types and with the defaults", arguments: Compiler.usualCXX)
    func instances(compiler: Compiler) throws {
        try build("instances", by: compiler)
        try FileManager.default.copyItem(atPath: folder("instances.so"), toPath: folder("other.so"))
        let config = """
            , "config": { "greeting": "Hi", "loud": true, "factor": 2, "times": -32768, "limit": 5, "manner": "PLAIN",
              "ignored": [], "hours": { "low": 1, "high": 2 }, "password": "p" }
            """
        let ended = try run(
            [("instances", ""), ("other", config)],
            steps: """
                { "call": "instances.told", "expect": { "result":
                  "Hello. 1.500000 1 18446744073709551615 7 18 none 0 -1 nobody root" } },
                { "call": "other.told", "expect": { "result": "Hi! 2.000000 -32768 5 0 2 p 1 -1" } },
                { "call": "instances.told", "expect": { "result": { "contains": "Hello." } } }
                """)
        #expect(ended.status == 0, "\(ended.output)")
    }

    @Test("refuses a setting that the type of its reader cannot hold", arguments: Compiler.usualCXX)
    func settings(compiler: Compiler) throws {
        try build("unchecked", by: compiler)
        let refused = [
            (#""truth": 1"#, "the setting truth is not true or false"),
            (#""real": 1e300"#, "the setting real is not a number of the size of a float"),
            (#""real": "x""#, "the setting real is not a number"),
            (#""whole": 128"#, "the setting whole is not a whole number from -128 to 127"),
            (#""whole": -129"#, "the setting whole is not a whole number from -128 to 127"),
            (#""whole": 1.5"#, "the setting whole is not a whole number from -128 to 127"),
            (#""natural": -1"#, "the setting natural is not a whole number from 0 to 18446744073709551615"),
            (#""natural": 18446744073709551616"#, "the setting natural is not a whole number from 0 to"),
            (#""text": 5"#, "the setting text is not a text"),
            (#""text": null"#, "the setting text is not a text"),
        ]
        for (given, message) in refused {
            let ended = try run(
                [("unchecked", #", "config": { \#(given) }"#)], steps: #"{ "call": "unchecked.one" }"#)
            #expect(ended.status == 1)
            #expect(ended.output.contains("did not make its instance: wrongSetting: \(message)"), "\(ended.output)")
        }
    }

    @Test(
        "takes settings at the limits of their types, and the fallbacks of those left out", arguments: Compiler.usualCXX
    )
    func limits(compiler: Compiler) throws {
        try build("unchecked", by: compiler)
        for config in [
            #""truth": true, "real": -3.4e38, "whole": -128, "natural": 18446744073709551615, "text": """#,
            #""truth": false, "real": 0, "whole": 127, "natural": 0, "text": "a""#, "",
        ] {
            let ended = try run(
                [("unchecked", #", "config": { \#(config) }"#)],
                steps: #"{ "call": "unchecked.one", "expect": { "result": 1 } }"#)
            #expect(ended.status == 0, "\(ended.output)")
        }
    }

    // MARK: - Calls

    @Test("calls other actions as functions, with their hooks or past them", arguments: Compiler.usualCXX)
    func calls(compiler: Compiler) throws {
        try build("calling", by: compiler)
        try build("instances", by: compiler)
        try FileManager.default.moveItem(atPath: folder("instances.so"), toPath: folder("greeter.so"))
        let ended = try run(
            [("calling", ""), ("greeter", "")],
            hooks: #"{ "on": "calling.add", "instead": { "answer": { "result": 100 } } }"#,
            steps: """
                { "call": "calling.exists", "expect": { "result": true } },
                { "call": "calling.sum", "with": [1, 2], "expect": { "result": 100 } },
                { "call": "calling.bare_sum", "with": [1, 2], "expect": { "result": 3 } },
                { "call": "calling.height", "with": [{ "x": 1, "y": 2, "z": 3 }], "expect": { "result": 6 } },
                { "call": "calling.noted", "with": [7], "expect": { "result": 7 } },
                { "call": "calling.told_by_other", "expect": { "result": { "contains": "Hello." } } },
                { "call": "calling.call_failing",
                  "expect": { "failure": { "code": "callFailed", "message": "calling.refuse failed" } } },
                { "call": "calling.call_missing", "expect": { "failure.code": "noAction" } },
                { "call": "calling.call_mistyped", "expect": { "failure.code": "noAction" } },
                { "call": "calling.greeting", "with": ["Ada"], "expect": { "result": "Hello, Ada" } },
                { "call": "calling.too_much", "expect": { "failure.code": "exception" } }
                """)
        #expect(ended.status == 0, "\(ended.output)")
        #expect(ended.output.contains("calling: there is no action calling.nothing"))
        #expect(
            ended.output.contains(
                "the action calling.add is not what was asked for: it is declared as int add_action(int a, int b)"))
    }

    // MARK: - Hooks

    @Test("reads and writes calls by types in hooks", arguments: Compiler.usualCXX)
    func hooks(compiler: Compiler) throws {
        try build("hooking", by: compiler)
        let hooked = [
            (
                #"{ "on": "*.add", "before": "hooking.double_first" }"#, "add", "[1, 2]", #""result": 4"#,
                "hooking.add of 2: 1 is 2"
            ),
            (#"{ "on": "*.add", "instead": "hooking.twice" }"#, "add", "[1, 2]", #""result": 30"#, ""),
            (
                #"{ "on": "*.add", "after": "hooking.recover" }"#, "add", "[-1, 2]", #""result": -1, "errno": 34"#,
                "recovers from negative: a is negative"
            ),
            (
                #"{ "on": "*.add", "before": "hooking.remember", "after": "hooking.remember" }"#, "add", "[1, 2]",
                #""result": 3"#, "kept since 2\ninfo: hooking: it is taken once"
            ),
            (
                #"{ "on": "*.add", "after": "hooking.remember" }"#, "add", "[1, 2]", #""result": 3"#,
                "nothing is kept"
            ),
            (
                #"{ "on": "*.add", "before": "hooking.mistake", "after": "hooking.mistake" }"#, "add", "[1, 2]",
                #""result": 3"#, "wrongType: the hook of hooking.add has kept a value of another type, a text"
            ),
            (#"{ "on": "*.reset", "instead": "hooking.skip" }"#, "reset", "[]", "", ""),
            (
                #"{ "on": "*.typed", "before": "hooking.read_all" }"#, "typed", "[1, 2, 3, 4, 5]", #""result": 15"#,
                "read 15.000000 by a pointer"
            ),
        ]
        for (hook, action, with, expected, said) in hooked {
            let ended = try run(
                [("hooking", "")], hooks: hook,
                steps: #"{ "call": "hooking.\#(action)", "with": \#(with), "expect": { \#(expected) } }"#)
            #expect(ended.status == 0, "\(ended.output)")
            #expect(said == "" || ended.output.contains(said), "\(ended.output)")
        }
    }

    @Test("makes a failure of a hook that asks for what the call does not have", arguments: Compiler.usualCXX)
    func mistakenHooks(compiler: Compiler) throws {
        try build("hooking", by: compiler)
        let mistaken = [
            ("before", "wrong_name", "noParameter", "hooking.add has no parameter c"),
            ("before", "wrong_place", "noParameter", "hooking.add has 2 parameters, and none at 2"),
            ("before", "wrong_size", "wrongType", "argument 1 of hooking.add is int, not long"),
            ("before", "wrong_kind", "wrongType", "argument 1 of hooking.add is int, not float"),
            ("before", "wrong_class", "wrongType", "argument 1 of hooking.add is int, not single"),
            ("before", "wrong_sign", "wrongType", "argument 1 of hooking.add is int, not unsigned int"),
            ("before", "no_result", "noResult", "the call of hooking.add has no result"),
            ("before", "kept_twice", "keptTwice", "the hook of hooking.add has kept a value already"),
            ("instead", "wrong_result", "wrongType", "the result of hooking.add is int, not float"),
            ("instead", "no_value", "wrongType", "the result of hooking.add is int, not void"),
            ("before", "not_const", "wrongType", "argument 1 of hooking.greet is const char *, not char *"),
            ("before", "not_pointer", "wrongType", "argument 1 of hooking.greet is const char *, not unsigned long"),
            ("before", "wrong_target", "wrongType", "argument 1 of hooking.greet is const char *, not const int *"),
        ]
        for (position, name, code, message) in mistaken {
            let (action, with) = message.contains("greet") ? ("greet", #"["Ada"]"#) : ("add", "[1, 2]")
            let ended = try run(
                [("hooking", "")],
                hooks: #"{ "on": "hooking.\#(action)", "\#(position)": "hooking.\#(name)" }"#,
                steps: """
                    { "call": "hooking.\(action)", "with": \(with),
                      "expect": { "failure": { "code": "\(code)", "message": "\(message)" } } }
                    """)
            #expect(ended.status == 0, "\(ended.output)")
        }
    }

    // MARK: - The guide

    @Test("is built and called as the guide shows", arguments: Compiler.usualCXX)
    func guide(compiler: Compiler) throws {
        let guide = try String(
            contentsOfFile: "\(Sources.root)/Sources/Heddle/Heddle.docc/WritingAModule.md", encoding: .utf8)
        let shown = try #require(
            guide.firstMatch(of: /```cpp greeter.cpp\n(?<code>(?s:.*?))```\n\n```console\n(?<lines>(?s:.*?))```/))
        try folder.write("greeter.cpp", String(shown.code))
        var printed = ""
        for line in shown.lines.split(separator: "\n") where line.hasPrefix("$ ") {
            let command = line.dropFirst(2).replacing("g++", with: compiler.family.command(for: .cxx))
                .replacing("$(pkg-config --cflags heddle)", with: "-I\(Sources.root)/include")
                .replacing("heddle call", with: try "\(heddle) call")
            printed += "\(line)\n" + (try Tool.run(["sh", "-c", "cd \(folder.path) && \(command)"]).output)
        }
        #expect(printed == shown.lines)
    }

    // MARK: - Validation

    @Test(
        "gives the validator nothing to find", arguments: Compiler.usualCXX, ["instances", "calling", "hooking"])
    func validates(compiler: Compiler, name: String) throws {
        // As heddle_add_module builds it.
        let gcc = compiler.family == .gcc ? ["-fno-gnu-unique"] : []
        let module = try compiler.module(
            "cxx/\(name).cpp",
            flags: gcc + [
                "-O2", "-fvisibility-inlines-hidden", "-Wl,-z,now", "-Wl,--build-id", "-Wl,-Bsymbolic-functions",
                "-Wl,--as-needed",
            ],
            in: folder)
        let ended = try Tool.run([try heddle, "validate", module, "--quiet"])
        #expect(ended.status == 0, "\(ended.output)")
    }
}
