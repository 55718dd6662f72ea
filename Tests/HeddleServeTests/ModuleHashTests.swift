// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A module that the configuration knows by its hash", .serialized)
struct ModuleHashTests {
    private let host: RunningHost
    private let modules: ScratchFolder

    init() throws {
        (host, modules) = (try RunningHost(), try ScratchFolder())
        try FileManager.default.copyItem(atPath: "\(RunningHost.modules)/probe.so", toPath: modules("probe.so"))
        try host.folder.write("add.json", adding(1, 2, is: 3))
    }

    private var hash: String {
        get throws { String(try Program("sha256sum").succeed([modules("probe.so")]).prefix(64)) }
    }

    private func start(_ entries: String) throws {
        try host.start(#""add": {"from": "add.json", "modules": [\#(entries)]}"#, modules: modules.path)
    }

    private func entry(_ hash: String) -> String { #"{"library": "probe", "sha256": "\#(hash)"}"# }

    private func refusal() throws -> String? {
        let rejected = try host.status(of: "add")["rejected"] as? [String: Any]
        let first = (rejected?["diagnostics"] as? [[String: Any]])?.first
        return first?["code"] as? String == "source.wrong-module" ? first?["message"] as? String : nil
    }

    @Test("is loaded from the file that has it")
    func right() throws {
        try start(entry(try hash.uppercased()))
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test("is not loaded from another file: the refusal names the file and both hashes, and no code of it runs")
    func wrong() throws {
        let wanted = try hash
        try BuiltModules.compile(
            """
            #include <stdio.h>
            int add(int a, int b) { return a + b; }
            __attribute__((constructor)) static void begin(void) { fclose(fopen("\(host.folder("ran"))", "w")); }
            """, to: "probe.so", in: modules)
        try start(entry(wanted))
        #expect(host.wait { try refusal() != nil })
        let file = modules("probe.so")
        let message = try refusal()
        #expect(
            message == "the module \"probe\" is not loaded: \(file) has the SHA-256 \(try hash), expected \(wanted)")
        #expect(!FileManager.default.fileExists(atPath: host.folder("ran")))
        #expect(try host.state(of: "add") == "rejected")
    }

    @Test("is refused when its file is replaced, and the active version goes on")
    func replaced() throws {
        try start(entry(try hash))
        #expect(try host.run("add")["ending"] as? String == "held")
        try BuiltModules.compile("int add(int a, int b) { return a - b; }", to: "other.so", in: modules)
        try FileManager.default.removeItem(atPath: modules("probe.so"))
        try FileManager.default.moveItem(atPath: modules("other.so"), toPath: modules("probe.so"))
        #expect(host.wait { try refusal() != nil })
        for _ in 0..<3 {
            #expect(try host.state(of: "add") == "ready")
            #expect(try host.run("add")["ending"] as? String == "held")
        }
        // It is tried again meanwhile, and stays refused until it is right.
        for _ in 0..<12 {
            usleep(500_000)
            #expect(try refusal() != nil)
        }
    }

    @Test("may have one of several hashes")
    func several() throws {
        try start("\(entry(String(repeating: "0", count: 64))), \(entry(try hash))")
        #expect(try host.run("add")["ending"] as? String == "held")
    }

    @Test(
        "is checked when the configuration is",
        arguments: [
            (#"{"library": "probe", "sha256": "12"}"#, "64 hexadecimal digits"),
            (#"{"library": "probe"}"#, "sha256"),
            (#""probe", {"library": "probe", "sha256": "\#(String(repeating: "0", count: 64))"}"#, "without one"),
        ])
    func mistakes(_ entries: String, _ words: String) throws {
        try host.configure(#""add": {"from": "add.json", "modules": [\#(entries)]}"#)
        let ended = try Program.built("heddle").run(["serve", host.folder("host.json"), "--check"])
        #expect(ended.status != 0 && ended.errors.contains(words))
        #expect(ended.errors.contains("host.json:"))
    }
}
