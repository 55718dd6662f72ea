// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The command line")
struct UsageTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test(
        "A wrong one is usage, said on standard error",
        arguments: [
            (["nonsense"], "there is no verb \"nonsense\""), (["run"], "Missing expected argument '<file>'"),
            (["run", "--nope", "x.json"], "Unknown option '--nope'"),
            (["call"], "Missing expected argument '<library>'"),
            (["call", "libm.so.6"], "Missing expected argument '<declaration>'"),
            (["run", "a.json", "b.json"], "Unexpected argument 'b.json'"),
            (["run", "x.json", "-m"], "Missing value for"),
            (["inspect"], "Missing expected argument '<file>'"),
            (["list", "x"], "files need --cases"),
            (["call", "libm.so.6", "double cos(double x)", "-1"], "Unknown option '-1'"),
        ])
    func usage(words: [String], message: String) throws {
        let ended = try Program.built("heddle").run(words)
        #expect(ended.status == 2)
        #expect(ended.output == "")
        #expect(ended.errors.hasPrefix("error: \(message)"))
    }

    @Test(
        "Help and the version are data",
        arguments: [["--help"], ["run", "--help"], ["help", "call"], ["--version"], []])
    func help(words: [String]) throws {
        let ended = try Program.built("heddle").run(words)
        #expect(ended.status == 0)
        #expect(!ended.output.isEmpty)
        #expect(ended.errors == "")
    }

    @Test("There are no terminal escapes where there is no terminal")
    func plain() throws {
        let failing = behaviour(#",{ "call": "probe.add", "with": [1, 2], "expect": { "result": 4 } }"#)
        for text in [behaviour(), failing, "[", behaviour(",{}")] {
            let run = try bench.heddle("run", behaviour: text)
            #expect(!(run.output + run.errors).contains("\u{1B}"))
        }
    }

    @Test(
        "On a terminal there are, unless NO_COLOR, TERM=dumb or --no-color ask for none",
        .enabled(if: Program.isInstalled("script")),
        arguments: [
            ("", "", true), ("NO_COLOR=1", "", false), ("NO_COLOR=", "", true), ("TERM=dumb", "", false),
            ("", "--no-color", false),
        ])
    func terminal(variable: String, option: String, isColoured: Bool) throws {
        try bench.folder.write("stack.json", behaviour(",{}"))
        let heddle = try Program.built("heddle")
        let line = "TERM=xterm \(variable) \(heddle.path) run \(option) stack.json"
        let ended = try Program("script").run(["-qec", line, "/dev/null"], in: bench.folder.path)
        #expect(ended.output.contains("a step needs the key"))
        #expect(ended.output.contains("\u{1B}[") == isColoured)
    }
}
