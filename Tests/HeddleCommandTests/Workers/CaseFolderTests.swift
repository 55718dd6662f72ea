// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("heddle test: the temporary folder of a case")
struct CaseFolderTests {
    private let bench: Bench
    private let place: String

    init() throws {
        bench = try Bench()
        place = bench.folder("places")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }

    private func text(_ last: String) -> String {
        #"""
        { "behaviour": 1,
          "modules": { "c": { "library": "libc.so.6", "declarations": [
            "int mkdir(const char *path, unsigned int mode)", "int raise(int signal)", "int pause(void)",
            "_Free_(fclose) FILE *fopen(const char *path, const char *mode)",
            "int fclose(_Post_ptr_invalid_ FILE *stream)", "int fputs(const char *text, FILE *stream)" ] } },
          "cases": [
            { "name": "writes", "steps": [
              { "call": "c.mkdir", "with": [{ "join": [{ "ref": "temporary.folder" }, "/in"] }, 448], "expect": { "result": 0 } },
              { "call": "c.fopen", "with": [{ "join": [{ "ref": "temporary.folder" }, "/in/a.txt"] }, "w"], "save": "file" },
              { "call": "c.fputs", "with": ["weft", { "ref": "file" }] },
              { "call": "c.fclose", "with": [{ "ref": "file" }] },
              \#(last) ] },
            { "name": "again", "steps": [
              { "call": "c.mkdir", "with": [{ "join": [{ "ref": "temporary.folder" }, "/in"] }, 448], "expect": { "result": 0 } } ] }
          ] }
        """#
    }

    private static let endings = [
        (#"{ "call": "c.raise", "with": [0], "expect": { "result": 0 } }"#, Int32(0)),
        (#"{ "call": "c.raise", "with": [0], "expect": { "result": 1 } }"#, 1),
        (#"{ "call": "c.raise", "with": [11] }"#, 5), (#"{ "call": "c.raise", "with": [9] }"#, 5),
        (#"{ "call": "c.pause" }"#, 5),
    ]

    @Test("is gone behind the case, however that ends", arguments: endings, [[], ["--share"], ["--jobs", "2"]])
    func goesAway(ending: (step: String, status: Int32), options: [String]) throws {
        try bench.folder.write("a.json", text(ending.step))
        let run = try Program.built("heddle").run(
            ["test", "a.json", "--time-limit", "2s"] + options, in: bench.folder.path, environment: ["TMPDIR": place])
        #expect(run.status == ending.status, "\(run.errors)")
        #expect(!run.errors.contains("again   ") || ending.status == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasPrefix("heddle.") }
        #expect(left == [], "\(options)")
    }

    @Test("is there in the process of the command, too, and in a run without cases")
    func inProcess() throws {
        try bench.folder.write("a.json", text(Self.endings[0].0))
        #expect(
            try bench.heddle("test", "--in-process", "a.json", environment: ["TMPDIR": place]).status == 0)
        let steps = #"""
            { "behaviour": 1, "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int mkdir(const char *path, unsigned int mode)" ] } },
              "steps": [{ "call": "c.mkdir", "with": [{ "join": [{ "ref": "temporary.folder" }, "/in"] }, 448],
                "expect": { "result": 0 } }] }
            """#
        try bench.folder.write("b.json", steps)
        #expect(try bench.heddle("run", "b.json", environment: ["TMPDIR": place]).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasPrefix("heddle.") } == [])
    }
}
