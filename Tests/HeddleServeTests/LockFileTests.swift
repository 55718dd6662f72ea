// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A lock file of modules", .serialized)
struct LockFileTests {
    private let host: RunningHost
    private let modules: ScratchFolder

    init() throws {
        (host, modules) = (try RunningHost(), try ScratchFolder())
        try FileManager.default.copyItem(atPath: "\(RunningHost.modules)/probe.so", toPath: modules("probe.so"))
        try host.folder.write("add.json", adding(1, 2, is: 3))
    }

    private func lock(_ names: String...) throws -> Program.Ended {
        try Program.built("heddle").run(["lock", "-m", modules.path] + names)
    }

    private func start(_ entry: String = #"{"lock": "heddle.lock"}"#) throws {
        try host.start(#""add": {"from": "add.json", "modules": \#(entry)}"#, modules: modules.path)
    }

    private func check(_ lock: String?) throws -> Program.Ended {
        if let lock { try host.folder.write("heddle.lock", lock) }
        try host.configure(#""add": {"from": "add.json", "modules": {"lock": "heddle.lock"}}"#)
        return try Program.built("heddle").run(["serve", host.folder("host.json"), "--check"])
    }

    @Test("is not written where there is no room for it: the status says so")
    func lost() throws {
        let heddle = try Program.built("heddle").path
        let ended = try Program("sh").run(["-c", "\(heddle) lock -m \(modules.path) probe >/dev/full"])
        #expect(ended.status == 1)
        #expect(ended.errors == "error: the output cannot be written: no space left on device\n")
    }

    @Test("names each module with its version and the hash of its file, and runs none of them")
    func written() throws {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <stdio.h>
            HEDDLE_MODULE("other", "2.1.0")
            HEDDLE_ACTION(int, two, void)
            int two(void) { return 2; }
            __attribute__((constructor)) static void begin(void) { fclose(fopen("\(modules("ran"))", "w")); }
            """, to: "libother.so", in: modules)
        try modules.write("notes.so", "no library")
        let ended = try lock()
        let sums = try Program("sha256sum").succeed([modules("libother.so"), modules("probe.so")])
            .split(separator: "\n").map { $0.prefix(64) }
        #expect(
            ended.output == """
                {
                  "lock": 1,
                  "modules": {
                    "other": {"version":"2.1.0","sha256":"\(sums[0])"},
                    "probe": {"version":"1.2.3","sha256":"\(sums[1])"}
                  }
                }

                """, "\(ended.errors)")
        #expect(!FileManager.default.fileExists(atPath: modules("ran")))
        #expect(try lock("probe").output.contains("other") == false)
    }

    @Test("allows the modules that it names, as the files that they were")
    func allows() throws {
        try host.folder.write("heddle.lock", try lock().output)
        try start()
        #expect(try host.run("add")["ending"] as? String == "held")
        try host.stop()
        try BuiltModules.compile("int add(int a, int b) { return a + b; }", to: "probe.so", in: modules)
        try host.folder.write("add.json", adding(2, 2, is: 4))
        try start(#"[{"lock": "heddle.lock"}]"#)
        let found = try host.status(of: "add")["rejected"] as? [String: Any]
        let first = (found?["diagnostics"] as? [[String: Any]])?.first
        #expect(first?["code"] as? String == "source.wrong-module")
    }

    @Test("has no version of a module that says none, and is read all the same")
    func undescribed() throws {
        try BuiltModules.compile("int two(void) { return 2; }", to: "plain.so", in: modules)
        let written = try lock().output
        #expect(written.contains(#""plain": {"sha256":""#), "\(written)")
        let checked = try check(written)
        #expect(!checked.errors.contains("lock file"), "\(checked.errors)")
    }

    @Test("that is missing or wrong makes the configuration wrong, at the place")
    func wrong() throws {
        let missing = try check(nil)
        #expect(missing.status == 3)
        #expect(missing.errors.contains("the lock file cannot be used:") && missing.errors.contains("host.json:"))
        let broken = try check(#"{"lock": 1, "modules": {"probe": {"sha256": "12"}}}"#)
        #expect(broken.status == 3)
        #expect(broken.errors.contains(#""sha256" of a module of a lock file is "12", expected 64 hexadecimal digits"#))
        #expect(broken.errors.contains("heddle.lock:1:"))
        #expect(try check("{").errors.contains("heddle.lock:1:2"))
    }

    @Test("names no other file in the place of one that cannot be loaded, and warns of that")
    func refused() throws {
        let before = try ScratchFolder()
        try before.write("probe.so", "no library")
        let ended = try Program.built("heddle").run(["lock", "-m", before.path, "-m", modules.path])
        #expect(ended.status == 7 && !ended.output.contains("probe"))
        #expect(
            ended.errors.contains("warning: not in the lock file: the module \(before("probe.so")) cannot be loaded"))
    }

    @Test("is not written without a module, nor for a name that there is none of")
    func nothing() throws {
        let unknown = try lock("prob")
        #expect(unknown.status == 7 && unknown.errors.contains(#"did you mean "probe"?"#), "\(unknown.errors)")
        try FileManager.default.removeItem(atPath: modules("probe.so"))
        let none = try Program.built("heddle").run(["lock", "-m", modules.path])
        #expect(none.status == 7 && none.output == "", "\(none.errors)")
    }
}
