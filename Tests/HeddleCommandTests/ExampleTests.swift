// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The examples")
struct ExampleTests {
    private let heddle: Program
    private let modules: String

    init() throws {
        heddle = try Program.built("heddle")
        modules = try BuiltModules.plugins
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Ended {
        try heddle.run(arguments + ["-m", modules], environment: environment)
    }

    private static let greetings = """
        Hello My name is MyFirstModule
          GenericProtocol.MyFirstModule.sayHello()
        GoodBye My name was MyFirstModule
          GenericProtocol.MyFirstModule.sayGoodBye()
        What's up? My name is MySecondModule
          GenericProtocol.MySecondModule.sayHello()
        See you, My name was MySecondModule
          GenericProtocol.MySecondModule.sayGoodBye()

        """
    private static let opening = "  GenericProtocol.MyThirdModule.openUrlWithUrl:(\"https://eleven-labs.com/\")"

    @Test(
        "The array file greets in order, opens the address, and skips what is not there with a warning",
        .enabled(if: BuiltModules.hasSwift))
    func sequence() throws {
        let opener = try RecordingOpener(in: ScratchFolder())
        let run = try run("run", "Examples/sequence.json", environment: ["PATH": opener.folder.path])
        #expect(run.status == 0)
        #expect(run.outputWithoutTimes == Self.greetings + Self.opening + "\n")
        #expect(opener.opened == "1\nhttps://eleven-labs.com/\n")
        #expect(
            run.errors == """
                warning: the module GenericProtocol.MyFirstModule has no action "showPopup"; the call is skipped
                 --> Examples/sequence.json:9:25
                  |
                9 |                 "func": "showPopup"
                  |                         ^^^^^^^^^^^
                  = it has sayGoodBye, sayHello
                warning: the module GenericProtocol.MySecondModule has no action "showPlop"; the call is skipped
                  --> Examples/sequence.json:24:25
                   |
                24 |                 "func": "showPlop"
                   |                         ^^^^^^^^^^
                   = it has sayGoodBye, sayHello
                7 calls: 5 returned, 2 skipped.

                """)
    }

    @Test("Where there is no opener, the third module says so", .enabled(if: BuiltModules.hasSwift))
    func noOpener() throws {
        let run = try run("run", "Examples/sequence.json", environment: ["PATH": ScratchFolder().path])
        #expect(run.status == 1)
        #expect(run.output.contains(Self.opening + " failed: noOpener: there is no desktop opener (xdg-open)"))
        #expect(run.errors.hasSuffix("7 calls: 4 returned, 1 failed, 2 skipped.\n"))
    }

    @Test("Each operation in memory does what it says, and what has no memory is refused")
    func memory() throws {
        let run = try run("run", "Examples/memory.json")
        #expect(run.status == 0, "\(run)")
    }

    @Test("The cases of the fixtures have a setup each, and compare with a golden file")
    func fixtures() throws {
        let all = try run("test", "Examples/fixtures.json")
        #expect(all.status == 0)
        #expect(all.errors == "7 cases: 7 passed. 29 calls: 29 returned. 13 expectations held.\n")
        #expect(
            try run("test", "Examples/fixtures.json", "--name", "with a warp").errors.hasPrefix("4 cases: 4 passed."))
    }

    @Test("The array file as events", .enabled(if: BuiltModules.hasSwift))
    func sequenceEvents() throws {
        let opener = try RecordingOpener(in: ScratchFolder())
        let run = try run("run", "Examples/sequence.json", "--json", environment: ["PATH": opener.folder.path])
        #expect(opener.opened == "1\nhttps://eleven-labs.com/\n")
        #expect(run.status == 0)
        let events = try run.events
        let calls = events.filter { $0.kind == "call" }
        #expect(calls.map { $0["index"] } == [0, 1, 2, 3, 4, 5, 6])
        #expect(
            calls.map { $0["status"] } == [
                "returned", "skipped", "returned", "returned", "skipped", "returned", "returned",
            ])
        let warnings = events.filter { $0.kind == "diagnostic" }
        #expect(warnings.map { $0["at"] } == ["Examples/sequence.json:9:25", "Examples/sequence.json:24:25"])
        #expect(
            events.last?.line
                == #"{"event":"summary","calls":7,"returned":5,"failed":0,"skipped":2,"expectations":{"held":0,"failed":0},"status":0}"#
        )
        #expect(
            run.errors == "Hello My name is MyFirstModule\nGoodBye My name was MyFirstModule\n"
                + "What's up? My name is MySecondModule\nSee you, My name was MySecondModule\n")
    }

    @Test("The array file runs its other modules where the third one is not there")
    func withoutThird() throws {
        let folder = try ScratchFolder()
        for name in ["GenericProtocol.MyFirstModule.so", "GenericProtocol.MySecondModule.so"] {
            try FileManager.default.copyItem(atPath: "\(modules)/\(name)", toPath: folder(name))
        }
        let run = try heddle.run(["run", "-m", folder.path, "Examples/sequence.json"])
        #expect(run.status == 0)
        #expect(run.outputWithoutTimes == Self.greetings)
        #expect(
            run.errors.contains("there is no module \"GenericProtocol.MyThirdModule\" on the module path; the call"))
        #expect(run.errors.hasSuffix("7 calls: 4 returned, 3 skipped.\n"))
    }

    @Test(
        "The other examples hold",
        arguments: [
            ("zlib", "9 calls: 9 returned. 11 expectations held.\n"),
            ("greeter", "4 calls: 3 returned, 1 failed as expected. 4 expectations held.\n"),
            ("aspects", "13 calls: 10 returned, 3 failed as expected. 13 expectations held.\n"),
            ("pointcuts", "9 calls: 8 returned, 1 failed as expected. 9 expectations held.\n"),
            ("tracking", "7 calls: 6 returned, 1 failed as expected. 2 expectations held.\n"),
            ("stubbed", "6 calls: 5 returned, 1 failed as expected. 10 expectations held.\n"),
            ("account", "12 calls: 9 returned, 3 failed as expected. 7 expectations held.\n"),
            ("flow", "6 calls: 5 returned, 1 failed as expected. 2 expectations held.\n"),
            ("libraries/addresses", "7 calls: 7 returned. 6 expectations held.\n"),
            ("libraries/tree", "7 calls: 7 returned. 6 expectations held.\n"),
            ("libraries/matching", "7 calls: 7 returned. 7 expectations held.\n"),
            ("libraries/events", "4 calls: 4 returned. 1 expectation held.\n"),
            ("libraries/integral", "3 calls: 3 returned. 3 expectations held.\n"),
            ("libraries/oscillator", "4 calls: 4 returned. 4 expectations held.\n"),
            ("libraries/scanning", "25 calls: 25 returned. 21 expectations held.\n"),
            ("libraries/loop", "6 calls: 6 returned. 3 expectations held.\n"),
            ("libraries/picture", "28 calls: 28 returned. 10 expectations held.\n"),
            ("libraries/timer", "6 calls: 6 returned. 4 expectations held.\n"),
            ("libraries/archive", "34 calls: 34 returned. 21 expectations held.\n"),
            ("libraries/streaming", "23 calls: 23 returned. 9 expectations held.\n"),
        ])
    func hold(name: String, summary: String) throws {
        let run = try run("run", "Examples/\(name).json")
        #expect(run.status == 0)
        #expect(run.errors.hasSuffix(summary))
        let events = try self.run("run", "Examples/\(name).json", "--json")
        #expect(events.status == 0)
        #expect(try events.events.filter { $0.kind == "expectation" }.allSatisfy { $0["held"] == true })
        #expect(try events.events.last?.kind == "summary")
    }

    @Test("The cases of the example pass, and are chosen by name and tag")
    func cases() throws {
        let all = try run("test", "Examples/cases.json")
        #expect(all.status == 0)
        #expect(
            all.outputWithoutTimes.split(separator: "\n")
                == [
                    "  passed       divides [even]", "  passed       divides [2]", "  passed       divides [negative]",
                    "  passed       counts bytes [1]", "  passed       counts bytes [2]",
                    "  passed       counts bytes [3]",
                    "  passed       writes to a file",
                ])
        #expect(all.errors.hasSuffix("7 cases: 7 passed. 14 calls: 14 returned. 13 expectations held.\n"))
        #expect(
            try run("test", "Examples/cases.json", "--tag", "numbers", "--name", "*even*").output.hasPrefix(
                "  passed       divides"))
        #expect(try run("check", "Examples/cases.json").output == "Examples/cases.json is right: 0 steps, 7 cases\n")
    }

    @Test("The hooks of the zlib example were there")
    func zlibHooks() throws {
        let run = try run("run", "Examples/zlib.json")
        #expect(run.errors.contains("info: z.crc32(0, <68656c6c6f>, 5)\n"))
        #expect(run.errors.contains(#/info: auditor: z\.adler32 took [0-9]+ ns/#))
        #expect(run.output.contains(#/z\.crc32 \(counted\) +3 +0/#))
    }

    @Test(
        "check finds them right",
        arguments: [
            ("sequence", 7), ("zlib", 9), ("greeter", 4), ("aspects", 13), ("pointcuts", 9), ("stubbed", 6),
            ("tracking", 7), ("account", 12), ("flow", 6),
        ])
    func check(name: String, steps: Int) throws {
        let check = try run("check", "Examples/\(name).json")
        #expect(check.status == 0)
        #expect(check.output == "Examples/\(name).json is right: \(steps) steps\n")
    }

    @Test("plan shows them as it always did", arguments: ["sequence", "zlib", "greeter", "pointcuts", "tracking"])
    func plan(name: String) throws {
        if name == "sequence", !BuiltModules.hasSwift { return }
        let golden = try String(
            contentsOfFile: "\(Sources.root)/Tests/HeddleCommandTests/Golden/\(name).txt", encoding: .utf8)
        let plan = try run("plan", "Examples/\(name).json", "--calls", "own")
        #expect(plan.status == 0)
        #expect(plan.output == golden)
        #expect(plan.errors == "")
    }

    @Test("A file comes back whole, compressed at the level that --set gives")
    func settings() throws {
        #expect(try run("run", "Examples/settings.json").status == 0)
        #expect(try run("run", "Examples/settings.json", "--set", "level=9", "--set", "most=4200").status == 0)
        let large = try run("run", "Examples/settings.json", "--set", "level=0", "--set", "most=4200")
        #expect(large.status == 1)
        #expect(large.errors.contains("= expected: at most 4200"), "\(large.errors)")
        #expect(try run("run", "Examples/settings.json", "--set", "level=10").status == 3)
    }
}
