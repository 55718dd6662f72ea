// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The bytes of files as values")
struct NamedFileTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func text(_ files: String, _ steps: String, others: String = "") -> String {
        #"""
        { "behaviour": 1, "files": \#(files), \#(others)
          "modules": { "z": { "library": "libz.so.1", "declarations": [
            "unsigned long crc32(unsigned long crc, _In_reads_bytes_(len) const void *buf, unsigned int len)" ] },
            "c": { "library": "libc.so.6", "declarations": [
              "void *memcpy(_Out_writes_bytes_(n) void *dest, _In_reads_bytes_(n) const void *src, size_t n)" ] } },
          "steps": [\#(steps)] }
        """#
    }

    private let sum = #"{ "call": "z.crc32", "with": { "crc": 0, "buf": { "ref": "files.data" } } }"#

    @Test("are arguments, whatever they hold, and are compared with")
    func values() throws {
        try Program("bash").succeed(["-c", #"printf 'a\0b\n\xff' > '\#(bench.folder("data.bin"))'"#])
        let copy = #"""
            { "call": "c.memcpy", "with": { "src": { "ref": "files.data" } },
              "expect": { "out.dest": { "ref": "files.data" } } }
            """#
        let events = try bench.events(of: text(#"{ "data": "data.bin" }"#, "\(sum), \(copy)"))
        // As Python's zlib.crc32 gives it.
        #expect(events.first { $0["call"] == "z.crc32" }?["result"] == 4_274_958_761)
        #expect(events.filter { $0.kind == "expectation" }.map { $0["held"] } == [true])
    }

    @Test("are written into a recording")
    func recording() throws {
        try bench.folder.write("data.txt", "weft")
        try bench.folder.write("a.json", text(#"{ "data": "data.txt" }"#, sum))
        let recorded = try bench.heddle("record", "a.json")
        #expect(recorded.status == 0)
        #expect(!recorded.output.contains("files"))
        try bench.folder.write("b.json", recorded.output)
        #expect(try bench.heddle("run", "b.json").status == 0)
    }

    @Test("are found beside the file that names them, also an included one")
    func included() throws {
        try Program("mkdir").succeed([bench.folder("sub")])
        try bench.folder.write("sub/data.txt", "weft")
        try bench.folder.write("sub/b.json", #"{ "behaviour": 1, "files": { "data": "data.txt" } }"#)
        try bench.folder.write("a.json", text("{}", sum, others: #""include": ["sub/b.json"],"#))
        #expect(try bench.heddle("run", "a.json").status == 0)
    }

    @Test(
        "are refused with a reason before anything runs",
        arguments: [
            (#"{ "data": "nothing" }"#, "the file nothing cannot be read: no such file or directory"),
            (#"{ "data": "." }"#, "the file . cannot be read: it is a directory"),
            (#"{ "data": "/dev/zero" }"#, "the file /dev/zero cannot be read"),
            (#"{ "data": 5 }"#, "\"data\" of \"files\" is a number, expected the path of a file"),
            (#"{ "data": "" }"#, "\"data\" of \"files\" is \"\", expected text that is not empty"),
            (#"{ "other": "a.json" }"#, "the behaviour has no file \"data\""),
            (#"{ "a.b": "a.json" }"#, "\"a.b\" cannot name a file, expected a name without"),
            (#"["a.json"]"#, "\"files\" of a behaviour is an array, expected an object of names and paths"),
        ])
    func refused(files: String, message: String) throws {
        try bench.folder.write("a.json", text(files, sum))
        let ended = try bench.heddle("run", "a.json")
        #expect(ended.status == 3)
        #expect(ended.errors.contains(message), "\(ended.errors)")
        #expect(ended.output == "")
    }

    @Test("are no files of a machine that runs a fetched behaviour")
    func remote() throws {
        let server = try Server()
        defer { server.stop() }
        try server.folder.write("a.json", text(#"{ "data": "/etc/hostname" }"#, sum))
        let ended = try bench.heddle("run", server.url("a.json"))
        #expect(ended.errors.contains("a fetched behaviour may not read \"/etc/hostname\""), "\(ended.errors)")
    }
}
