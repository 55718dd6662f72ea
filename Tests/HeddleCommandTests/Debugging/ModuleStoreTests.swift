// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A module is loaded from a copy in the user's cache")
struct ModuleStoreTests {
    private let bench: Bench
    private let module: String
    private let cache: ScratchFolder

    init() throws {
        bench = try Bench()
        cache = try ScratchFolder()
        module = try BuiltModules.compile(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <heddle/module.h>
            HEDDLE_MODULE("located", "1")
            HEDDLE_ACTION(_Ret_z_ const char *, loaded_from, void)
            HEDDLE_ACTION(_Ret_z_ const char *, own_path, void)
            const char *loaded_from(void) {
                Dl_info info = {0};
                dladdr((void *)heddle_attach, &info);
                return info.dli_fname;
            }
            const char *own_path(void) { return heddle->module_path(); }
            """, to: "located.so", in: bench.folder)
    }

    private func call(_ action: String, cache: String? = nil) throws -> String {
        let folder = cache ?? self.cache.path
        let call = try bench.heddle(
            "call", module, action,
            environment: ["XDG_CACHE_HOME": folder, "HOME": "/proc/nowhere", "TMPDIR": "/proc/nowhere"])
        #expect(call.status == 0, "\(call.errors)")
        return String(call.output.dropLast())
    }

    private var copies: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: cache("heddle/modules")).filter { !$0.hasPrefix(".") }
        }
    }

    @Test("that has its name and is used again")
    func name() throws {
        let path = try call("loaded_from")
        #expect(path.hasPrefix(cache("heddle/modules/")) && path.hasSuffix("/located.so"))
        #expect(try call("loaded_from") == path)
        #expect(try copies.count == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o400)
    }

    @Test("and is told the path of its own file")
    func ownPath() throws {
        #expect(try call("own_path") == module)
    }

    @Test("which is made anew where it is not what was checked")
    func spoilt() throws {
        let path = try call("loaded_from")
        try FileManager.default.removeItem(atPath: path)
        try Data("something else".utf8).write(to: URL(filePath: path))
        #expect(try call("loaded_from") == path)
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: module))
        #expect(try copies.count == 1)
    }

    @Test("unless others can write there: then from one in memory")
    func foreign() throws {
        try FileManager.default.createDirectory(atPath: cache("heddle"), withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: cache("heddle"))
        #expect(try call("loaded_from").contains("/fd/"))
        #expect(try call("loaded_from", cache: "/proc/nowhere").contains("/fd/"))
        #expect(try call("own_path", cache: "/proc/nowhere") == module)
    }

    @Test("which hosts make at once, some of which are killed meanwhile")
    func atOnce() async throws {
        for round in 0..<5 {
            // Large enough that writing it takes a while.
            try Data(repeating: UInt8(round), count: 8 << 20).write(to: URL(filePath: bench.folder("padding.bin")))
            let large = try BuiltModules.compile(
                """
                __asm__(".section .rodata\\n.incbin \\"\(bench.folder("padding.bin"))\\"\\n.text");
                int answer(void) { return 7; }
                """, to: "large\(round).so", in: bench.folder)
            let environment = ["XDG_CACHE_HOME": cache.path]
            let bench = bench
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        // SIGKILL, at another moment each time.
                        let limit = "0.0\(number * 2 + 1)"
                        let killed = number % 2 == 0 ? ["timeout", "-s", "KILL", limit] : []
                        let call = [try Program.built("heddle").path, "call", large, "int answer(void)"]
                        let run = try Program("env").run(killed + call, in: bench.folder.path, environment: environment)
                        if killed.isEmpty { #expect(run.status == 0 && run.output == "7\n", "\(run.errors)") }
                    }
                }
                try await group.waitForAll()
            }
            let last = try bench.heddle("call", large, "int answer(void)", environment: environment)
            #expect(last.status == 0 && last.output == "7\n", "\(last.errors)")
        }
        #expect(try copies.count == 5)
    }

    @Test("of which those that were not used for long go when another one is made")
    func tidying() throws {
        _ = try call("own_path")
        let old = try #require(try copies.first)
        let long = Date(timeIntervalSinceNow: -40 * 24 * 3600)
        for name in [old, ".tidied"] {
            let path = cache("heddle/modules/\(name)")
            try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: path)
        }
        let other = try BuiltModules.compile("int one(void) { return 1; }", to: "other.so", in: bench.folder)
        let run = try bench.heddle("call", other, "int one(void)", environment: ["XDG_CACHE_HOME": cache.path])
        #expect(run.status == 0)
        #expect(try copies.count == 1)
        #expect(try copies.first != old)
    }
}
