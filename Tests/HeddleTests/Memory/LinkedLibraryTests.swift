// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import Testing
import Workbench

@Suite("A handle of one library in another one")
struct LinkedLibraryTests {
    private static let things = """
        #include <stdlib.h>
        struct thing { int number; };
        struct thing *thing_make(int number) {
            struct thing *it = malloc(sizeof *it); it->number = number; return it;
        }
        void thing_drop(struct thing *it) { free(it); }
        """
    private static let users = """
        struct thing { int number; };
        int twice(struct thing *it) { return 2 * it->number; }
        extern struct thing *thing_make(int number);
        struct thing *(*maker(void))(int) { return thing_make; }
        """
    private static let declared = """
        "declarations": ["struct thing { int number; }", "int twice(struct thing *it)"]
        """

    /// Runs a step that gives a handle of `libthings.so` to another library.
    private func run(_ user: String, in folder: ScratchFolder) throws -> Run.Ending {
        let text = """
            { "behaviour": 1, "modules": {
                "things": { "library": "\(folder.path)/libthings.so", "declarations": [
                  "struct thing { int number; }", "void thing_drop(_Post_ptr_invalid_ struct thing *it)",
                  "_Free_(thing_drop) struct thing *thing_make(int number)"] },
                "user": { "library": "\(folder.path)/\(user)", \(Self.declared) } },
              "steps": [
                { "call": "things.thing_make", "with": [21], "save": "it" },
                { "call": "user.twice", "with": [{ "ref": "it" }],
                  "expect": { "result": 42, "argument.it": { "ref": "it" }, "argument.it->number": 21 } },
                { "call": "things.thing_drop", "with": [{ "ref": "it" }] } ] }
            """
        let host = ModuleHost(modulePath: [])
        let plan = try Plan.read(SourceText(name: "linked.json", text), on: host, origin: .file(folder: "."))
        return Run(plan, on: host, events: EventStream(to: []))()
    }

    private func build(in folder: ScratchFolder) throws {
        try BuiltModules.compile(Self.things, to: "libthings.so", flags: ["-Wl,-soname,libthings.so"], in: folder)
        try BuiltModules.compile(
            Self.users, to: "linked.so", flags: ["-L\(folder.path)", "-lthings", "-Wl,-rpath,\(folder.path)"],
            in: folder)
        try BuiltModules.compile(
            Self.users.replacing("extern struct thing *thing_make(int number);", with: "")
                .replacing("return thing_make", with: "return 0"), to: "alone.so", flags: [], in: folder)
    }

    @Test("is taken, under the same name, where one of the two is linked against the other")
    func linked() throws {
        let folder = try ScratchFolder()
        try build(in: folder)
        #expect(try run("linked.so", in: folder) == .held)
    }

    @Test("is refused before anything runs where neither is")
    func unlinked() throws {
        let folder = try ScratchFolder()
        try build(in: folder)
        #expect {
            try run("alone.so", in: folder)
        } throws: { error in
            (error as? Diagnostics)?.all.first?.message.contains("a handle of thing from") ?? false
        }
    }
}
