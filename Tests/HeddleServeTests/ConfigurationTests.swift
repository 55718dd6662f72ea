// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A configuration of a host")
struct ConfigurationTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func check(_ text: String) throws -> Program.Ended {
        try Program.built("heddle").run(["serve", folder.write("host.json", text), "--check"])
    }

    @Test("is right with one behaviour from a file")
    func right() throws {
        try folder.write("add.json", adding(1, 2, is: 3))
        let ended = try check(#"{"serve": 1, "behaviours": {"add": {"from": "add.json"}}}"#)
        #expect(ended.errors == "")
        #expect(ended.output == "the configuration is right\n")
    }

    @Test(
        "is refused with the place and a mend",
        arguments: [
            (#"{"serve": 1}"#, #"a configuration needs the key "behaviours", found none"#),
            (
                #"{"serve": 2, "behaviours": {}}"#,
                #""serve" of a configuration is 2, expected a whole number from 1 to 1"#
            ),
            (
                #"{"serve": 1, "behaviours": {"add": {"form": "add.json"}}}"#, #"a behaviour has no key "form""#
            ),
            (
                #"{"serve": 1, "behaviours": {"a/b": {"from": "add.json"}}}"#,
                #""a/b" cannot name a behaviour, expected letters, digits, -, _ and ."#
            ),
            (
                #"{"serve": 1, "behaviours": {"add": {"from": "https://example.org/add.json", "modules": ["a"]}}}"#,
                #"the behaviour "add" comes from another host and is not signed, expected "keys""#
            ),
            (
                #"{"serve": 1, "behaviours": {"add": {"from": "http://127.0.0.1:65536/a.json", "modules": ["a"]}}}"#,
                #"http://127.0.0.1:65536/a.json has the port "65536""#
            ),
            (
                #"{"serve": 1, "behaviours": {}, "traces": {"to": "localhost:4318"}}"#,
                #""to" of a collector: only URLs that begin with http:// or https:// are fetched"#
            ),
            (
                #"{"serve": 1, "behaviours": {"add": {"from": "http://127.0.0.1/add.json"}}}"#,
                #"the behaviour "add" comes from a URL, expected "modules", found none"#
            ),
            (
                #"{"serve": 1, "behaviours": {"add": {"from": "http://127.0.0.1.example.org/add.json", "modules": []}}}"#,
                #"the behaviour "add" comes from another host and is not signed, expected "keys""#
            ),
            (
                #"{"serve": 1, "behaviours": {"add": {"from": "add.json", "keys": ["release"]}}}"#,
                #"there is no key "release""#
            ),
            (
                #"{"serve": 1, "keys": {"release": "rsa:AA"}, "behaviours": {}}"#,
                #""release" of "keys" is "rsa:AA", expected a public key such as "ed25519:" and 44 characters of base64"#
            ),
            (
                #"{"serve": 1, "control": {"port": 80}, "behaviours": {}}"#,
                #""port" is open to every user of this machine, found no "token""#
            ),
            (
                #"{"serve": 1, "behaviours": {"add": {"from": "add.json", "run": {"every": "soon"}}}}"#,
                #""every" of the runs is "soon", expected a duration such as "20 ms" or "1.5 s" (ns, us, ms, s, min, h)"#
            ),
            (
                #"{"serve": 1, "behaviours": {"add": {"from": "add.json", "run": {"every": "1 ns"}}}}"#,
                #""every" of the runs is "1 ns", expected a duration of at least 1 ms"#
            ),
            (
                #"{"serve": 1, "behaviours": {"a": {"from": "http://[::1]/", "modules": [], "poll": {"every": "9 us"}}}}"#,
                #""every" of the polling is "9 us", expected a duration of at least 1 ms"#
            ),
            (
                #"{"serve": 1, "behaviours": {}, "report": {"to": "http://127.0.0.1/", "every": "1 us"}}"#,
                #""every" of the reports is "1 us", expected a duration of at least 1 ms"#
            ),
            (
                #"{"serve": 1, "behaviours": {}, "metrics": {"to": "http://127.0.0.1/", "every": "1 us"}}"#,
                #""every" of the reports is "1 us", expected a duration of at least 1 ms"#
            ),
        ])
    func mistakes(_ text: String, _ message: String) throws {
        let ended = try check(text)
        #expect(ended.status == 3)
        #expect(ended.errors.contains("error: \(message)\n"), "\(ended.errors)")
        #expect(ended.errors.contains("host.json:1:"))
    }

    @Test(
        "is refused where two behaviours have one name, each of which is told once, at the later entry",
        arguments: [
            (#""a.x": {"from": "x.json"}, "a": {"from": "several"}"#, ["a.x"], 56),
            (#""a": {"from": "several"}, "a.x": {"from": "x.json"}"#, ["a.x"], 55),
            (#""a": {"from": "several"}, "a.x": {"from": "x.json"}, "a.y": {"from": "x.json"}"#, ["a.x", "a.y"], 55),
        ])
    func doubles(_ behaviours: String, _ names: [String], _ column: Int) throws {
        try FileManager.default.createDirectory(atPath: folder("several"), withIntermediateDirectories: false)
        for file in ["x.json", "several/x.json", "several/y.json"] { try folder.write(file, adding(1, 2, is: 3)) }
        let ended = try check(#"{"serve": 1, "behaviours": {\#(behaviours)}}"#)
        #expect(ended.status == 3)
        let messages = ended.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("error: ") }
        #expect(messages == names.map { "error: two behaviours have the name \"\($0)\"" }, "\(ended.errors)")
        #expect(ended.errors.contains("host.json:1:\(column)"), "\(ended.errors)")
    }

    @Test("takes a millisecond for the least time between two turns, which a mend of less says")
    func pace() throws {
        try folder.write("add.json", adding(1, 2, is: 3))
        func every(_ time: String) throws -> Program.Ended {
            try check(#"{"serve": 1, "behaviours": {"add": {"from": "add.json", "run": {"every": "\#(time)"}}}}"#)
        }
        #expect(try every("1 ms").status == 0)
        #expect(try every("0.5 ms").errors.contains(#"write "1 ms" or more"#))
    }

    @Test(
        "takes permissions of the socket in octal digits alone",
        arguments: [
            ("0660", true), ("600", true), ("+660", false), ("-0", false), ("0o660", false), ("688", false),
            ("1777", false),
        ])
    func mode(_ mode: String, _ isRight: Bool) throws {
        let ended = try check(#"{"serve": 1, "control": {"mode": "\#(mode)"}, "behaviours": {}}"#)
        #expect(ended.status == (isRight ? 0 : 3), "\(ended.errors)")
        guard !isRight else { return }
        let message = #""mode" of the control interface is "\#(mode)", expected octal digits such as "0660""#
        #expect(ended.errors.contains("error: \(message)\n"), "\(ended.errors)")
    }

    @Test("names the files that are not there yet, which may come later")
    func absentFile() throws {
        let ended = try check(#"{"serve": 1, "behaviours": {"add": {"from": "add.json"}}}"#)
        #expect(ended.status == 0)
        let message = "there is no file \(folder.path)/add.json that can be read, from which \"add\" comes"
        #expect(ended.errors.hasPrefix("warning: \(message)\n"), "\(ended.errors)")
        #expect(ended.errors.contains("host.json:1:"))
    }

    @Test("has a token that nobody guesses")
    func token() throws {
        try folder.write("token", "tok123")
        let text = #"{"serve": 1, "control": {"port": 8642, "token": "token"}, "behaviours": {}}"#
        let short = try check(text)
        #expect(short.status != 0 && short.errors.contains("token is shorter than 16 characters"), "\(short.errors)")
        try folder.write("token", "0123456789abcdef")
        #expect(try check(text).status == 0)
    }

    @Test("of the documentation is right")
    func documented() throws {
        let page = try String(contentsOfFile: "\(Sources.root)/Sources/Heddle/Heddle.docc/Serving.md", encoding: .utf8)
        let block = try #require(page.components(separatedBy: "```json\n").dropFirst().first)
        let ended = try check(try #require(block.components(separatedBy: "```").first))
        #expect(ended.errors.hasPrefix("warning: there is no file /etc/till/checks"))
        #expect(!ended.errors.contains("error"))
        #expect(ended.output == "the configuration is right\n")
    }

    @Test("takes unsigned behaviours of another host where it says that it does")
    func unsigned() throws {
        let ended = try check(
            #"{"serve": 1, "behaviours": {"add": {"from": "https://example.org/add.json", "modules": ["a"], "#
                + #""unsigned": true}}}"#)
        #expect(ended.status == 0)
    }
}
