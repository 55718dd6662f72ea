// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("Each check of heddle validate", .waiting)
struct FlawedModuleTests {
    @Test("has a module that is named for it, and each such module a check")
    func complete() throws {
        let listed = try Program.built("heddle").run(["validate", "--list", "--json"])
        let checks: [String] = try listed.events.map { try #require($0["name"]) }
        #expect(try FlawedModules.allNames == checks.sorted())
        #expect(Set(checks).count == checks.count && checks.count >= 60)
        for (file, sentence) in [
            ("README.md", "makes \(checks.count) checks of modules"),
            ("Sources/Heddle/Heddle.docc/ValidatingAModule.md", "makes \(checks.count) checks of each module"),
        ] {
            #expect(
                try String(contentsOfFile: "\(Sources.root)/\(file)", encoding: .utf8).contains(sentence), "\(file)")
        }
    }

    // Those that valgrind watches are in WatchedMemoryTests.
    @Test(
        "fails for that module, and no other check does",
        arguments: try FlawedModules.allNames.filter { !$0.hasPrefix("memory-") })
    func exact(name: String) throws {
        let flawed = try FlawedModules([name])
        let ended = try Program.built("heddle").run(
            ["validate", "--json", "--seed", "1", "\(name).so"], in: flawed.folder.path)
        #expect([1, 5].contains(ended.status))
        let findings = try ended.findings
        #expect(findings == [name: [name]], "\(findings)")
    }

    @Test(
        "says whose fault a finding is, and how to mend it",
        arguments: ["has-build-id", "takes-edge-numbers", "has-version"])
    func blame(name: String) throws {
        let flawed = try FlawedModules([name])
        let ended = try Program.built("heddle").run(
            ["validate", "--json", "\(name).so", "--only", name], in: flawed.folder.path)
        let diagnostic = try #require(try ended.events.first { $0.kind == "diagnostic" })
        #expect(diagnostic["code"] == "module.finding")
        let (message, mend): (String, String) = try (
            #require(diagnostic["message"]), #require(diagnostic["suggestion"])
        )
        #expect(message.hasPrefix("\(name): ") && !mend.isEmpty)
        let fault = ["has-build-id": "build", "takes-edge-numbers": "code", "has-version": "description"][name] ?? ""
        #expect(diagnostic.line.contains("the fault is in the \(fault) of the module"), "\(diagnostic.line)")
    }

    @Test("that runs the module survives a crash, an end of the process and a hang")
    func isolation() throws {
        let folder = try ScratchFolder()
        for (name, body) in [("crash", "abort();"), ("end", "_exit(0);"), ("hang", "for (;;) pause();")] {
            try BuiltModules.compile(
                """
                #include <heddle/module.h>
                #include <stdlib.h>
                #include <unistd.h>
                HEDDLE_MODULE("\(name)", "1.0.0")
                HEDDLE_ACTION(int, act, int number)
                int act(int number) { \(body) return number; }
                """, to: "\(name).so", flags: ["-fvisibility=hidden", "-Wl,--build-id"], in: folder)
        }
        let ended = try Program.built("heddle").run(
            ["validate", "--json", "crash.so", "end.so", "hang.so", "--time-limit", "2s"], in: folder.path)
        #expect(ended.status == 5)
        #expect(try ended.findings == ["crash": ["calls-return"], "end": ["calls-return"], "hang": ["calls-return"]])
        let messages = try ended.events.filter { $0.kind == "diagnostic" }.map(\.line)
        #expect(messages.count == 3)
        #expect(messages[0].contains("crashed with SIGABRT in crash.act, called with (1)"), "\(messages[0])")
        #expect(messages[1].contains("end.act, called with (1)"), "\(messages[1])")
        #expect(messages[2].contains("the time limit of 2 s was reached, still in hang.act"), "\(messages[2])")
    }
}
