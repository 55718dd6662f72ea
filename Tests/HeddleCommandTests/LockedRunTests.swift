// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A run with a lock file")
struct LockedRunTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        for name in ["first", "second"] {
            try BuiltModules.compile("int number(void) { return 7; }", to: "\(name).so", in: bench.folder)
        }
        try bench.folder.write(
            "cases.json",
            """
            { "behaviour": 1,
              "modules": { "f": { "library": "first", "declarations": "int number(void)" },
                           "c": { "library": "libc.so.6" } },
              "cases": [
                { "name": "a", "steps": [{ "call": "f.number", "expect": { "result": 7 } }] },
                { "name": "b", "steps": [{ "call": "c.abs", "with": [-7], "expect": { "result": 7 } }] } ] }
            """)
    }

    /// Writes a lock file with some of the modules as they are now, by the sums of another program.
    private func lock(_ names: String...) throws {
        let entries = try names.map { name in
            let sum = try Program("sha256sum").run([bench.folder("\(name).so")], in: "/").output.prefix(64)
            return #""\#(name)": { "version": "1", "sha256": "\#(sum)" }"#
        }
        try bench.folder.write("heddle.lock", #"{ "lock": 1, "modules": { \#(entries.joined(separator: ", ")) } }"#)
    }

    private func test(_ options: String...) throws -> Program.Ended {
        try Program.built("heddle").run(
            ["test", "cases.json", "-m", ".", "--lock", "heddle.lock"] + options, in: bench.folder.path)
    }

    @Test("loads its modules as the files that they were, and libraries of the system, in each process")
    func loads() throws {
        try lock("first")
        for options in [[], ["--jobs", "2"], ["--share"], ["--in-process"]] {
            let ended = try Program.built("heddle").run(
                ["test", "cases.json", "-m", ".", "--lock", "heddle.lock"] + options, in: bench.folder.path)
            #expect(ended.status == 0, "\(options) \(ended.output)\(ended.errors)")
        }
        let call = try bench.heddle(
            "call", "./first.so", "int number(void)", "--lock", "heddle.lock")
        #expect(call.output == "7\n", "\(call.errors)")
    }

    @Test("refuses a file that has changed since, by its name or by its path")
    func changed() throws {
        try lock("first")
        try BuiltModules.compile("int number(void) { return 8; }", to: "first.so", in: bench.folder)
        let ended = try test()
        #expect(ended.status == 4)
        #expect(
            ended.errors.contains(#"the module "first" is not loaded: ./first.so has the SHA-256 "#), "\(ended.errors)")
        let call = try bench.heddle(
            "call", "./first.so", "int number(void)", "--lock", "heddle.lock")
        #expect(call.errors.contains(#"the module "first" is not loaded"#), "\(call.errors)")
    }

    @Test("refuses a module that the lock file does not have")
    func unlisted() throws {
        try lock("second")
        let ended = try test()
        #expect(ended.status == 4)
        #expect(
            ended.errors.contains(#"the module "first" may not be used here: the lock file heddle.lock has "second""#),
            "\(ended.errors)")
        #expect(ended.errors.contains("heddle lock writes it anew, with all modules of the module path"))
    }

    @Test("refuses a lock file that cannot be read, with what is wrong in it")
    func broken() throws {
        let missing = try test()
        #expect(missing.status != 0 && missing.errors.contains("heddle.lock"))
        try bench.folder.write("heddle.lock", #"{ "lock": 1, "modules": { "first": { "sha256": "12" } } }"#)
        let wrong = try test()
        #expect(wrong.status == 3)
        #expect(wrong.errors.contains(#""sha256" of a module of a lock file is "12", expected 64 hexadecimal digits"#))
        #expect(wrong.errors.contains("heddle.lock:1:"))
    }
}
