// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import HeddleSystem
import Foundation
import Heddle
import Testing
import Workbench

@Suite("Files that a behaviour includes")
struct IncludeTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func read(_ main: String, origin: Origin? = nil) throws -> Plan {
        let path = try folder.write("main.json", "{ \"behaviour\": 1, \(main) }")
        return try Plan.read(
            try readText(at: path, kind: .behaviour), on: ModuleHost(modulePath: [try BuiltModules.probes]),
            origin: origin ?? .file(folder: folder.path))
    }

    private func mistakes(_ main: String, origin: Origin? = nil) -> [Diagnostic] {
        do {
            _ = try read(main, origin: origin)
            return []
        } catch {
            return (error as? Diagnostics)?.all ?? [Diagnostic(code: .call(.unknown), "\(error)")]
        }
    }

    @Test("are found beside the file that includes them, and so are the libraries that they name")
    func relative() throws {
        try FileManager.default.createDirectory(atPath: folder("parts/deep"), withIntermediateDirectories: true)
        try BuiltModules.compile("int one(void); int one(void) { return 1; }", to: "parts/deep/own.so", in: folder)
        try folder.write("parts/a.json", #"{ "behaviour": 1, "include": ["deep/b.json"] }"#)
        try folder.write(
            "parts/deep/b.json",
            #"{ "behaviour": 1, "modules": { "own": { "library": "./own.so", "declarations": ["int one(void)"] } } }"#)
        let plan = try read(#""include": ["parts/a.json"], "steps": [{ "call": "own.one" }]"#)
        #expect(plan.steps.map(\.name.description) == ["own.one"])
        #expect(plan.skipped.isEmpty)
    }

    @Test("are the same by whichever path they are named")
    func twice() throws {
        try folder.write("a.json", #"{ "behaviour": 1 }"#)
        try FileManager.default.createDirectory(atPath: folder("x"), withIntermediateDirectories: true)
        try folder.write("x/b.json", #"{ "behaviour": 1, "include": ["../main.json"] }"#)
        #expect(
            mistakes(#""include": ["a.json", "./x/../a.json", "x/b.json"]"#).map(\.message) == [
                "\"./x/../a.json\" is included twice, expected each file once",
                "\"../main.json\" is the file that is run, which would include itself",
            ])
    }

    @Test("that cannot be read are named where they are included")
    func missing() {
        let found = mistakes(#""include": ["none.json", ".", "-"]"#)
        #expect(
            found.map(\.code) == [.cases(.includeUnreadable), .cases(.includeUnreadable), .cases(.includeUnreadable)])
        #expect(found.map { $0.range?.text } == ["\"none.json\"", "\".\"", "\"-\""])
        #expect(found.first?.message.hasSuffix("none.json cannot be read: no such file or directory") == true)
    }

    @Test("have their mistakes of names and types told with their places")
    func types() throws {
        try folder.write(
            "a.json",
            """
            { "behaviour": 1, "modules": { "probe": { "library": "probe" } },
              "steps": [{ "call": "probe.add", "with": [1, "x"] }] }
            """)
        let found = mistakes(#""include": ["a.json"], "steps": [{ "call": "probe.none" }]"#)
        #expect(found.map(\.code) == [.action(.missing), .call(.misfit)])
        #expect(found.map { $0.range?.text } == ["\"probe.none\"", "\"x\""])
        #expect(found.map { $0.range?.source.name.split(separator: "/").last } == ["main.json", "a.json"])
    }

    @Test("are not for behaviours that were fetched, which name no further sources")
    func remote() throws {
        try folder.write("a.json", #"{ "behaviour": 1 }"#)
        let found = mistakes(#""include": ["a.json"]"#, origin: .remote)
        #expect(found.map(\.code) == [.cases(.includeNotForRemote)])
        #expect(found.map(\.subject) == [.source])
        #expect(found.first?.range?.text == "\"a.json\"")
    }
}
