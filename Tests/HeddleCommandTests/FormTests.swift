// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("A file that is wrong by form")
struct FormTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test(
        "is refused where it stops being JSON",
        arguments: [
            ("«hello", "found hello, expected a value"),
            ("«", "the text is empty, expected a JSON value"),
            ("[1«, ]", "found a comma after the last value, JSON has commas only between values"),
            ("{\"a\": 1}\n«x", "found \"x\", expected the end of the text"),
            ("[«NaN]", "found NaN, expected a value"),
            ("[«01]", "the number 01 begins with a needless zero, expected none"),
        ])
    func notJSON(text: String, message: String) throws {
        let marked = Marked(text)
        let run = try bench.heddle("run", behaviour: marked.text)
        #expect(run.status == 3)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("error: \(message)"))
        #expect(run.errors.contains("--> \(marked.places[0])\n"))
        #expect(run.errors.hasSuffix("\n1 error\n"))
    }

    @Test("is refused wherever it is cut off")
    func truncated() throws {
        let whole = Array(behaviour(",\n{ \"call\": \"probe.add\", \"with\": [1, 2] }").utf8)
        for length in stride(from: 0, to: whole.count, by: 7) {
            let run = try bench.heddle("run", behaviour: String(decoding: whole.prefix(length), as: UTF8.self))
            #expect(run.status == 3, "cut off after \(length) bytes")
            #expect(run.output == "")
            #expect(run.errors.contains("--> stack.json:"))
        }
    }

    @Test("is refused at the first byte that is not UTF-8")
    func encoding() throws {
        try bench.folder.write("stack.json", Data(Array("[{\"name\": \"pr".utf8) + [0xFF] + Array("\"}]".utf8)))
        let run = try bench.heddle("run", "stack.json")
        #expect(run.status == 3)
        #expect(run.errors.contains("error: this byte does not belong to any UTF-8 character\n --> stack.json:1:14\n"))
    }

    @Test(
        "is refused when it is nested too deep",
        arguments: [("[", "]", 513), ("{\"a\":", "}", 513 * 5 - 4)])
    func deep(opening: String, closing: String, column: Int) throws {
        let text = String(repeating: opening, count: 10_000) + "1" + String(repeating: closing, count: 10_000)
        let run = try bench.heddle("run", behaviour: text)
        #expect(run.status == 3)
        #expect(run.errors.contains("nested more than 512 deep\n --> stack.json:1:\(column)\n"))
    }

    @Test("is refused when it is too large, without being read")
    func large() throws {
        // A hole takes no room on the disk: the size is all that is looked at.
        try Program("truncate").succeed(["--size=100M", bench.folder("large.json")])
        let run = try bench.heddle("run", "large.json")
        #expect(run.status == 3)
        #expect(
            run.errors
                == "error: the behaviour large.json cannot be read: it is larger than 64 MiB, the most that is read\n"
                + "1 error\n")
    }

    @Test("is refused when more than can be read comes through a pipe, and no more of it is read")
    func endless() throws {
        let heddle = try Program.built("heddle").path
        let run = try Program("sh").run(["-c", "yes | '\(heddle)' run -"])
        #expect(run.status == 3)
        #expect(run.errors.hasPrefix("error: the behaviour standard input cannot be read: it is larger than 64 MiB"))
    }

    @Test("is refused when it is no file that can be read")
    func unreadable() throws {
        let cases = [
            (".", "it is a directory"), ("missing.json", "no such file or directory"),
            ("stack.json/x.json", "not a directory"), ("", "no such file or directory"),
        ]
        try bench.folder.write("stack.json", "")
        for command in ["run", "check", "plan"] {
            for (path, reason) in cases {
                let run = try bench.heddle(command, path)
                #expect(run.status == 3, "\(command) \(path)")
                #expect(run.errors == "error: the behaviour \(path) cannot be read: \(reason)\n1 error\n")
            }
        }
    }

    @Test("comes from standard input as well, which is then its name")
    func standardInput() throws {
        let run = try bench.heddle("run", "-m", bench.modules, "-", input: behaviour())
        #expect(run.status == 0)
        #expect(run.outputWithoutTimes == "CALLED\n  probe.say(\"CALLED\")\n")
        let wrong = try bench.heddle("run", "-", input: "[1")
        #expect(wrong.status == 3)
        #expect(wrong.errors.contains("--> standard input:1:3\n"))
    }

    @Test(
        "has each of its mistakes reported at its place",
        arguments: [
            (
                behaviour(",\n{ «\"cal\": \"probe.add\", \"with\": [1, 2] }"),
                ["a step has no key \"cal\""]
            ),
            (
                behaviour(rest: ",\n\"stepz\": []").replacing("\"stepz\"", with: "«\"stepz\""),
                ["a behaviour has no key \"stepz\""]
            ),
            (
                behaviour(",\n{ \"call\": \"probe.add\", \"with\": [1, 2], «\"with\": [3, 4] }"),
                ["the name \"with\" appears twice in one object"]
            ),
            (behaviour(",\n«{ \"with\": [1, 2] }"), ["a step needs the key \"call\", found none"]),
            (behaviour(",\n{ \"call\": «7 }"), ["\"call\" of a step is a number, expected \"module.action\""]),
            (
                behaviour(",\n{ \"call\": «\"other.x\" }"),
                ["the call \"other.x\" begins with no module of this file"]
            ),
            (
                behaviour(",\n{ \"call\": \"probe.say\", \"with\": [{ \"ref\": «\"nothing\" }] }"),
                ["no step saves \"nothing\", expected the name of a saved value"]
            ),
            (
                behaviour(
                    ",\n{ \"call\": \"probe.say\", \"with\": [{ \"ref\": «\"later\" }] },"
                        + "{ \"call\": \"probe.nothing\", \"save\": \"later\" }"),
                ["\"later\" is saved by a later step, expected a value that an earlier step saves"]
            ),
            (
                behaviour(rest: ",\n\"policy\": { \"onFailure\": «\"explode\" }"),
                ["\"onFailure\" of a policy is \"explode\", expected \"stop\" or \"continue\""]
            ),
        ])
    func mistakes(text: String, messages: [String]) throws {
        try bench.expectRefused(Marked(text), 3, messages)
    }
}
