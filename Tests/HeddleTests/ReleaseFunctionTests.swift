// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import Logging
import Testing
import Workbench

@Suite("What a call returns is released")
struct ReleaseFunctionTests {
    /// Gives out memory, and does not use `free` itself.
    private static let giver = """
        #include <stdlib.h>
        #include <string.h>
        typedef struct thing { int number; } thing;
        char *word(void) { return strdup("weft"); }
        thing *make(int number) { thing *it = malloc(sizeof *it); it->number = number; return it; }
        int number(void *it) { return ((thing *)it)->number; }
        """
    /// Releases memory, and counts that.
    private static let taker = """
        #include <stdlib.h>
        static int count;
        int level;
        void take_back(void *it) { free(it); count++; }
        int taken_back(void) { return count; }
        """
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try BuiltModules.compile(Self.taker, to: "libtaker.so", in: folder)
        try BuiltModules.compile(Self.giver, to: "libgiver.so", in: folder)
    }

    private func plan(_ release: String, _ steps: String, on host: ModuleHost) throws -> Plan {
        let text = """
            { "behaviour": 1, "modules": {
                "m": { "library": "giver", "declarations": [
                    "typedef struct thing { int number; } thing", "_Free_(\(release)) char *word(void)",
                    "_Free_(\(release)) thing *make(int number)", "int number(void *it)" ] },
                "other": { "library": "taker", "declarations": ["void take_back(void *it)", "int taken_back(void)"] },
                "c": { "library": "libc.so.6", "declarations": ["void free(void *it)"] } },
              "steps": [\(steps)] }
            """
        return try Plan.read(SourceText(name: "release.json", text), on: host, origin: .file(folder: "."))
    }

    private func host() -> ModuleHost { ModuleHost(modulePath: [folder.path]) }

    @Test(
        "unless the function takes something else than the pointer",
        arguments: [
            ("abs", "int abs(int n)"), ("fclose", "int fclose(struct _IO_FILE *stream)"),
            ("getpid", "int getpid(void)"),
            ("memchr", "void *memchr(void *s, int c, size_t n)"), ("printf", "int printf(char *format, ...)"),
        ])
    func unfit(symbol: String, declaration: String) throws {
        let text = """
            { "behaviour": 1, "modules": {
                "m": { "library": "giver", "declarations": ["_Free_(c.\(symbol)) char *word(void)"] },
                "c": { "library": "libc.so.6", "declarations": ["\(declaration)"] } },
              "steps": [{ "call": "m.word" }] }
            """
        let mistake = try #require(throws: Diagnostics.self) {
            try Plan.read(SourceText(name: "release.json", text), on: host(), origin: .file(folder: "."))
        }
        #expect(
            mistake.all.map(\.message) == [
                "_Free_(c.\(symbol)) cannot release char *: it would be called with the pointer alone"
            ])
        #expect(mistake.all.first?.range?.text == "c.\(symbol)")
    }

    /// Runs steps, and returns how they ended and what was told.
    private func run(_ release: String, _ steps: String) throws -> (ending: Run.Ending, told: [Diagnostic]) {
        let (host, recorder) = (host(), Recorder())
        let stream = EventStream(to: [recorder])
        let ending = Run(try plan(release, steps, on: host), on: host, events: stream)()
        stream.finish()
        return (ending, recorder.events.compactMap { if case .diagnostic(let told, _) = $0 { told } else { nil } })
    }

    private func mistakes(of release: String, on host: ModuleHost? = nil) -> [Diagnostic] {
        do {
            _ = try plan(release, #"{ "call": "m.word" }"#, on: host ?? self.host())
            return []
        } catch {
            return (error as? Diagnostics)?.all ?? []
        }
    }

    @Test("by free of the C library, which no library defines that is linked with it", arguments: ["free", "c.free"])
    func free(release: String) throws {
        let (ending, told) = try run(
            release,
            #"""
            { "call": "m.word", "expect": { "result": "weft" } },
            { "call": "m.make", "with": [5], "save": "it" },
            { "call": "m.number", "with": [{ "ref": "it" }], "expect": { "result": 5 } },
            { "call": "c.free", "with": [{ "ref": "it" }] },
            { "call": "m.number", "with": [{ "ref": "it" }],
              "expect": { "failure.message": { "contains": "a handle that was not released" } } }
            """#)
        #expect(ending == .held)
        #expect(told.map(\.message) == [])
    }

    @Test("by the function of another module")
    func otherModule() throws {
        let (ending, _) = try run(
            "other.take_back",
            #"""
            { "call": "m.word", "expect": { "result": "weft" } },
            { "call": "other.taken_back", "expect": { "result": 1 } }
            """#)
        #expect(ending == .held)
    }

    @Test("at the end of the run, where nobody has done it before", arguments: ["free", "c.free", "other.take_back"])
    func leftovers(release: String) throws {
        let (ending, told) = try run(release, #"{ "call": "m.make", "with": [5] }"#)
        #expect(ending == .held)
        #expect(told.map(\.suggestion) == ["call \(release) with it"])
    }

    @Test("by a function that there is, or the declaration is refused")
    func missing() {
        // Of each of the two functions that name it, though nothing calls the other.
        let unknown = mistakes(of: "frees")
        #expect(Set(unknown.map(\.message)) == ["there is no function frees in \(folder("libgiver.so"))"])
        #expect(unknown.map { $0.range?.text } == ["frees", "frees"])
        #expect(
            mistakes(of: "take_back").first?.suggestion == "write _Free_(MODULE.take_back) if another module has it")
        #expect(mistakes(of: "othr.take_back").first?.suggestion == "did you mean \"other\"?")
        #expect(mistakes(of: "other.take_bak").first?.suggestion == "did you mean \"take_back\"?")
        #expect(Set(mistakes(of: "other.level").map(\.message)) == ["level is data, not a function"])
        #expect(!mistakes(of: "environ").isEmpty)
    }

    @Test(
        "by no function that a configuration does not allow",
        arguments: ["free", "c.free", "other.take_back", "number"])
    func allowance(release: String) {
        func host(allowing actions: [String]) -> ModuleHost {
            ModuleHost(
                modulePath: [folder.path], calls: nil,
                logger: Logger(label: "release") { _ in SwiftLogNoOpLogHandler() },
                identity: .program,
                allowing: Allowance(
                    libraries: ["giver", "taker", "libc.so.6"], fingerprints: Fingerprints([:]) { _ in "" },
                    actions: actions))
        }
        #expect(Set(mistakes(of: release, on: host(allowing: ["giver.word"])).map(\.code)) == [.source(.notAllowed)])
        #expect(mistakes(of: release, on: host(allowing: ["giver.*", "libc.so.6.free", "taker.take*"])).isEmpty)
    }
}
