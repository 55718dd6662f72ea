// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("Modules and hosts of different contracts")
struct ContractVersionTests {
    private static let today = 5
    /// The contracts with the folders of their headers; nil for that of today.
    private static let contracts: [(contract: Int, headers: String?)] =
        (1..<today).map { ($0, Sources.fixture("contracts/\($0)")) } + [(today, nil)]

    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test(
        "a module of each contract runs in today's host, with the services that it uses", arguments: contracts,
        Compiler.usual)
    func oldModules(version: (contract: Int, headers: String?), compiler: Compiler) throws {
        let path = try compiler.module("contracts/kept.c", headers: version.headers, in: folder)
        #expect(try Tool.succeed([try heddle, "inspect", path]).contains("(contract \(version.contract))"))
        let name = version.contract == 1 ? "Grace" : "Ada"
        let (sum, errno) = version.contract < 3 ? (4, "") : (1, #", "errno": 33"#)
        try folder.write(
            "cases.json",
            """
            { "behaviour": 1, "modules": { "kept": { "library": "./module.so" } }, "cases": [
              { "name": "calls", "steps": [
                { "call": "kept.add", "with": [1, 2], "expect": { "result": 3 } },
                { "call": "kept.length_squared", "with": [{ "x": 3, "y": 4 }], "expect": { "result": 25 } },
                { "call": "kept.copy", "with": ["text"], "expect": { "result": "text" } },
                { "call": "kept.name_of", "expect": { "result": "\(name)" } },
                { "call": "kept.times_of", "expect": { "result": 4 } },
                { "call": "kept.refuse", "with": ["because"], "expect": { "failure.code": "refused" } },
                { "call": "kept.tell", "with": ["told"] } ] },
              { "name": "hooks", "hooks": [
                { "on": "kept.add", "instead": ["kept.add_again"], "after": ["kept.note_result"] } ], "steps": [
                { "call": "kept.add", "with": [1, 2], "expect": { "result": 4\(errno) } },
                { "call": "kept.add_by_host", "with": [1, 2], "expect": { "result": \(sum) } } ] } ] }
            """)
        let run = try Tool.run([try heddle, "test", folder("cases.json"), "--verbose"])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains("told"))
    }

    @Test(
        "a module of today that asks what there is runs in a host of each contract", arguments: contracts,
        Compiler.usual.filter { $0.language == .c })
    func oldHosts(version: (contract: Int, headers: String?), compiler: Compiler) throws {
        let headers = version.headers ?? "\(Sources.root)/include"
        let module = try compiler.module("contracts/reaching.c", in: folder)
        try Tool.succeed(
            ["cc", "-Wall", "-Werror", "-I\(headers)", Sources.fixture("contracts/host.c"), "-o", folder("host")])
        #expect(
            try Tool.succeed([folder("host"), module])
                == "\(version.contract < 4 ? version.contract : version.contract == 4 ? 3 : 5)\n")
    }

    @Test("the headers of past contracts are never changed again, and no contract is without one")
    func frozen() throws {
        let header = try String(contentsOfFile: "\(Sources.root)/include/heddle/module.h", encoding: .utf8)
        #expect(header.contains("#define HEDDLE_CONTRACT \(Self.today)\n"))
        let sums = try Tool.succeed(
            ["cksum"] + (1..<Self.today).map { Sources.fixture("contracts/\($0)/heddle/module.h") })
        #expect(
            sums.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
                "2430855668 24336", "2581070627 28600", "354387541 29612", "1498298701 30548",
            ])
    }

    /// Builds a module with a header that has one contract and one function more, and calls `tell` of it.
    private func callOfTomorrow(_ source: String) throws -> Tool.Run {
        let header = try String(contentsOfFile: "\(Sources.root)/include/heddle/module.h", encoding: .utf8)
        try FileManager.default.createDirectory(atPath: folder("heddle"), withIntermediateDirectories: true)
        try folder.write(
            "heddle/module.h",
            header.replacing("#define HEDDLE_CONTRACT \(Self.today)\n", with: "#define HEDDLE_CONTRACT 6\n")
                .replacing("\n} heddle_host;", with: "\n    int (*foretell)(void);\n} heddle_host;")
                .replacing("_service = 5\n", with: "_service = 5,\n    HEDDLE_SINCE_foretell = 6\n"))
        try folder.write("tomorrow.c", source)
        try Tool.succeed(
            ["cc", "-shared", "-fPIC", "-I\(folder.path)", folder("tomorrow.c"), "-o", folder("tomorrow.so")])
        return try Tool.run([try heddle, "call", folder("tomorrow.so"), "tell"])
    }

    @Test("a module of tomorrow that cannot do without a function is refused by its name, and one that asks is not")
    func newModules() throws {
        let module = """
            #include <heddle/module.h>
            HEDDLE_MODULE("tomorrow", "1.0.0")
            HEDDLE_ACTION(int, tell, void)
            int tell(void) { return HEDDLE_HAS(foretell) ? heddle->foretell() : -1; }
            """
        let asking = try callOfTomorrow(module)
        #expect(asking.status == 0 && asking.output.contains("-1"))
        let needing = try callOfTomorrow(module + "\nHEDDLE_NEEDS_FIELD(foretell)\n")
        #expect(needing.status == 4)
        #expect(
            needing.output.contains(
                "needs the function \"foretell\" of the service \"heddle.host\" (since contract 6), which this version of "
                    + "Heddle does not have"
            ))
        #expect(needing.output.contains("it was built with contract 6, this is contract \(Self.today)"))
        #expect(
            needing.output.contains(
                "use a newer Heddle, with contract 6, or build the module again so that it asks HEDDLE_HAS before it "
                    + "calls that"))
        let inspected = try Tool.run([try heddle, "inspect", folder("tomorrow.so")])
        #expect(inspected.status == 0)
        #expect(inspected.output.contains("  heddle.host: foretell\n"))
        #expect(
            inspected.output.contains(
                "lacks in this Heddle:\n  the function \"foretell\" of the service \"heddle.host\" (since contract 6)"))
        #expect(try callOfTomorrow(module + "\nHEDDLE_NEEDS_FIELD(depth)\n").status == 0)
        let served = try callOfTomorrow(
            module + "\nHEDDLE_NEEDS(\"heddle.oracle\") HEDDLE_NEEDS(\"com.example.oracle\")\n")
        #expect(
            served.output.contains(
                "needs the service \"heddle.oracle\" (since contract 6) and the service \"com.example.oracle\", which"))
    }

    @Test("a module of tomorrow that calls a function without asking fails in that call, with what to do")
    func unasked() throws {
        let unasked = try callOfTomorrow(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("tomorrow", "1.0.0")
            HEDDLE_ACTION(int, tell, void)
            int tell(void) { return heddle->foretell(); }
            """)
        #expect(unasked.status == 1)
        #expect(
            unasked.output.contains(
                "unknownFunction: the module was built with contract 6 and calls a function"))
        #expect(unasked.output.contains("use a newer Heddle, or build the module again so that it asks HEDDLE_HAS"))
    }

    @Test("a service that no Heddle has, and a record of tomorrow, are named with what to do about them")
    func unknown() throws {
        let start =
            "#include <heddle/module.h>\nHEDDLE_MODULE(\"tomorrow\", \"1.0.0\")\nHEDDLE_ACTION(int, tell, void)\n"
            + "int tell(void) { return 1; }\n"
        let ofHeddle = try callOfTomorrow(start + "HEDDLE_NEEDS(\"heddle.stars\")\n")
        #expect(ofHeddle.status == 4)
        #expect(
            ofHeddle.output.contains(
                "needs the service \"heddle.stars\" (since contract 6), which this version of Heddle"))
        #expect(
            ofHeddle.output.contains(
                "use a newer Heddle, with contract 6, or build the module again so that it can do "))
        let ofProgram = try callOfTomorrow(start + "HEDDLE_NEEDS(\"com.example.stars\")\n")
        #expect(ofProgram.status == 4)
        #expect(ofProgram.output.contains("needs the service \"com.example.stars\", which nobody offers"))
        #expect(ofProgram.output.contains("load it in a program that offers that, or name a module that offers it by"))
        #expect(!ofProgram.output.contains("contract"), "the contract of the header has no part in it")
        #expect(try callOfTomorrow(start + "HEDDLE_RECORD(88, 0, \"a word\")\n").status == 0)
        let record = try Tool.run([try heddle, "inspect", folder("tomorrow.so")])
        #expect(record.status == 0)
        #expect(
            record.output.contains(
                "contract 6, this is contract 5: 1 record of its description of an unknown kind (88) is passed over"
            ))
        #expect(record.output.contains("use a newer Heddle, with contract 6"))
    }

    private var heddle: String { get throws { try Program.built("heddle").path } }
}
