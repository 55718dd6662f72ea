// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle validate --bindings", .enabled(if: Program.isInstalled("clang") && Program.isInstalled("pkg-config")))
struct BoundLibraryTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// A library of the system, with annotations for some of its functions.
    struct Library: Sendable, CustomTestStringConvertible {
        let soname: String, header: String
        let annotations: String
        var testDescription: String { soname }
    }

    private static let libraries = [
        Library(
            soname: "libz.so.1", header: "zlib.h",
            annotations: """
                "crc32": { "buf": "_In_reads_(len)" }, "zlibVersion": { "return": "_Idempotent_" },
                "compressBound": { "return": "_Idempotent_" },
                "compress": { "dest": "_Out_writes_to_(*destLen, *destLen)", "destLen": "_Inout_",
                    "source": "_In_reads_(sourceLen)", "return": "_Success_(return == 0)" }
                """),
        Library(
            soname: "libexpat.so.1", header: "expat.h",
            annotations: """
                "XML_ErrorString": { "return": "_Idempotent_ _Ret_maybenull_" },
                "XML_ExpatVersionInfo": { "return": "_Idempotent_" }
                """),
        Library(
            soname: "libxxhash.so.0", header: "xxhash.h",
            annotations: """
                "XXH32": { "input": "_In_reads_(length)", "return": "_Idempotent_" },
                "XXH64": { "input": "_In_reads_(length)", "return": "_Idempotent_" }
                """),
    ]

    private func bind(_ header: String, _ library: String) throws -> String {
        let ended = try bench.heddle("bind", header, "--library", library, "-o", "bound.json")
        try #require(ended.status == 0, "\(ended.errors)")
        return "bound.json"
    }

    private func annotate(_ annotations: String) throws -> String {
        try bench.folder.write("annotations.json", #"{ "bindings": 1, "annotate": { \#(annotations) } }"#)
        return "annotations.json"
    }

    @Test("finds nothing in libraries of the system, and calls their annotated functions", arguments: libraries)
    func sound(library: Library) throws {
        let ended = try bench.heddle(
            "validate", library.soname, "--bindings", bind(library.header, library.soname), "--bindings",
            annotate(library.annotations), "--json")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(try ended.findings == [:], "\(ended.output)")
        let outcomes = try outcomes(of: ended)
        #expect(outcomes["calls-often"] == "passed" && outcomes["takes-random-arguments"] == "passed", "\(outcomes)")
        #expect(outcomes["has-name"] == "skipped" && outcomes["creates"] == "skipped")
        #expect(outcomes["describes-itself"] == "skipped" && outcomes["loads-beside-itself"] == "skipped")
    }

    private func outcomes(of ended: Program.Ended) throws -> [String: String] {
        let ends = try ended.events.filter { $0.kind == "caseEnded" }
        return Dictionary(
            uniqueKeysWithValues: try ends.map { try (#require($0["name"]), #require($0["outcome"])) })
    }

    @Test("calls no function of which the bindings say nothing")
    func unannotated() throws {
        let ended = try bench.heddle("validate", "libz.so.1", "--bindings", bind("zlib.h", "libz.so.1"))
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        let reason = "no declaration says enough of its function to call it"
        #expect(ended.output.contains("calls-return: \(reason)"), "\(ended.output)")
    }

    private static let source = """
        #include <stdlib.h>
        double half(double number) { return number / 2; }
        int leave(int number) { exit(number); }
        int shut(int fd, const char *why) { (void)why; exit(fd); }
        int spare(const char *text, int size) { return text[size]; }
        int look(const char *text) { return text[0]; }
        int third(int number) { if (number == -2147483647 - 1) abort(); return number / 3; }
        """

    private func plain(annotations: String) throws -> [String] {
        try BuiltModules.compile(
            Self.source, to: "plain.so", flags: ["-Wl,-soname,plain.so", "-Wl,--build-id", "-w"], in: bench.folder)
        let declarations = [
            "double half(double number)", "int leave(int number)", "int shut(int fd, const char *why)",
            "int spare(const char *text, int size)", "int look(const char *text)", "int third(int number)",
        ]
        let listed = declarations.map { "\"\($0)\"" }.joined(separator: ", ")
        try bench.folder.write(
            "plain.json",
            #"{ "bindings": 1, "library": { "soname": "plain.so" }, "declarations": [\#(listed)], "annotate": { \#(annotations) } }"#
        )
        return ["validate", "./plain.so", "--bindings", "plain.json"]
    }

    @Test("calls functions of floating-point numbers, and those with annotations, but none that takes a descriptor")
    func chosen() throws {
        let words = try plain(annotations: #""shut": { "why": "_In_z_" }, "look": { "text": "_In_z_" }"#)
        let ended = try Program.built("heddle").run(words, in: bench.folder.path)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
        #expect(ended.output.contains(#/passed +takes-random-arguments/#), "\(ended.output)")
    }

    @Test("finds a fault in a function that has an annotation, and shows the command that repeats it")
    func fault() throws {
        let words = try plain(annotations: #""third": { "return": "_Idempotent_" }"#)
        let ended = try Program.built("heddle").run(words + ["--seed", "3"], in: bench.folder.path)
        #expect(ended.status == 5)
        #expect(ended.errors.contains("with SIGABRT in plain.third, called with (-2147483648)"), "\(ended.errors)")
        #expect(
            ended.errors.contains(
                "heddle validate ./plain.so --only takes-edge-numbers --reproduce 3 --bindings plain.json"))
    }

    @Test("tells once that bindings have drifted from the library, and blames them")
    func drifted() throws {
        try BuiltModules.compile(
            "int other(void) { return 1; }\n", to: "plain.so", flags: ["-Wl,--build-id", "-w"], in: bench.folder)
        try bench.folder.write("plain.json", #"{ "bindings": 1, "declarations": ["double half(double number)"] }"#)
        let ended = try bench.heddle("validate", "./plain.so", "--bindings", "plain.json")
        #expect(ended.status == 1)
        #expect(ended.errors.split(separator: "\n").filter { $0.contains("have drifted from") }.count == 1)
        #expect(ended.errors.contains("make the bindings again with heddle bind"), "\(ended.errors)")
        #expect(!ended.errors.contains("the fault is in the code of the module"))
    }

    @Test("refuses several modules for the same bindings")
    func several() throws {
        let ended = try bench.heddle("validate", "libz.so.1", "libexpat.so.1", "--bindings", "x.json")
        #expect(ended.status == 2)
        #expect(ended.errors.contains("--bindings are of one module: give one"), "\(ended.errors)")
    }
}
