// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle inspect, of the build of a module")
struct InspectedBuildTests {
    @Test(
        "names what will bite hosts",
        arguments: [
            ("stack-is-not-executable", "its stack is executable"),
            ("code-is-not-writable", "can be written and executed"),
            ("code-is-not-relocated", "text relocations"), ("no-static-tls", "static TLS"),
            ("no-unique-symbols", "unique symbols, which the whole process shares: one_for_all"),
            ("no-destructors", "destructors"), ("no-go-runtime", "a Go runtime"), ("no-sanitizer", "address sanitizer"),
            ("texts-have-owners", "texts that it returns belong to nobody: "),
        ])
    func hazards(name: String, words: String) throws {
        let flawed = try FlawedModules([name])
        let heddle = try Program.built("heddle")
        let ended = try heddle.run(["inspect", "\(name).so"], in: flawed.folder.path)
        #expect(ended.status == 0)
        let bites = ended.output.split(separator: "\n").drop { $0 != "will bite:" }.dropFirst()
        #expect(bites.count == 1 && bites.first?.contains(words) == true, "\(ended.output)")
        let event = try #require(
            try heddle.run(["inspect", "\(name).so", "--json"], in: flawed.folder.path).events.first)
        let told: [String] = try #require(event["bites"])
        #expect(told.count == 1 && told[0].contains(words))
    }

    @Test("names functions that may run when the process ends, and the runtime of Swift")
    func ends() throws {
        let folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            #include <stdlib.h>
            static void end(void) {}
            int late(void) { return atexit(end); }
            """, to: "late.so", in: folder)
        let heddle = try Program.built("heddle")
        #expect(
            try heddle.run(["inspect", "late.so"], in: folder.path).output.contains(
                "will bite:\n  it can register functions that run when the process ends\n"))
        #expect(
            try heddle.run(["inspect", "shows.so"], in: BuiltModules.plugins).output.contains(
                "will bite:\n  a Swift runtime is inside: it must be that of the other Swift modules\n"))
    }

    @Test("says that a description has macros unexpanded")
    func macros() throws {
        let folder = try ScratchFolder()
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #define COUNT 4
            #define NUMBER int32_t
            HEDDLE_MODULE("counted", "1")
            HEDDLE_ACTION(int32_t, first, _In_reads_(COUNT) const int32_t *values)
            HEDDLE_ACTION(NUMBER, second, void)
            int32_t first(const int32_t *values) { return values[COUNT - 1]; }
            NUMBER second(void) { return COUNT; }
            """, to: "counted.so", in: folder)
        let words = try Program.built("heddle").run(["inspect", "counted.so"], in: folder.path).errors
        for name in ["COUNT", "NUMBER"] {
            #expect(
                words.contains("if \(name) is a macro, write what it stands for: a description has it unexpanded"),
                "\(words)")
        }
    }

    @Test("shows dependencies and symbols that are not there, and exports beyond the description")
    func missing() throws {
        let flawed = try FlawedModules([
            "dependencies-are-found", "symbols-are-provided", "exports-only-actions", "loads",
        ])
        func inspect(_ name: String) throws -> String {
            try Program.built("heddle").run(["inspect", "\(name).so"], in: flawed.folder.path).output
        }
        #expect(try inspect("dependencies-are-found").contains("  libnowhere.so.9  (not found)\n"))
        #expect(try inspect("symbols-are-provided").contains("symbols that no library provides:\n  nowhere\n"))
        #expect(try inspect("exports-only-actions").contains("exports beyond its description:\n  helper\n"))
        let sound = try inspect("loads")
        #expect(!sound.contains("(not found)") && !sound.contains("provides") && !sound.contains("beyond"))
        #expect(sound.contains("build:\n  GCC: "), "\(sound)")
        #expect(sound.contains("  build ID "))
    }

    @Test("gives programs the tags, secrets and dependencies")
    func events() throws {
        let event = try #require(
            try Program.built("heddle").run(["inspect", "screens.so", "--json"], in: BuiltModules.plugins).events.first)
        let actions: [[String: Any]] = try #require(event["actions"])
        #expect(actions.contains { $0["secrets"] as? [String] == ["password"] })
        let dependencies: [[String: Any]] = try #require(event["dependencies"])
        #expect(dependencies.contains { $0["name"] as? String == "libc.so.6" && $0["path"] is String })
        #expect(event["missing"] == [String]() && event["bites"] == [String]())
    }
}
