// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle test: folders")
struct TestFolderTests {
    private let bench: TestBench

    init() throws {
        bench = try TestBench()
        for folder in ["all", "all/deep", "all/deep/er", "all/.hidden"] { try make(folder) }
        for place in ["all/b", "all/a", "all/deep/c", "all/deep/er/d", "all/.hidden/h", "all/.i"] {
            try write("\(place).json", good(place))
        }
    }

    private func make(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: bench.folder(folder), withIntermediateDirectories: false)
    }

    private func write(_ name: String, _ cases: String) throws {
        try bench.folder.write(
            name, #"{ "behaviour": 1, "modules": { "probe": { "library": "probe" } }, "cases": [\#(cases)] }"#)
    }

    @Test("runs all behaviours with cases in it and in its folders, by their names; what is hidden is left out")
    func order() throws {
        let run = try bench.test("all")
        #expect(run.status == 0)
        #expect(run.passed == ["all/a", "all/b", "all/deep/c", "all/deep/er/d"])
        #expect(try bench.test("all/").passed == run.passed)
    }

    @Test("runs a file once, whichever paths lead to it, by the first of them")
    func spellings() throws {
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: bench.folder("link.json"), withDestinationPath: "all/a.json")
        try manager.linkItem(atPath: bench.folder("all/a.json"), toPath: bench.folder("hard.json"))
        let run = try bench.test(
            "./all/a.json", "all/a.json", "all/../all/a.json", "link.json", "hard.json", "all", "--json")
        #expect(run.status == 0)
        let ids: [String] = try run.events.filter { $0.kind == "caseEnded" }.compactMap { $0["id"] }
        #expect(
            ids == [
                "./all/a.json/all/a", "all/b.json/all/b", "all/deep/c.json/all/deep/c",
                "all/deep/er/d.json/all/deep/er/d",
            ])
    }

    @Test("passes over what is no behaviour, and what has no cases")
    func others() throws {
        try bench.folder.write("all/array.json", "[]")
        try bench.folder.write("all/number.json", "1")
        try bench.folder.write("all/empty.json", "")
        try bench.folder.write("all/package.json", #"{ "name": "x", "cases": [], "#)
        try bench.folder.write("all/bindings.json", #"{ "bindings": 1, "cases": 1 }"#)
        try bench.folder.write("all/steps.json", #"{ "behaviour": 1, "modules": { "n": { "library": "no" } } }"#)
        try bench.folder.write("all/text.txt", #"{ "behaviour": 1, "cases": [1] }"#)
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder("all/deep/circle"), withDestinationPath: bench.folder("all"))
        try Program("mkfifo").succeed([bench.folder("all/pipe.json")])
        let run = try bench.test("all")
        #expect(run.status == 0)
        #expect(run.passed.count == 4)
    }

    @Test("runs the cases that a behaviour includes")
    func included() throws {
        try make("some")
        try bench.folder.write("some/outer.json", #"{ "behaviour": 1, "include": ["../all/a.json"] }"#)
        #expect(try bench.test("some").passed == ["all/a"])
    }

    @Test("a behaviour that is broken is told, and nothing is called")
    func broken() throws {
        try bench.folder.write("all/z.json", #"{ "behaviour": 1, "cases": [ }"#)
        let run = try bench.test("all")
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(run.errors.contains("--> all/z.json:1:"))
    }

    @Test("a file is run once, however often it is named")
    func once() throws {
        #expect(
            try bench.test("all/b.json", "all", "all/deep", "all/b.json").passed.filter { $0 == "all/b" }.count == 1)
        let files: [String]? = try bench.test("all/deep", "all/b.json", "--json").events.first?["files"]
        #expect(files == ["all/deep/c.json", "all/deep/er/d.json", "all/b.json"])
    }

    @Test("a folder without cases is no run")
    func nothing() throws {
        try make("none")
        let run = try bench.test("none")
        #expect(run.status == 7)
        #expect(run.errors.contains("error: there are no cases to run\n"))
        #expect(try bench.test("missing").status == 3)
    }
}
