// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A module's own words do not steer the terminal or forge a line")
struct ModuleWordTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private static let source = #"""
        #include <heddle/module.h>
        HEDDLE_MODULE("n\033[31m", "1\r\033[0m")
        HEDDLE_RECORD(HEDDLE_RECORD_NEEDS, 0, "heddle.host")
        HEDDLE_ACTION_NAMED("act\033]0;title\a", int, act, void)
        int act(void) { return 1; }
        """#

    /// Returns whether nothing but lines of printable characters was written.
    private func isPlain(_ ended: Program.Ended) -> Bool {
        (ended.output + ended.errors).unicodeScalars.allSatisfy {
            $0 == "\n" || $0.properties.generalCategory != .control
        }
    }

    @Test("inspect, list and plan write them with escapes")
    func shown() throws {
        try BuiltModules.compile(Self.source, to: "m.so", in: bench.folder)
        let inspect = try bench.heddle("inspect", "m.so")
        #expect(inspect.output.hasPrefix("n\\u001b[31m 1\\r\\u001b[0m  (contract "))
        #expect(inspect.output.contains("  act\\u001b]0;title\\u0007  =  int act(void)\n"))
        let list = try bench.heddle("list", "-m", ".")
        #expect(list.output == "n\\u001b[31m 1\\r\\u001b[0m  act\\u001b]0;title\\u0007\n")
        let name = #"act\u001b]0;title\u0007"#
        try bench.folder.write(
            "b.json", #"{"behaviour":1,"modules":{"m":{"library":"./m.so"}},"steps":[{"call":"m.\#(name)"}]}"#)
        let plan = try bench.heddle("plan", "b.json")
        #expect(plan.output.hasPrefix("0  m.act\\u001b]0;title\\u0007()\n"))
        for ended in [inspect, list, plan] { #expect(isPlain(ended)) }
    }

    @Test("names of files are written with escapes")
    func files() throws {
        let name = "a\n3 calls: 3 returned.\u{1B}[2J.so"
        try bench.folder.write(name, "no library")
        for arguments in [
            ["inspect", name], ["list", "-m", bench.folder.path], ["call", "./\(name)", "int f(void)"],
        ] {
            let ended = try Program.built("heddle").run(arguments, in: bench.folder.path)
            #expect(ended.errors.contains(#"a\n3 calls: 3 returned.\u001b[2J.so"#))
            #expect(isPlain(ended))
        }
    }

    @Test("the library of a behaviour forges no line", arguments: ["run", "check", "plan", "schema"])
    func library(command: String) throws {
        try bench.folder.write(
            "b.json", #"{"behaviour":1,"modules":{"m":{"library":"x\n3 calls: 3 returned."}},"steps":[]}"#)
        let ended = try bench.heddle(command, "b.json")
        #expect(ended.errors.contains(#"there is no module "x\n3 calls: 3 returned.""#))
        #expect(!ended.errors.split(separator: "\n").contains { $0.hasPrefix("3 calls") })
    }

    @Test(
        "a NUL in a name is refused, and does not end it",
        arguments: ["libm.so.6\\u0000x", "./m.so\\u0000.so", "m\\u0000x"])
    func nul(library: String) throws {
        try BuiltModules.compile(
            "double cos(double x) { return x; }", to: "m.so", flags: ["-fno-builtin"], in: bench.folder)
        try bench.folder.write(
            "b.json",
            """
            {"behaviour":1,"modules":{"m":{"library":"\(library)","declarations":["double cos(double x)"]}},
             "steps":[{"call":"m.cos","with":[0]}]}
            """)
        let run = try bench.heddle("run", "-m", ".", "b.json")
        #expect(run.status == 4)
        #expect(run.errors.contains("\\u0000"))
        #expect(run.output == "")
    }

    @Test("a NUL inside of a record makes the description a broken one")
    func nulInRecord() throws {
        let source = Self.source.replacing(#""n\033[31m", "1\r\033[0m""#, with: #""na\0me", "1""#)
        try BuiltModules.compile(source, to: "m.so", in: bench.folder)
        let inspect = try bench.heddle("inspect", "m.so")
        #expect(inspect.status == 4)
        #expect(inspect.errors.contains("its .heddle section holds a broken record"))
    }
}
