// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A description that is not true of its module")
struct DescriptionTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func inspect(_ records: String, _ options: String...) throws -> Program.Ended {
        let source = """
            #include <heddle/module.h>
            HEDDLE_MODULE("m", "1")
            \(records)
            """
        try BuiltModules.compile(source, to: "m.so", in: bench.folder)
        return try Program.built("heddle").run(["inspect", "m.so"] + options, in: bench.folder.path)
    }

    @Test(
        "is refused for an action, a hook or an instance that the library does not export",
        arguments: [
            #"HEDDLE_RECORD(HEDDLE_RECORD_ACTION, 0, "int gone(void)")"#,
            #"HEDDLE_RECORD(HEDDLE_RECORD_HOOK, 0, "void gone(heddle_call *call)")"#,
            #"HEDDLE_RECORD(HEDDLE_RECORD_CREATE, 0, "void *gone(const heddle_config *config)")"#,
            #"HEDDLE_RECORD(HEDDLE_RECORD_DESTROY, 0, "void gone(void *instance)")"#,
        ])
    func unexported(record: String) throws {
        let inspect = try inspect(record)
        #expect(inspect.status == 4)
        #expect(inspect.errors.contains("the function gone is declared, and the library does not export it"))
        let list = try bench.heddle("list", "-m", bench.folder.path)
        #expect(list.errors.hasPrefix("refused: "))
    }

    @Test("is refused for an action that is data, or of another library")
    func others() throws {
        let data = try inspect("int gone = 1;\n" + #"HEDDLE_RECORD(HEDDLE_RECORD_ACTION, 0, "int gone(void)")"#)
        #expect(data.errors.contains("gone is declared as a function but is data"))
        let imported = try inspect("HEDDLE_ACTION(int, getpid, void)")
        #expect(
            imported.errors.contains("getpid is declared as the module's own, and the module does not define it"))
    }

    @Test("is refused for a second record of what there is once, and not for the same one twice")
    func repeated() throws {
        let two = try inspect(#"HEDDLE_RECORD(HEDDLE_RECORD_MODULE, 0, "other\n2")"#)
        #expect(two.status == 4)
        #expect(two.errors.contains(#"2 records name the module: "m 1", "other 2""#))
        #expect(try inspect(#"HEDDLE_RECORD(HEDDLE_RECORD_MODULE, 0, "m\n1")"#).status == 0)
    }

    @Test("names a newer contract, and warns of what is passed over")
    func newerContract() throws {
        let newer = """
            #undef HEDDLE_CONTRACT
            #define HEDDLE_CONTRACT 999
            HEDDLE_RECORD(HEDDLE_RECORD_NEEDS, 0, "heddle.host")
            """
        let known = try inspect(newer)
        #expect(known.status == 0)
        #expect(known.output.hasPrefix("m 1  (contract 999, newer than contract "))
        #expect(known.errors == "")
        let unknown = try inspect(newer + "\n" + #"HEDDLE_RECORD(998, 0, "later")"#)
        #expect(unknown.status == 0)
        #expect(unknown.errors.hasPrefix("warning: the module m.so was built with contract 999, this is contract "))
        #expect(unknown.errors.contains(": 1 record of its description of an unknown kind (998) is passed over"))
        let list = try bench.heddle("list", "-m", ".")
        #expect(list.output.contains("(contract 999, newer than this Heddle)"))
        let behaviour = #"{"behaviour":1,"modules":{"m":{"library":"./m.so"}},"steps":[]}"#
        let check = try bench.heddle("check", behaviour: behaviour)
        #expect(check.status == 0)
        #expect(check.errors.contains("contract 999"))
    }

    @Test("is told from one of contract 0, which there never was")
    func contractZero() throws {
        let source = """
            #include <stdint.h>
            __attribute__((section(".heddle"), aligned(8), used)) static const struct {
                uint32_t magic; uint16_t kind, contract; uint32_t text, value; char words[4];
            } record = {0x4C444548u, 1, 0, 4, 0, "m\\n1"};
            """
        try BuiltModules.compile(source, to: "m.so", in: bench.folder)
        let inspect = try bench.heddle("inspect", "m.so")
        #expect(inspect.errors.hasPrefix("warning: the module m.so names contract 0 in its description"))
    }
}
