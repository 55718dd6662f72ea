// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle validate --memory")
struct WatchedMemoryTests {
    private static let hasValgrind = Program.isInstalled("valgrind") && Program.isInstalled("strip")

    private let folder: ScratchFolder
    private let heddle: Program

    init() throws {
        folder = try ScratchFolder()
        // The debug information of this command itself is more than some versions of valgrind can read.
        if Self.hasValgrind {
            try Program("strip").succeed(["-g", "-o", folder("heddle"), Program.built("heddle").path])
        }
        heddle = Program(folder("heddle"))
    }

    private static let checks = ["memory-is-its-own", "memory-is-freed"]
    private static let only = checks.flatMap { ["--only", $0] } + ["--time-limit", "5min"]

    @Test(
        "fails for a module that breaks its promise, and no other check does",
        .enabled(if: hasValgrind), arguments: checks)
    func exact(name: String) throws {
        let flawed = try FlawedModules([name])
        let ended = try heddle.run(
            ["validate", "--json", "--memory", "--seed", "1", "--time-limit", "5min", "\(name).so"],
            in: flawed.folder.path)
        #expect(ended.status == 1)
        let findings = try ended.findings
        #expect(findings == [name: [name]], "\(findings)")
        let ends = try ended.events.filter { $0.kind == "caseEnded" && $0.line.contains("/memory-") }
        let outcomes: [String] = try ends.map { try #require($0["outcome"]) }
        #expect(outcomes.sorted() == ["failed", "passed"])
    }

    @Test(
        "says which function is at fault, and where", .enabled(if: hasValgrind),
        arguments: [
            ("memory-is-its-own", "invalid read of size 1 in act (memory-is-its-own.c:16): the address is 0 bytes"),
            ("memory-is-freed", "100 bytes in 1 blocks are definitely lost: act (memory-is-freed.c:22) allocated them"),
        ])
    func words(name: String, finding: String) throws {
        let flawed = try FlawedModules([name], flags: ["-g"])
        let ended = try heddle.run(["validate", "\(name).so"] + Self.only, in: flawed.folder.path)
        #expect(ended.errors.contains("\(name): \(finding)"), "\(ended.errors)")
        #expect(ended.errors.contains("the fault is in the code of the module"))
    }

    @Test("finds nothing in a module that hands pointers out and keeps memory", .enabled(if: hasValgrind))
    func sound() throws {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <stdlib.h>
            #include <string.h>
            HEDDLE_MODULE("sound", "1.0.0")
            HEDDLE_TYPE(struct node)
            HEDDLE_INSTANCE(thing, make, end)
            HEDDLE_ACTION(_Free_(drop) char *, copy, const char *text)
            HEDDLE_EXPORT void drop(void *memory);
            HEDDLE_ACTION(struct node *, node, void)
            HEDDLE_ACTION(int32_t, depth, struct node *node)
            HEDDLE_ACTION(int32_t, keep, _Self_ thing *self)
            HEDDLE_ACTION(uint64_t, sum, _In_reads_(count) const uint8_t *bytes, size_t count)
            HEDDLE_ACTION(void, fill, _Out_writes_(room) uint8_t *bytes, size_t room)
            struct thing { char *kept; };
            struct node { int32_t depth; };
            static char *cache;
            thing *make(const heddle_config *config) { (void)config; return calloc(1, sizeof(thing)); }
            void end(thing *self) { free(self->kept); free(self); }
            char *copy(const char *text) { return strdup(text); }
            void drop(void *memory) { free(memory); }
            struct node *node(void) { return calloc(1, sizeof(struct node)); }
            int32_t depth(struct node *node) { return node->depth; }
            int32_t keep(thing *self) {
                if (self->kept == NULL) self->kept = malloc(100);
                if (cache == NULL) cache = malloc(100);
                return self->kept != NULL && cache != NULL;
            }
            uint64_t sum(const uint8_t *bytes, size_t count) { return count == 0 ? 0 : bytes[count - 1]; }
            void fill(uint8_t *bytes, size_t room) { memset(bytes, 1, room); }
            """, to: "sound.so", flags: ["-fvisibility=hidden", "-Wl,--build-id"], in: folder)
        let ended = try heddle.run(["validate", "sound.so"] + Self.only, in: folder.path)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains(#/passed +memory-is-its-own/#), "\(ended.output)")
        #expect(ended.output.contains(#/passed +memory-is-freed/#), "\(ended.output)")
    }

    @Test("tells both as skipped unless they are asked for")
    func unasked() throws {
        let flawed = try FlawedModules(["memory-is-freed"])
        let ended = try Program.built("heddle").run(["validate", "memory-is-freed.so"], in: flawed.folder.path)
        #expect(ended.status == 0)
        for check in Self.checks {
            #expect(ended.output.contains("\(check): --memory makes it, which takes seconds"), "\(ended.output)")
        }
    }

    @Test("tells both as skipped where there is no valgrind")
    func missing() throws {
        let flawed = try FlawedModules(["memory-is-freed"])
        let ended = try Program.built("heddle").run(
            ["validate", "memory-is-freed.so"] + Self.only, in: flawed.folder.path, environment: ["PATH": "/nowhere"])
        #expect(ended.status == 0)
        for check in Self.checks {
            #expect(ended.output.contains("\(check): there is no valgrind on the PATH"), "\(ended.output)")
        }
    }

    @Test("tells a check as skipped that valgrind does not see to its end", .enabled(if: hasValgrind))
    func unfinished() throws {
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            #include <stdlib.h>
            HEDDLE_MODULE("unfinished", "1.0.0")
            HEDDLE_ACTION(int, act, int number)
            int act(int number) { void *volatile lost = malloc(100); lost = NULL; if (lost == NULL) abort(); return number; }
            """, to: "unfinished.so", in: folder)
        let ended = try heddle.run(["validate", "unfinished.so"] + Self.only, in: folder.path)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        let reason = "valgrind did not see the end: native code crashed with SIGABRT in unfinished.act, called with (1)"
        #expect(ended.output.contains("memory-is-freed: \(reason)"), "\(ended.output)")
    }
}
