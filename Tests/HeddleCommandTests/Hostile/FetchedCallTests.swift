// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A behaviour from a server that calls more than modules describe", .enabled(if: Server.isPossible), .serialized)
struct FetchedCallTests {
    private let bench: Bench
    private let server: Server

    init() throws {
        bench = try Bench()
        server = try Server()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <stdio.h>
            HEDDLE_MODULE("open", "1.0.0")
            HEDDLE_ACTION(int, twice, int n)
            int twice(int n) { return 2 * n; }
            void helper(long address) { printf("HELPED %ld\\n", address); fflush(stdout); }
            __attribute__((constructor)) static void load(void) { printf("LOADED\\n"); fflush(stdout); }
            """, to: "open.so", in: bench.folder)
        try BuiltModules.compile("int bare(int n) { return n; }", to: "plain.so", in: bench.folder)
    }

    /// Runs a behaviour that is fetched.
    private func fetched(_ module: String, _ members: String, _ steps: String) throws -> Program.Ended {
        defer { server.stop() }
        try server.folder.write(
            "stack.json",
            #"{ "behaviour": 1, "modules": { "m": { "library": "\#(module)"\#(members) } }, "steps": [\#(steps)] }"#)
        return try Program.built("heddle").run(["run", "-m", bench.folder.path, server.url("stack.json")])
    }

    @Test("calls what the module describes")
    func described() throws {
        let run = try fetched("open", "", #"{ "call": "m.twice", "with": [21], "expect": { "result": 42 } }"#)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test(
        "may not declare any function of a module, and the module is not even loaded",
        arguments: [
            ("open", "void heddle_attach(long a)", "heddle_attach"), ("open", "void helper(long a)", "helper"),
            ("open", "void other(long a) asm(\\\"helper\\\")", "other"),
            ("open", "typedef int number", "twice"), ("plain", "int bare(int n)", "bare"),
        ])
    func declared(module: String, declaration: String, function: String) throws {
        let run = try fetched(
            module, #", "declarations": ["\#(declaration)"]"#, #"{ "call": "m.\#(function)", "with": [4660] }"#)
        #expect(run.status == 4)
        #expect(run.output == "")
        #expect(
            run.errors.hasPrefix(
                "error: a fetched behaviour may not declare functions of \"\(module)\": it may call only what "
                    + "the module describes itself\n"))
        #expect(run.errors.contains("stack.json:1:"))
    }

    @Test("may not call what the module only exports", arguments: ["helper", "heddle_attach"])
    func undeclared(function: String) throws {
        let run = try fetched("open", "", #"{ "call": "m.\#(function)", "with": [4660] }"#)
        #expect(run.status == 4)
        #expect(!run.output.contains("HELPED"))
    }
}

@Suite("The function that takes the host's table")
struct AttachingTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test(
        "is called by no behaviour, under no name, and as no hook or release",
        arguments: [
            (#""void heddle_attach(long a)""#, "", #"{ "call": "m.heddle_attach", "with": [4660] }"#),
            (#""void other(long a) asm(\"heddle_attach\")""#, "", #"{ "call": "m.heddle_attach", "with": [4660] }"#),
            (
                #""void heddle_attach(int a)""#,
                #""hooks": [{ "on": "m.add", "before": "m.heddle_attach" }],"#, #"{ "call": "m.add", "with": [1, 2] }"#
            ),
            (
                #""_Free_(heddle_attach) const char *same_text(const char *text)""#, "",
                #"{ "call": "m.same_text", "with": ["a"] }"#
            ),
        ])
    func refused(declaration: String, hooks: String, step: String) throws {
        let run = try bench.heddle(
            "run",
            behaviour: """
                { "behaviour": 1, "modules": { "m": { "library": "probe", "declarations": [\(declaration)] } },
                  \(hooks) "steps": [\(step)] }
                """)
        #expect(run.status == 4)
        #expect(run.output == "")
        #expect(run.errors.contains("heddle_attach takes the table of the host, which alone calls it"), "\(run.errors)")
    }
}
